import { afterEach, beforeEach, expect, it } from 'vitest';
import { attachmentLimits, attachmentsSchema } from '../../contract/attachment.ts';
import { onEveryDatabase } from '../../db/every-database.fixture.ts';
import { createAgentFixture, type AgentFixture } from '../agent.fixture.ts';
import { TooManyAttachments } from './errors.ts';
import { createJobRun } from './job-run.ts';
import { createJobStore } from './job-store.ts';

it('are taken up to the very byte', () => {
  const { bytes, bytesTogether } = attachmentLimits;
  const files = (...sizes: number[]) =>
    sizes.map((size) => ({ name: 'a.txt', type: 'text/plain', data: Buffer.alloc(size, 'a').toString('base64') }));
  const rest = bytesTogether - 2 * bytes;
  expect(attachmentsSchema.safeParse(files(bytes, bytes, rest)).success).toBe(true);
  expect(attachmentsSchema.safeParse(files(bytes, bytes, rest + 1)).success).toBe(false);
});

it('are pictures up to the very pixel', () => {
  const picture = (width: number, height: number) => {
    const bytes = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex');
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return [{ name: 'a.png', type: 'image/png', data: bytes.toString('base64') }];
  };
  expect(attachmentsSchema.safeParse(picture(1, 8_000)).success).toBe(true);
  expect(attachmentsSchema.safeParse(picture(8_000, 1)).success).toBe(true);
  const { error } = attachmentsSchema.safeParse(picture(8_001, 1));
  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [[0, 'data'], 'must have 1 to 8000 pixels on a side, but has 8001 x 1'],
  ]);
});

onEveryDatabase((open) => {
  let fixture: AgentFixture;
  beforeEach(async () => {
    fixture = await createAgentFixture(open);
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
    const kept = [...(await claimed.attachments())].sort();
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
    expect([...(await claimed.attachments())].sort()).toEqual(['2-a.txt', 'a.txt']);
    const contents = await Promise.all(['a.txt', '2-a.txt', 'none.txt'].map((name) => claimed.attachment(name)));
    expect(contents.map((content) => content && Buffer.from(content).toString())).toEqual(['one', 'two', undefined]);
    expect((await claimed.takeMessages()).map(({ text }) => text.includes('attached'))).toEqual([false, true, true]);
  });

  it('of messages that two processes take at once are kept whole or not at all, and no more than fit', async () => {
    const { projectId, clock, events } = fixture;
    const { job } = await fixture.accept({ request: { prompt: 'Look' } });
    const db = await fixture.another();
    const other = createJobStore({
      db,
      clock,
      deletionTime: () => clock.now(),
      events,
      localRepositoryUrl: (id) => id,
      onQueued: () => undefined,
    });
    const attachments = [file('a.txt'), file('A.txt'), file('a.txt')];
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? fixture.jobs : other).message({
          projectId,
          jobId: job.id,
          prompt: `message ${index}`,
          attachments,
          jobsPerHour: 100,
        }),
      ),
    );
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []));
    expect(refused.map((error) => error instanceof TooManyAttachments)).toEqual([true, true, true, true]);
    const kept = await fixture.db.selectFrom('job_attachments').select(['name', 'message_id']).execute();
    expect(new Set(kept.map(({ name }) => name.toLowerCase())).size).toBe(48);
    const byMessage = Map.groupBy(kept, (row) => row.message_id);
    expect([...byMessage.values()].map((rows) => rows.length)).toEqual(Array<number>(16).fill(3));
  });

  it('are taken for all messages of a job together up to the very byte', async () => {
    const { job } = await fixture.accept({ request: { prompt: 'Look' } });
    const send = (bytes: number) =>
      fixture.jobs.message({
        projectId: fixture.projectId,
        jobId: job.id,
        prompt: 'This',
        attachments: [file('a.txt', 'x'.repeat(bytes))],
        jobsPerHour: 1_000,
      });
    for (let count = 0; count < 12; count += 1) await send(2 * 1024 * 1024);
    await send(1024 * 1024);
    await expect(send(1)).rejects.toThrow(TooManyAttachments);
  });

  it('are bounded for all messages of a job together, and what is refused leaves nothing', async () => {
    const { job } = await fixture.accept({ request: { prompt: 'Look' } });
    const send = (attachments: ReturnType<typeof file>[]) =>
      fixture.jobs.message({
        projectId: fixture.projectId,
        jobId: job.id,
        prompt: 'This',
        attachments,
        jobsPerHour: 1_000,
      });
    const large = 'x'.repeat(2 * 1024 * 1024);
    for (let count = 0; count < 12; count += 1) await send([file('large.txt', large)]);
    const refusal = {
      facts: { code: 'too_many_attachments', status: 422 },
      details: [
        { field: 'attachments', message: expect.stringContaining(`has 12 with ${12 * large.length} bytes`) as string },
      ],
    };
    await expect(send([file('large.txt', large)])).rejects.toMatchObject(refusal);
    for (let count = 12; count < 50; count += 1) await send([file('small.txt')]);
    await expect(send([file('small.txt')])).rejects.toThrow('has 50 with');
    await send([]);
    const messages = await fixture.db.selectFrom('job_messages').select('id').execute();
    expect(messages).toHaveLength(1 + 50 + 1);
  });
});
