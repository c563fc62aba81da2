import type { Transferable } from 'node:worker_threads';
import { parentPort, Worker } from 'node:worker_threads';
import { readStorageFault } from '../../../kernel/storage-fault.ts';
import type { Damage } from '../errors.ts';
import { VisitStoreDamaged, VisitStoreUnavailable } from '../errors.ts';

interface Call {
  readonly id: number;
  readonly request: unknown;
}

type Answer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: Failure }
  | { readonly id: number; readonly progress: unknown };

/** What of an error passes between threads. */
interface Failure {
  readonly message: string;
  /** As SQLite names it. */
  readonly code: string | undefined;
  readonly damage: Damage | undefined;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
  readonly onProgress: ((progress: unknown) => void) | undefined;
}

/**
 * Room for new objects before they are collected; Node takes up to 48 by itself. These threads make few that last, what they work on
 * are large arrays, which lie elsewhere: a day of 2.8 million views was taken and sealed in 559 MB in place of 785, as fast.
 */
const youngMegabytes = 8;

/** One thread that answers requests. Started by the first call, and again after it died; what it was doing then fails. */
export class WorkerThread<Request, Result> {
  readonly #start: () => Worker;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastId = 0;
  #isAwake = false;
  /** Settles once the thread has answered or ended. */
  #started: Promise<undefined> = Promise.resolve(undefined);

  constructor({ url, data }: { url: URL; data: unknown }) {
    this.#start = () =>
      new Worker(url, { workerData: data, resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes } });
  }

  /** Throws VisitStoreUnavailable with what went wrong in the thread, or VisitStoreDamaged. */
  async call<Expected extends Result>(
    request: Request,
    transfer: Transferable[] = [],
    onProgress?: (progress: unknown) => void,
  ): Promise<Expected> {
    const worker = (this.#worker ??= this.#open());
    const id = (this.#lastId += 1);
    const result = await new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress });
      worker.ref();
      worker.postMessage({ id, request } satisfies Call, transfer);
    });
    return result as Expected;
  }

  /** Whether it runs and has answered before; one that does not yet takes its time to start. */
  get isAwake(): boolean {
    return this.#isAwake;
  }

  /** What it is asked meanwhile fails. Waits until the thread has started: while one loads SQLite, Node aborts the whole process. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    await this.#started;
    this.#worker = undefined;
    await worker.terminate();
  }

  #open(): Worker {
    const worker = this.#start();
    const started = Promise.withResolvers<undefined>();
    this.#started = started.promise;
    worker.on('message', (answer: Answer) => {
      this.#isAwake = true;
      started.resolve(undefined);
      const waiting = this.#waiting.get(answer.id);
      if ('progress' in answer) {
        waiting?.onProgress?.(answer.progress);
        return;
      }
      this.#waiting.delete(answer.id);
      // An idle store does not keep a finished command from ending.
      if (this.#waiting.size === 0) worker.unref();
      if ('failure' in answer) waiting?.reject(toError(answer.failure));
      else waiting?.resolve(answer.result);
    });
    const fail = (cause: unknown) => {
      started.resolve(undefined);
      if (this.#worker === worker) {
        this.#worker = undefined;
        this.#isAwake = false;
      }
      for (const waiting of this.#waiting.values()) waiting.reject(toUnavailable(cause));
      this.#waiting.clear();
    };
    worker.on('error', fail);
    worker.on('exit', () => {
      fail(new Error('the thread has ended'));
    });
    return worker;
  }
}

function toError({ message, code, damage }: Failure): Error {
  return damage ? new VisitStoreDamaged(damage) : toUnavailable(Object.assign(new Error(message), { code }));
}

function toUnavailable(cause: unknown): Error {
  return readStorageFault(cause, 'The visit store') ?? new VisitStoreUnavailable(cause);
}

/** The thread's side: answers one request after the other, in a turn each. A request whose `answer` throws fails. */
export function answerCalls(answer: (request: unknown, report: (progress: unknown) => void) => unknown): void {
  const port = parentPort;
  if (!port) throw new Error('this module runs in a worker thread only');
  port.on('message', ({ id, request }: Call) => {
    try {
      const report = (progress: unknown) => {
        port.postMessage({ id, progress } satisfies Answer);
      };
      port.postMessage({ id, result: answer(request, report) } satisfies Answer);
    } catch (error) {
      const failure: Failure = {
        message: error instanceof Error ? error.message : String(error),
        code: error instanceof Error && 'code' in error ? String(error.code) : undefined,
        damage: damageIn(error),
      };
      port.postMessage({ id, failure } satisfies Answer);
    }
  });
}

/** Where SQLite itself says that its file is damaged, that may be anywhere. */
function damageIn(error: unknown): Damage | undefined {
  if (error instanceof VisitStoreDamaged) return error.damage;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) return undefined;
  return { projectId: undefined, day: undefined, piece: 'visits.sqlite' };
}
