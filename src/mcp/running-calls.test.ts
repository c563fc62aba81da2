import { expect, it } from 'vitest';
import { createRunningCalls } from './running-calls.ts';

it('cancels the one call that is meant, while it runs', () => {
  const calls = createRunningCalls();
  const [first, other] = [calls.begin('key:1', 7), calls.begin('key:2', 7)];
  calls.cancel('key:1', '7');
  calls.cancel('key:1', 8);
  expect(first.cancelled.aborted).toBe(false);
  calls.cancel('key:1', 7);
  expect([first.cancelled.aborted, other.cancelled.aborted]).toEqual([true, false]);
  const ended = calls.begin('key:1', 9);
  ended.end();
  calls.cancel('key:1', 9);
  expect(ended.cancelled.aborted).toBe(false);
});

it('cancels neither of two that cannot be told apart', () => {
  const calls = createRunningCalls();
  const [first, second] = [calls.begin('key:1', 7), calls.begin('key:1', 7)];
  calls.cancel('key:1', 7);
  expect([first.cancelled.aborted, second.cancelled.aborted]).toEqual([false, false]);
  first.end();
  calls.cancel('key:1', 7);
  expect(second.cancelled.aborted).toBe(true);
});
