import { Worker } from 'node:worker_threads';

/**
 * The one message of a thread that is started with `data` and ended after it, or `otherwise` where it fails, needs more
 * than `memoryMegabytes` of heap, or is not done after `milliseconds`.
 */
export async function runInThread<Answer>(
  thread: URL,
  data: unknown,
  limits: { readonly milliseconds: number; readonly memoryMegabytes: number },
  otherwise: Answer,
): Promise<Answer> {
  const worker = new Worker(thread, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMegabytes },
  });
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const giveUp = (): void => {
    resolve(otherwise);
  };
  const timer = setTimeout(giveUp, limits.milliseconds);
  worker.on('message', resolve);
  worker.on('error', giveUp);
  worker.on('exit', giveUp);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    void worker.terminate();
  }
}
