import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLogger, type Logger } from '../../kernel/logger.ts';
import { createAgentFixture, type AgentFixture } from '../agent.fixture.ts';
import { BudgetExhausted } from './errors.ts';
import { createWorkOnJob } from './work-on-job.ts';

let fixture: AgentFixture;
beforeEach(async () => {
  fixture = await createAgentFixture();
});
afterEach(() => fixture.close());

/** What is logged when the work on a job throws this. */
async function linesOf(runJob: () => Promise<void>): Promise<{ facts: object; line: string }[]> {
  const { job } = await fixture.accept();
  const { lease, job: row } = (await fixture.queue.claim())!;
  const lines: { facts: object; line: string }[] = [];
  const loggerWith = (known: object): Logger => {
    const log = (facts: object, line: string) => {
      lines.push({ facts: { ...known, ...facts }, line });
    };
    return { ...silentLogger, info: log, warn: log, error: log, child: (more) => loggerWith({ ...known, ...more }) };
  };
  const control = { signal: new AbortController().signal, isDraining: () => false };
  await createWorkOnJob({ ...fixture, logger: loggerWith({}), runJob })(row, lease, control);
  expect(row.id).toBe(job.id);
  return lines;
}

it('logs why a job failed, with the job and the project', async () => {
  const error = new BudgetExhausted('tokens', 'Nothing was changed.');
  const [logged] = await linesOf(() => Promise.reject(error));
  expect(logged).toMatchObject({
    line: 'the job failed',
    facts: { code: 'budget_exhausted', error, projectId: fixture.projectId, epoch: 1 },
  });
});

it('logs that the end of an attempt could not be stored, and rejects nothing: another worker goes on', async () => {
  const lines = await linesOf(async () => {
    await fixture.db.schema.alterTable('jobs').dropColumn('attempts').execute();
    throw new Error('away');
  });
  expect(lines).toMatchObject([{ line: 'the end of the attempt could not be stored' }]);
});
