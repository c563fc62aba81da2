import type { Transferable } from 'node:worker_threads';
import { parentPort, Worker } from 'node:worker_threads';
import type { Damage } from '../errors.ts';
import { VisitStoreDamagedError, VisitStoreUnavailableError } from '../errors.ts';

interface Call {
  readonly id: number;
  readonly request: unknown;
}

type Answer = { readonly id: number; readonly result: unknown } | { readonly id: number; readonly failure: Failure };

/** What of an error passes between threads. */
interface Failure {
  readonly message: string;
  readonly damage: Damage | undefined;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** One thread that answers requests. Started by the first call, and again after it died; what it was doing then fails. */
export class WorkerThread<Request, Result> {
  readonly #start: () => Worker;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastId = 0;

  /** `youngMegabytes`: room for new objects before they are collected; what Node takes by itself is up to 48. */
  constructor({ url, data, youngMegabytes }: { url: URL; data: unknown; youngMegabytes?: number }) {
    const limits = youngMegabytes ? { maxYoungGenerationSizeMb: youngMegabytes } : {};
    this.#start = () => new Worker(url, { workerData: data, resourceLimits: limits });
  }

  /** Throws VisitStoreUnavailableError with what went wrong in the thread, or VisitStoreDamagedError. */
  async call<Expected extends Result>(request: Request, transfer: Transferable[] = []): Promise<Expected> {
    const worker = (this.#worker ??= this.#open());
    const id = (this.#lastId += 1);
    const result = await new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, request } satisfies Call, transfer);
    });
    return result as Expected;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #open(): Worker {
    const worker = this.#start();
    worker.on('message', (answer: Answer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      // An idle store does not keep a finished command from ending.
      if (this.#waiting.size === 0) worker.unref();
      if ('failure' in answer) waiting?.reject(toError(answer.failure));
      else waiting?.resolve(answer.result);
    });
    const fail = (cause: unknown) => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const waiting of this.#waiting.values()) waiting.reject(new VisitStoreUnavailableError(cause));
      this.#waiting.clear();
    };
    worker.on('error', fail);
    worker.on('exit', () => {
      fail(new Error('the thread has ended'));
    });
    return worker;
  }
}

function toError({ message, damage }: Failure): Error {
  return damage ? new VisitStoreDamagedError(damage) : new VisitStoreUnavailableError(new Error(message));
}

/**
 * The thread's side: hands over every request that has arrived as one group, so that a writer can commit them
 * together. `answer` gives one result per request; when it throws, every request of the group fails.
 */
export function answerGroups(answer: (requests: unknown[]) => readonly unknown[], maximumGroup: number): void {
  const port = parentPort;
  if (!port) throw new Error('this module runs in a worker thread only');
  let queue: Call[] = [];
  const work = () => {
    const calls = queue.slice(0, maximumGroup);
    queue = queue.slice(maximumGroup);
    try {
      const results = answer(calls.map((call) => call.request));
      calls.forEach((call, index) => {
        port.postMessage({ id: call.id, result: results[index] } satisfies Answer);
      });
    } catch (error) {
      const failure: Failure = {
        message: error instanceof Error ? error.message : String(error),
        damage: error instanceof VisitStoreDamagedError ? error.damage : undefined,
      };
      for (const call of calls) port.postMessage({ id: call.id, failure } satisfies Answer);
    }
    if (queue.length > 0) setImmediate(work);
  };
  port.on('message', (call: Call) => {
    queue.push(call);
    if (queue.length === 1) setImmediate(work);
  });
}
