import { afterEach, beforeEach, expect, it } from 'vitest';
import { duration } from '../../kernel/clock.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { onEveryDatabase } from '../../db/every-database.fixture.ts';
import { createAgentFixture, type AgentFixture } from '../agent.fixture.ts';
import { archiveOldJobs } from './archive-old-jobs.ts';

onEveryDatabase((open) => {
  let fixture: AgentFixture;
  beforeEach(async () => {
    fixture = await createAgentFixture(open);
  });
  afterEach(() => fixture.close());

  it('archives the ended jobs of each project when they are as old as that project says', async () => {
    const other = await fixture.addProject('other');
    await fixture.projects.update(other, { settings: { archiveAfterDays: 7 } }, 'test');
    const jobs = [(await fixture.accept()).job, (await fixture.accept({ projectId: other })).job];
    await fixture.db.updateTable('jobs').set({ status: 'completed' }).execute();
    const statuses = async () => {
      await archiveOldJobs({ ...fixture, logger: silentLogger });
      return Promise.all(
        jobs.map(
          async ({ id }, index) => (await fixture.jobs.find(index === 0 ? fixture.projectId : other, id))?.status,
        ),
      );
    };
    fixture.clock.advance(7 * duration.day - 1000);
    expect(await statuses()).toEqual(['completed', 'completed']);
    fixture.clock.advance(1001);
    expect(await statuses()).toEqual(['completed', 'archived']);
    fixture.clock.advance(83 * duration.day);
    expect(await statuses()).toEqual(['archived', 'archived']);
  });

  it('lets others have their turn after each hundred, and leaves the rest to the next time when it is stopped', async () => {
    const { job } = await fixture.accept();
    const row = await fixture.db.selectFrom('jobs').selectAll().where('id', '=', job.id).executeTakeFirstOrThrow();
    const copies = Array.from({ length: 249 }, (_, index) => ({ ...row, id: `${job.id.slice(0, -3)}${index + 100}` }));
    await fixture.db.insertInto('jobs').values(copies).execute();
    await fixture.db.updateTable('jobs').set({ status: 'completed' }).execute();
    fixture.clock.advance(91 * duration.day);
    const stopping = new AbortController();
    const counts: number[] = [];
    const jobs: Pick<typeof fixture.jobs, 'archiveOld'> = {
      async archiveOld(...query) {
        const count = await fixture.jobs.archiveOld(...query);
        counts.push(count);
        setImmediate(() => {
          if (counts.length === 2) stopping.abort();
        });
        return count;
      },
    };
    await archiveOldJobs({ ...fixture, jobs, logger: silentLogger, signal: stopping.signal });
    expect(counts).toEqual([100, 100]);
    await archiveOldJobs({ ...fixture, jobs, logger: silentLogger });
    expect(counts).toEqual([100, 100, 50, 0]);
  });

  it('says how many jobs of which project, and nothing of a project that has none', async () => {
    await fixture.addProject('other');
    await fixture.accept();
    await fixture.db.updateTable('jobs').set({ status: 'completed' }).execute();
    fixture.clock.advance(91 * duration.day);
    const lines: unknown[] = [];
    const logger = { ...silentLogger, info: (facts: object) => lines.push(facts) };
    await archiveOldJobs({ ...fixture, logger });
    expect(lines).toEqual([{ projectId: fixture.projectId, count: 1 }]);
  });
});
