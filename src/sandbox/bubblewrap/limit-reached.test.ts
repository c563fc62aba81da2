import { expect, it } from 'vitest';
import { limitReached } from './limit-reached.ts';

const limits = { seconds: 60, memory: 512 * 1024 ** 2, processes: 200, output: 1_000 };
const reached = (exitCode: number, output = '', peak = { bytes: 0, threads: 0 }) =>
  limitReached({ exitCode, output }, peak, limits);

it.each([
  ['sh: 1: Cannot fork', /start another process \(the limit is 200/],
  ['bash: fork: retry: Resource temporarily unavailable', /start another process/],
  ['Error: spawn sh EAGAIN', /start another process/],
  ["RuntimeError: can't start new thread", /start another process/],
  ['MemoryError', /ran out of memory \(the limit is 512 MiB\)/],
  ["terminate called after throwing an instance of 'std::bad_alloc'", /ran out of memory/],
  ['FATAL ERROR: JavaScript heap out of memory', /ran out of memory/],
])('takes the word of a program that says %j', (output, expected) => {
  expect(reached(1, output)).toMatch(expected);
});

it('believes what was seen before what was said, and names no limit without a sign', () => {
  expect(reached(1, 'Cannot fork', { bytes: 0, threads: 197 })).toBe('reached the limit of 200 processes and threads');
  expect(reached(1, '', { bytes: 500 * 1024 ** 2, threads: 3 })).toMatch(/^took 500 MiB of memory/);
  expect(reached(137)).toMatch(/^was ended by a signal/);
  expect(reached(1, 'a fork of the docs, with 2 threads', { bytes: 1e8, threads: 9 })).toBeUndefined();
});
