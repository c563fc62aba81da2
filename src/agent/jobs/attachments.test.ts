import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAgentFixture, type AgentFixture } from '../agent.fixture.ts';
import { createJobRun } from './job-run.ts';

let fixture: AgentFixture;
beforeEach(async () => {
  fixture = await createAgentFixture();
});
afterEach(() => fixture.close());

const file = (name: string, text = 'x') => ({
  name,
  type: 'text/plain' as const,
  data: Buffer.from(text).toString('base64'),
});

async function run() {
  const { db, clock, events } = fixture;
  const claimed = await fixture.queue.claim();
  if (claimed === undefined) throw new Error('there is nothing to claim');
  return createJobRun({ db, clock, events, ...claimed });
}

it('are kept under names that any file system takes and no two share, and told with the message', async () => {
  const names = ['Ünder score.txt', '..hidden', 'A.txt', 'a.txt', '???'];
  await fixture.accept({ request: { prompt: 'Look', attachments: names.map((name) => file(name)) } });
  const claimed = await run();
  const kept = (await claimed.attachments()).map(({ name }) => name).sort();
  expect(kept).toEqual(['nder-score.txt', '2-a.txt', 'A.txt', 'file', 'hidden'].sort());
  const [message] = await claimed.takeMessages();
  for (const name of kept) expect(message?.text).toContain(`@context/attachments/${name} (text/plain, 1 bytes)`);
  expect(message?.text.startsWith('Look\n\nThe person attached')).toBe(true);
});

it('are deleted with what nobody reads again: an archived job', async () => {
  const { job } = await fixture.accept({ request: { prompt: 'Look', attachments: [file('a.txt')] } });
  const count = () => fixture.db.selectFrom('job_attachments').selectAll().execute();
  expect(await count()).toHaveLength(1);
  await fixture.jobs.archive(fixture.projectId, job.id);
  expect(await count()).toEqual([]);
});

it('of several messages do not overwrite each other', async () => {
  const { job } = await fixture.accept({ request: { prompt: 'Look' } });
  const send = (attachments: ReturnType<typeof file>[]) => {
    // Messages of one millisecond have no order.
    fixture.clock.advance(1);
    return fixture.jobs.message({
      projectId: fixture.projectId,
      jobId: job.id,
      prompt: 'This',
      attachments,
      jobsPerHour: 100,
    });
  };
  await send([file('a.txt', 'one')]);
  await send([file('a.txt', 'two')]);
  const claimed = await run();
  expect((await claimed.attachments()).map(({ name, content }) => [name, Buffer.from(content).toString()])).toEqual([
    ['2-a.txt', 'two'],
    ['a.txt', 'one'],
  ]);
  expect((await claimed.takeMessages()).map(({ text }) => text.includes('attached'))).toEqual([false, true, true]);
});
