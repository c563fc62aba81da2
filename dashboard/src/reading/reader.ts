import type { Reading, Request } from './readings.ts';

/** Milliseconds that one text may take before it is given up. */
const patience = 4000;

/** What the text is made of takes too long to read, or cannot be read; it can still be shown as it is. */
class TooHardToRead extends Error {
  constructor() {
    super('This text takes too long to render.');
    this.name = 'TooHardToRead';
  }
}

interface Task {
  readonly request: Request;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
}

const waiting: Task[] = [];
let current: Task | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let worker: Worker | undefined;
let isReady = false;

/**
 * Reads what strangers wrote in a thread of its own, one text after the other, so that none can hold the page: a text
 * that takes too long ends the thread and not more. Rejects with `TooHardToRead`.
 */
export function read<Kind extends keyof Reading>(
  kind: Kind,
  input: Reading[Kind]['input'],
): Promise<Reading[Kind]['output']> {
  return new Promise((resolve, reject) => {
    const request = { kind, input } as Request;
    waiting.push({ request, resolve: resolve as Task['resolve'], reject });
    work();
  });
}

function work(): void {
  if (current !== undefined || waiting.length === 0) return;
  if (worker === undefined) {
    start();
    return;
  }
  if (!isReady) return;
  current = waiting.shift();
  timer = setTimeout(giveUp, patience);
  worker.postMessage(current?.request);
}

function start(): void {
  isReady = false;
  worker = new Worker(new URL('./reading.worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isReady)
      finish((task) => {
        task.resolve(data);
      });
    else {
      isReady = true;
      work();
    }
  };
  worker.onerror = (event) => {
    event.preventDefault();
    // A thread that cannot even be loaded (an older build whose files are gone) reads none of them.
    if (!isReady) current = waiting.shift();
    giveUp();
  };
}

function giveUp(): void {
  worker?.terminate();
  worker = undefined;
  finish((task) => {
    task.reject(new TooHardToRead());
  });
}

function finish(settle: (task: Task) => void): void {
  clearTimeout(timer);
  const task = current;
  current = undefined;
  if (task !== undefined) settle(task);
  work();
}
