import { Worker } from 'node:worker_threads';

/** What a git process is started with. */
export interface GitOrder {
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly input: Uint8Array | string;
  readonly timeoutMilliseconds: number;
  /** Bytes of standard output and standard error together. */
  readonly outputLimit: number;
}

/** How a git process ended: by itself, because it had to, or it was never started. */
export type GitEnd =
  | {
      readonly exitCode: number | null;
      readonly stdout: Uint8Array<ArrayBuffer>;
      readonly stderr: Uint8Array<ArrayBuffer>;
    }
  | { readonly stoppedBy: 'abort' | 'output' | 'timeout' }
  | { readonly failure: { readonly message: string; readonly code: string | undefined } };

export type ToGitThread =
  { readonly id: number; readonly order: GitOrder } | { readonly id: number; readonly isAborted: true };

export interface FromGitThread {
  readonly id: number;
  readonly end: GitEnd;
}

let thread: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, (end: GitEnd) => void>();

/**
 * Runs one git process, in a thread that starts them for all. To start a process the system copies the page tables of this
 * one, 20 ms at 600 MB, and Node waits until the new one has begun: requests would wait with it.
 */
export function runInGitThread(order: GitOrder, signal: AbortSignal | undefined): Promise<GitEnd> {
  const worker = (thread ??= open());
  const id = (lastId += 1);
  const abort = (): void => {
    worker.postMessage({ id, isAborted: true } satisfies ToGitThread);
  };
  // A copy, to be handed over: of a part of a larger buffer all of it would be sent.
  const input = typeof order.input === 'string' ? order.input : new Uint8Array(order.input);
  return new Promise((resolve) => {
    waiting.set(id, (end) => {
      signal?.removeEventListener('abort', abort);
      resolve(end);
    });
    signal?.addEventListener('abort', abort, { once: true });
    worker.ref();
    const message: ToGitThread = { id, order: { ...order, input } };
    worker.postMessage(message, typeof input === 'string' ? [] : [input.buffer]);
  });
}

function open(): Worker {
  // Options of this process, such as a script to evaluate, are not for it.
  const worker = new Worker(new URL('./git.worker.ts', import.meta.url), { execArgv: [] });
  worker.on('message', ({ id, end }: FromGitThread) => {
    const settle = waiting.get(id);
    waiting.delete(id);
    // A command that is done ends, whether or not this thread is there.
    if (waiting.size === 0) worker.unref();
    settle?.(end);
  });
  const fail = (message: string): void => {
    if (thread === worker) thread = undefined;
    const left = [...waiting.values()];
    waiting.clear();
    for (const settle of left) settle({ failure: { message, code: undefined } });
  };
  worker.on('error', (error) => {
    fail(String(error));
  });
  worker.on('exit', () => {
    fail('The thread that runs git has ended.');
  });
  return worker;
}
