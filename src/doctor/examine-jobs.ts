import { z } from 'zod';
import type { DatabaseConnection } from '../db/open-database.ts';
import { duration } from '../kernel/clock.ts';
import { counted } from '../kernel/counted.ts';
import type { Outcome } from './examination.ts';

const mostJobs = 1_000;
const failureSchema = z.object({ code: z.string() });

/** Jobs that failed in the last day, by reason. */
export async function examineJobs(db: DatabaseConnection, projectId: string, now: number): Promise<Outcome> {
  const rows = await db
    .selectFrom('jobs')
    .select('failure')
    .where('project_id', '=', projectId)
    .where('status', '=', 'failed')
    .where('updated_at', '>', now - duration.day)
    .limit(mostJobs)
    .execute();
  if (rows.length === 0) return { state: 'ok', message: 'No job failed in the last day.', remedy: null };
  const byCode = Map.groupBy(rows, ({ failure }) =>
    failure === null ? 'unknown' : (failureSchema.safeParse(JSON.parse(failure)).data?.code ?? 'unknown'),
  );
  const mostFirst = [...byCode].toSorted(([, one], [, other]) => other.length - one.length);
  const codes = mostFirst.map(([code, failed]) => `${failed.length} ${code}`);
  return {
    state: 'warning',
    message: `${counted(rows.length, 'job')} failed in the last day: ${codes.join(', ')}.`,
    remedy: 'docs/errors.md explains each code. `docwright job message <id>` continues a failed job.',
  };
}
