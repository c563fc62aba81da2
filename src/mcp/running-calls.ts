export interface RunningCall {
  /** Aborts when its client cancels it. */
  readonly cancelled: AbortSignal;
  end(): void;
}

/**
 * Calls under way in this process, which another request of the same client can cancel. Requests are stateless, so clients that
 * share a key and an address are told apart by the ids of their requests only: where two have the same, neither is cancelled.
 */
export function createRunningCalls() {
  const running = new Map<string, Set<AbortController>>();
  return {
    begin(client: string, requestId: unknown): RunningCall {
      const key = JSON.stringify([client, requestId]);
      const controller = new AbortController();
      const calls = running.get(key) ?? new Set();
      running.set(key, calls.add(controller));
      return {
        cancelled: controller.signal,
        end() {
          calls.delete(controller);
          if (calls.size === 0) running.delete(key);
        },
      };
    },
    cancel(client: string, requestId: unknown): void {
      const [call, other] = running.get(JSON.stringify([client, requestId])) ?? [];
      if (other === undefined) call?.abort();
    },
  };
}
