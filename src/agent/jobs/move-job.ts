import type { Transaction, Updateable } from 'kysely';
import { jobStatusSchema, type JobStatus } from '../../contract/agent-job.ts';
import type { Database, JobRow } from '../../db/schema.ts';
import { IllegalJobMove } from './errors.ts';

/** Every legal change of the public status, with its reason. */
const moves: readonly { readonly from: JobStatus; readonly to: JobStatus; readonly because: string }[] = [
  { from: 'active', to: 'completed', because: 'the agent finished; a pull request is open, or nothing had to change' },
  { from: 'active', to: 'failed', because: 'an error that no retry inside the job can fix' },
  { from: 'completed', to: 'active', because: 'a follow-up message continues on the same branch' },
  { from: 'failed', to: 'active', because: 'a follow-up message retries' },
  { from: 'active', to: 'archived', because: 'a person archived the job; the agent stops' },
  { from: 'completed', to: 'archived', because: 'a person archived the job, or it is old' },
  { from: 'failed', to: 'archived', because: 'a person archived the job, or it is old' },
];

/**
 * The one place that changes the status of a job, together with what changes with it. Throws IllegalJobMove for a change
 * that is not in the table above; then nothing is written.
 */
export async function moveJob(
  transaction: Transaction<Database>,
  { id, to, fields }: { id: string; to: JobStatus; fields: Omit<Updateable<JobRow>, 'status'> },
): Promise<void> {
  const from = moves.flatMap((move) => (move.to === to ? [move.from] : []));
  const { numUpdatedRows } = await transaction
    .updateTable('jobs')
    .set({ ...fields, status: to })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  const { status } = await transaction
    .selectFrom('jobs')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  throw new IllegalJobMove(jobStatusSchema.parse(status), to);
}
