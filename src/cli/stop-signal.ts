/** Resolves at the first signal to stop; any further one has its usual effect. */
export function stopSignal(): Promise<undefined> {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of signals) process.off(signal, stop);
      resolve(undefined);
    };
    for (const signal of signals) process.on(signal, stop);
  });
}
