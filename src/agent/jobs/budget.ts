import type { ModelUsage } from '../../model/language-model.ts';

/** What one round of a job may use. A follow-up starts a new round. */
export interface Budget {
  readonly modelCalls: number;
  /** Input and output together, input from the cache included. */
  readonly tokens: number;
  /** Of a whole round, in minutes. */
  readonly deadlineMinutes: number;
  /** What is left of it, in milliseconds, when an attempt begins. The round keeps it: it aborts the agent then. */
  readonly timeLeft: number;
  readonly changedFiles: number;
  /** Of all added and changed files together. */
  readonly changedBytes: number;
  /** Of the whole job, in millionths of a dollar. */
  readonly cost?: number | undefined;
  /** Of the project in a month of UTC, in millionths of a dollar. */
  readonly monthlyCost?: number | undefined;
}

/** How far the round is. */
export interface Spent {
  readonly modelCalls: number;
  readonly tokens: number;
  /** Of the calls, those whose answer broke off. */
  readonly brokenOff: number;
}

export const nothingSpent: Spent = { modelCalls: 0, tokens: 0, brokenOff: 0 };

/** With one more call of a model. */
export function spend(spent: Spent, { inputTokens, outputTokens }: ModelUsage): Spent {
  return { ...spent, modelCalls: spent.modelCalls + 1, tokens: spent.tokens + inputTokens + outputTokens };
}

/** With one more call whose answer broke off. */
export function spendInVain(spent: Spent, usage: ModelUsage): Spent {
  return { ...spend(spent, usage), brokenOff: spent.brokenOff + 1 };
}

export interface ChangeSize {
  readonly files: number;
  readonly bytes: number;
}

/** What was paid so far, in millionths of a dollar. */
export interface Paid {
  readonly job: number;
  /** By all jobs of the project, in this month of UTC. */
  readonly month: number;
}

export type BudgetName = 'model-calls' | 'tokens' | 'cost' | 'monthly-cost' | 'deadline' | 'diff';

interface Situation {
  readonly budget: Budget;
  readonly spent: Omit<Spent, 'brokenOff'>;
  readonly change: ChangeSize;
  readonly paid: Paid;
}

type StopCondition = (situation: Situation) => BudgetName | undefined;

/** Asked before each model call, in this order; the first that answers ends the run. */
const stopConditions: readonly StopCondition[] = [
  ({ budget, spent }) => (spent.modelCalls >= budget.modelCalls ? 'model-calls' : undefined),
  ({ budget, spent }) => (spent.tokens >= budget.tokens ? 'tokens' : undefined),
  ({ budget, paid }) => (paid.job >= (budget.cost ?? Infinity) ? 'cost' : undefined),
  ({ budget, paid }) => (paid.month >= (budget.monthlyCost ?? Infinity) ? 'monthly-cost' : undefined),
  ({ budget, change }) =>
    change.files > budget.changedFiles || change.bytes > budget.changedBytes ? 'diff' : undefined,
];

/** What an agent asks before each call of its model. */
export function exhaustedBudget(situation: Situation): BudgetName | undefined {
  for (const condition of stopConditions) {
    const exhausted = condition(situation);
    if (exhausted !== undefined) return exhausted;
  }
  return undefined;
}

/** True when the model should be told to come to an end: nine tenths are used, and it still has a call or two. */
export function isNearlyExhausted({ budget, spent, paid }: Pick<Situation, 'budget' | 'spent' | 'paid'>): boolean {
  const used = Math.max(
    spent.modelCalls / budget.modelCalls,
    spent.tokens / budget.tokens,
    paid.job / (budget.cost ?? Infinity),
    paid.month / (budget.monthlyCost ?? Infinity),
  );
  return used >= 0.9 && budget.modelCalls >= 10;
}
