import { expect, it } from 'vitest';
import { exhaustedBudget, isNearlyExhausted, nothingSpent, spend, spendInVain, type Budget } from './budget.ts';

const budget: Budget = {
  modelCalls: 20,
  tokens: 1_000,
  deadlineMinutes: 30,
  timeLeft: 1,
  changedFiles: 3,
  changedBytes: 500,
};
const none = { files: 0, bytes: 0 };
const nothingPaid = { job: 0, month: 0 };

it('counts a call with what it asked for and what it was answered', () => {
  const once = spend(nothingSpent, { inputTokens: 70, outputTokens: 30, cachedInputTokens: 60 });
  expect(once).toEqual({ modelCalls: 1, tokens: 100, brokenOff: 0 });
  expect(spend(once, { inputTokens: 1, outputTokens: 2, cachedInputTokens: 0 })).toEqual({
    modelCalls: 2,
    tokens: 103,
    brokenOff: 0,
  });
  const lost = { inputTokens: 1, outputTokens: 2, cachedInputTokens: 0 };
  expect(spendInVain(once, lost)).toEqual({ modelCalls: 2, tokens: 103, brokenOff: 1 });
});

it.each([
  ['nothing is', { modelCalls: 19, tokens: 999 }, { files: 3, bytes: 500 }, undefined],
  ['the calls are', { modelCalls: 20, tokens: 999 }, none, 'model-calls'],
  ['the tokens are', { modelCalls: 19, tokens: 1_000 }, none, 'tokens'],
  ['the files are', nothingSpent, { files: 4, bytes: 0 }, 'diff'],
  ['the bytes are', nothingSpent, { files: 0, bytes: 501 }, 'diff'],
  ['the calls come first', { modelCalls: 20, tokens: 1_000 }, { files: 4, bytes: 501 }, 'model-calls'],
] as const)('says what is used up: %s', (_, spent, change, expected) => {
  expect(exhaustedBudget({ budget, spent, change, paid: nothingPaid })).toBe(expected);
});

it.each([
  ['less than nine tenths', { modelCalls: 17, tokens: 899 }, false],
  ['nine tenths of the calls', { modelCalls: 18, tokens: 0 }, true],
  ['nine tenths of the tokens', { modelCalls: 0, tokens: 900 }, true],
])('is nearly used up with %s', (_, spent, expected) => {
  expect(isNearlyExhausted({ budget, spent, paid: nothingPaid })).toBe(expected);
});

it('never calls a small number of calls nearly used up: nothing could be said in time', () => {
  const spent = { modelCalls: 9, tokens: 999 };
  expect(isNearlyExhausted({ budget: { ...budget, modelCalls: 9 }, spent, paid: nothingPaid })).toBe(false);
  expect(isNearlyExhausted({ budget: { ...budget, modelCalls: 10 }, spent, paid: nothingPaid })).toBe(true);
});

it.each([
  [{ job: 899, month: 4_499 }, undefined, false],
  [{ job: 900, month: 0 }, undefined, true],
  [{ job: 0, month: 4_500 }, undefined, true],
  [{ job: 1_000, month: 0 }, 'cost', true],
  [{ job: 999, month: 5_000 }, 'monthly-cost', true],
] as const)('bounds what is paid: %j', (paid, exhausted, isNearly) => {
  const inMoney = { ...budget, cost: 1_000, monthlyCost: 5_000 };
  const spent = nothingSpent;
  expect(exhaustedBudget({ budget: inMoney, spent, change: none, paid })).toBe(exhausted);
  expect(isNearlyExhausted({ budget: inMoney, spent, paid })).toBe(isNearly);
  expect(exhaustedBudget({ budget, spent, change: none, paid })).toBeUndefined();
});
