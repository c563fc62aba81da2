import type { Project } from '../../contract/project.ts';
import { duration } from '../../kernel/clock.ts';
import type { Budget } from '../jobs/budget.ts';
import { fromDollars } from '../jobs/project-cost.ts';
import { ModelPriceUnknown } from './errors.ts';

/** What the project allows a round. `worked` is the time that it took so far, in milliseconds. */
export function roundBudget({ settings }: Project, worked: number): Budget {
  const { deadlineMinutes, modelCalls, tokens, dollars, dollarsPerMonth, diffFiles, diffBytes } = settings.budgets;
  const timeLeft = deadlineMinutes * duration.minute - worked;
  return {
    modelCalls,
    tokens,
    cost: fromDollars(dollars),
    monthlyCost: fromDollars(dollarsPerMonth),
    deadlineMinutes,
    timeLeft,
    changedFiles: diffFiles,
    changedBytes: diffBytes,
  };
}

/** Throws `ModelPriceUnknown` if the project has a budget in dollars that this model could not keep. */
export function requirePrice(
  { settings }: Project,
  model: { readonly name: string; readonly isPriced?: boolean },
): void {
  const { dollars, dollarsPerMonth } = settings.budgets;
  if ((dollars !== null || dollarsPerMonth !== null) && model.isPriced !== true)
    throw new ModelPriceUnknown(model.name);
}
