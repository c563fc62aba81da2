import { expect, it } from 'vitest';
import { exhaustedBudget, isNearlyExhausted, nothingSpent, spend, type Budget } from './budget.ts';

const budget: Budget = {
  modelCalls: 20,
  tokens: 1_000,
  deadlineMinutes: 30,
  timeLeft: 1,
  changedFiles: 3,
  changedBytes: 500,
};
const none = { files: 0, bytes: 0 };

it('counts a call with what it asked for and what it was answered', () => {
  const once = spend(nothingSpent, { inputTokens: 70, outputTokens: 30, cachedInputTokens: 60 });
  expect(once).toEqual({ modelCalls: 1, tokens: 100 });
  expect(spend(once, { inputTokens: 1, outputTokens: 2, cachedInputTokens: 0 })).toEqual({
    modelCalls: 2,
    tokens: 103,
  });
});

it.each([
  ['nothing is', { modelCalls: 19, tokens: 999 }, { files: 3, bytes: 500 }, undefined],
  ['the calls are', { modelCalls: 20, tokens: 999 }, none, 'model-calls'],
  ['the tokens are', { modelCalls: 19, tokens: 1_000 }, none, 'tokens'],
  ['the files are', nothingSpent, { files: 4, bytes: 0 }, 'diff'],
  ['the bytes are', nothingSpent, { files: 0, bytes: 501 }, 'diff'],
  ['the calls come first', { modelCalls: 20, tokens: 1_000 }, { files: 4, bytes: 501 }, 'model-calls'],
] as const)('says what is used up: %s', (_, spent, change, expected) => {
  expect(exhaustedBudget({ budget, spent, change })).toBe(expected);
});

it.each([
  ['less than nine tenths', { modelCalls: 17, tokens: 899 }, false],
  ['nine tenths of the calls', { modelCalls: 18, tokens: 0 }, true],
  ['nine tenths of the tokens', { modelCalls: 0, tokens: 900 }, true],
])('is nearly used up with %s', (_, spent, expected) => {
  expect(isNearlyExhausted({ budget, spent })).toBe(expected);
});

it('never calls a small number of calls nearly used up: nothing could be said in time', () => {
  const spent = { modelCalls: 9, tokens: 999 };
  expect(isNearlyExhausted({ budget: { ...budget, modelCalls: 9 }, spent })).toBe(false);
  expect(isNearlyExhausted({ budget: { ...budget, modelCalls: 10 }, spent })).toBe(true);
});
