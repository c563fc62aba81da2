import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { waitForChild } from '../kernel/wait-for-child.ts';

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

export type ToGitStarter =
  { readonly id: number; readonly order: GitOrder } | { readonly id: number; readonly isAborted: true };

export interface FromGitStarter {
  readonly id: number;
  readonly end: GitEnd;
}

let starter: ChildProcess | undefined;
let lastId = 0;
const waiting = new Map<number, (end: GitEnd) => void>();

/**
 * Runs one git process. A small process starts them for all: to start one, the system copies the page tables of whoever
 * asks, and Node waits until it has begun; that takes 2 ms of a process of 54 MB, 16 of one of 370 and 27 of one of 690.
 */
export function startGit(order: GitOrder, signal: AbortSignal | undefined): Promise<GitEnd> {
  const child = (starter ??= open());
  const id = (lastId += 1);
  const send = (message: ToGitStarter): void => {
    // One that has just ended is heard of by its exit.
    if (child.connected) child.send(message, () => undefined);
  };
  const abort = (): void => {
    send({ id, isAborted: true });
  };
  return new Promise((resolve) => {
    waiting.set(id, (end) => {
      signal?.removeEventListener('abort', abort);
      resolve(end);
    });
    signal?.addEventListener('abort', abort, { once: true });
    waitForChild(child, true);
    send({ id, order });
  });
}

function open(): ChildProcess {
  const child = fork(fileURLToPath(new URL('./git-starter.worker.ts', import.meta.url)), [], {
    // Options of this process, such as a script to evaluate, are not for it.
    execArgv: [],
    env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('message', ({ id, end }: FromGitStarter) => {
    const settle = waiting.get(id);
    waiting.delete(id);
    // A command that is done ends, whether or not that process is there.
    if (waiting.size === 0) waitForChild(child, false);
    settle?.(end);
  });
  const fail = (message: string): void => {
    if (starter !== child) return;
    starter = undefined;
    const unfinished = [...waiting.values()];
    waiting.clear();
    for (const settle of unfinished) settle({ failure: { message, code: undefined } });
  };
  child.on('error', (error) => {
    fail(`The process that starts git did not start: ${error.message}`);
  });
  child.on('exit', (code, endedBy) => {
    fail(`The process that starts git has ended (${endedBy ?? code ?? 'for no reason'}).`);
  });
  return child;
}
