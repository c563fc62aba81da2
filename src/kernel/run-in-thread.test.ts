import { expect, it } from 'vitest';
import { runInThread } from './run-in-thread.ts';

const limits = { milliseconds: 10_000, memoryMegabytes: 32 };
const thread = (body: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads';${body}`)}`,
  );

it('answers what the thread says of its data', async () => {
  expect(await runInThread(thread('parentPort.postMessage(workerData * 2);'), 21, limits, 0)).toBe(42);
});

it.each([
  ['fails', 'throw new Error("no");'],
  ['ends without a word', 'process.exit();'],
  ['needs too much memory', 'const kept = []; for (;;) kept.push(new Array(1e5).fill(kept.length));'],
])('answers otherwise where the thread %s', async (_, body) => {
  expect(await runInThread(thread(body), undefined, limits, 'otherwise')).toBe('otherwise');
});

it('gives up a thread that does not end', async () => {
  expect(await runInThread(thread('for (;;);'), undefined, { ...limits, milliseconds: 50 }, 'otherwise')).toBe(
    'otherwise',
  );
});
