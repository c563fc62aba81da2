import { sql } from 'kysely';
import { AppError, remedyAt } from '../kernel/app-error.ts';
import type { BackgroundWork } from '../kernel/background-work.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { DatabaseConnection } from './open-database.ts';
import type { BackgroundFailureRow } from './schema.ts';

const longestMessage = 500;

/** Kept in the database, where `doctor` and every process see it. */
export interface BackgroundFailures extends BackgroundWork {
  /** Of every work that has ever failed; `in_a_row` is 0 where it went well since. */
  list(): Promise<readonly BackgroundFailureRow[]>;
}

export function createBackgroundFailures({
  db,
  clock,
  logger,
}: {
  db: DatabaseConnection;
  clock: Clock;
  logger: Logger;
}): BackgroundFailures {
  // A database that is away is told of by readiness and by whoever needed it.
  const note = (change: Promise<unknown>): Promise<void> =>
    change.then(
      () => undefined,
      (error: unknown) => {
        logger.warn({ error }, 'how background work went could not be noted');
      },
    );
  return {
    list: () => db.selectFrom('background_failures').selectAll().orderBy('work').execute(),
    failed(work, error) {
      const described = { message: describe(error), remedy: remedyOf(error) };
      return note(
        db
          .insertInto('background_failures')
          .values({ work, in_a_row: 1, in_all: 1, since: clock.now(), ...described })
          .onConflict((conflict) =>
            conflict.column('work').doUpdateSet((update) => ({
              in_a_row: update('background_failures.in_a_row', '+', 1),
              in_all: update('background_failures.in_all', '+', 1),
              since: sql<number>`case when background_failures.in_a_row = 0 then ${clock.now()} else background_failures.since end`,
              ...described,
            })),
          )
          .execute(),
      );
    },
    async succeeded(work) {
      const change = async (): Promise<void> => {
        const failures = db.selectFrom('background_failures').select('work').where('in_a_row', '>', 0);
        // Most of the time there is nothing to write.
        if ((await failures.where('work', '=', work).executeTakeFirst()) === undefined) return;
        await db.updateTable('background_failures').set({ in_a_row: 0 }).where('work', '=', work).execute();
      };
      return note(change());
    },
  };
}

/** Errors that are not ours may hold anything. */
function describe(error: unknown): string {
  if (error instanceof AppError) return error.message.slice(0, longestMessage);
  if (!(error instanceof Error)) return 'An unknown error.';
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}.` : `${error.name}.`;
}

function remedyOf(error: unknown): string | null {
  return error instanceof AppError ? remedyAt('cli', error.facts) : null;
}
