import { sql, type Transaction } from 'kysely';
import type { AgentCost } from '../../contract/agent-job.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import type { Database } from '../../db/schema.ts';
import type { ModelUsage } from '../../model/language-model.ts';

const millionths = 1_000_000;

/** Dollars, as people write budgets, in the whole units that are counted. */
export function fromDollars(dollars: number | null): number | undefined {
  return dollars === null ? undefined : Math.round(dollars * millionths);
}

export function toDollars(cost: number): number {
  return cost / millionths;
}

/** Adds what one call of a model cost to what the project paid in the month. */
export async function addToMonth(
  transaction: Transaction<Database>,
  { projectId, usage, now }: { projectId: string; usage: ModelUsage; now: number },
): Promise<void> {
  const cost = usage.cost ?? 0;
  const unpriced = usage.cost === undefined ? 1 : 0;
  await transaction
    .insertInto('project_costs')
    .values({ project_id: projectId, month: monthOf(now), cost, unpriced_calls: unpriced })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'month']).doUpdateSet({
        cost: sql`project_costs.cost + ${cost}`,
        unpriced_calls: sql`project_costs.unpriced_calls + ${unpriced}`,
      }),
    )
    .execute();
}

/** What the project paid in the month of that moment. */
export async function costOfMonth(
  db: DatabaseConnection,
  { projectId, now }: { projectId: string; now: number },
): Promise<{ month: string; cost: number; unpricedCalls: number }> {
  const month = monthOf(now);
  const row = await db
    .selectFrom('project_costs')
    .select(['cost', 'unpriced_calls'])
    .where('project_id', '=', projectId)
    .where('month', '=', month)
    .executeTakeFirst();
  return { month, cost: row?.cost ?? 0, unpricedCalls: row?.unpriced_calls ?? 0 };
}

export function presentCost(
  { month, cost, unpricedCalls }: Awaited<ReturnType<typeof costOfMonth>>,
  budget: number | null,
): AgentCost {
  return { month, dollars: toDollars(cost), unpricedCalls, budgetDollars: budget };
}

function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7);
}
