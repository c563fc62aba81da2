import { sql } from 'kysely';
import { AppError, remedyAt } from '../kernel/app-error.ts';
import type { BackgroundWork } from '../kernel/background-work.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { DatabaseConnection } from './open-database.ts';
import type { BackgroundFailureRow } from './schema.ts';

const longestMessage = 500;

/** Stored in the database, for `doctor` and every process. */
export interface BackgroundFailures extends BackgroundWork {
  /** All work that has ever failed; `in_a_row` is 0 if it has succeeded since. */
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
  // Only logged: readiness and other users of the database report that it is unavailable.
  const note = (change: Promise<unknown>): Promise<void> =>
    change.then(
      () => undefined,
      (error: unknown) => {
        logger.warn({ error }, 'could not record the result of background work');
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
        // Reads first, because usually there is nothing to write.
        if ((await failures.where('work', '=', work).executeTakeFirst()) === undefined) return;
        await db.updateTable('background_failures').set({ in_a_row: 0 }).where('work', '=', work).execute();
      };
      return note(change());
    },
  };
}

/** Messages of foreign errors may contain secrets, so only their name and code are stored. */
function describe(error: unknown): string {
  if (error instanceof AppError) return error.message.slice(0, longestMessage);
  if (!(error instanceof Error)) return 'An unknown error.';
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}.` : `${error.name}.`;
}

function remedyOf(error: unknown): string | null {
  return error instanceof AppError ? remedyAt('cli', error.facts) : null;
}
