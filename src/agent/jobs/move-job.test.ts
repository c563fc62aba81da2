import { afterEach, beforeEach, expect, it } from 'vitest';
import { jobStatusSchema, type JobStatus } from '../../contract/agent-job.ts';
import { onEveryDatabase } from '../../db/every-database.fixture.ts';
import { createAgentFixture, type AgentFixture } from '../agent.fixture.ts';
import { IllegalJobMove } from './errors.ts';
import { moveJob } from './move-job.ts';

onEveryDatabase((open) => {
  let fixture: AgentFixture;
  beforeEach(async () => {
    fixture = await createAgentFixture(open);
  });
  afterEach(() => fixture.close());

  const statuses = jobStatusSchema.options;
  const legal: Record<JobStatus, readonly JobStatus[]> = {
    active: ['completed', 'failed', 'archived'],
    completed: ['active', 'archived'],
    failed: ['active', 'archived'],
    archived: [],
  };

  it.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))(
    'a job that is %s may become %s only if that is legal, and nothing is written otherwise',
    async (from, to) => {
      const { id } = (await fixture.accept()).job;
      await fixture.db.updateTable('jobs').set({ status: from }).where('id', '=', id).execute();
      const move = fixture.db
        .transaction()
        .execute((transaction) => moveJob(transaction, { id, to, fields: { phase: 'moved' } }));
      if (legal[from].includes(to)) await move;
      else await expect(move).rejects.toThrow(IllegalJobMove);
      const { status, phase } = await fixture.db
        .selectFrom('jobs')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect({ status, phase }).toEqual(
        legal[from].includes(to) ? { status: to, phase: 'moved' } : { status: from, phase: 'queued' },
      );
    },
  );
});
