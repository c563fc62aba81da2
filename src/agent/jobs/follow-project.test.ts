import { afterEach, beforeEach, expect, it } from 'vitest';
import { onEveryDatabase } from '../../db/every-database.fixture.ts';
import { randomText } from '../../secrets/secrets.fixture.ts';
import { createAgentFixture, type AgentFixture } from '../agent.fixture.ts';
import { createFollowProject, readChanges } from './follow-project.ts';
import { JobNotFound } from './errors.ts';

onEveryDatabase((open) => {
  let fixture: AgentFixture;
  beforeEach(async () => {
    fixture = await createAgentFixture(open);
  });
  afterEach(() => fixture.close());

  const secret = `ghp_${randomText}`;

  /** Collects what is sent, as pairs of event and data. */
  async function follow(shown?: string) {
    const followed = await createFollowProject(fixture)(
      fixture.projectId,
      shown === undefined ? undefined : { id: shown, after: 0 },
    );
    const sent: [string | undefined, unknown][] = [];
    const stream = {
      writeSSE: ({ event, data }: { event?: string; data: string }) => {
        sent.push([event, JSON.parse(data)]);
        return Promise.resolve();
      },
    } as unknown as Parameters<typeof followed.send>[0];
    return {
      changed: (signal: AbortSignal) => followed.changed(signal),
      /** What is sent at once. */
      next: async () => {
        sent.length = 0;
        await followed.send(stream);
        return [...sent];
      },
    };
  }
  const jobIn = async () => (await fixture.accept()).job;

  it('names the jobs that changed, each change once', async () => {
    const first = await jobIn();
    fixture.clock.advance(60_000);
    const second = await jobIn();
    fixture.clock.advance(5_000);
    // What changed shortly before may have been missed by whoever begins to look.
    expect(await (await follow()).next()).toEqual([['jobs', { ids: [second.id], pullRequests: false }]]);
    fixture.clock.advance(60_000);
    expect(await (await follow()).next()).toEqual([]);
    const other = await fixture.addProject('other');
    const look = async () => (await follow()).next();
    await fixture.accept({ projectId: other });
    expect(await look()).toEqual([]);
    await fixture.jobs.archive(fixture.projectId, first.id);
    expect(await look()).toEqual([['jobs', { ids: [first.id], pullRequests: false }]]);
  });

  it('tells a change once, and of pull requests only when theirs change', async () => {
    const { id } = await jobIn();
    const take = readChanges(fixture);
    expect(await take()).toEqual({ ids: [id], pullRequests: false });
    expect(await take()).toBeUndefined();
    const change = async (fields: object) => {
      fixture.clock.advance(1);
      const changed = { ...fields, updated_at: fixture.clock.now() };
      await fixture.db.updateTable('jobs').set(changed).where('id', '=', id).execute();
      return take();
    };
    const open = { pull_request_number: 1, pull_request_state: 'open' };
    expect(await change(open)).toEqual({ ids: [id], pullRequests: true });
    expect(await change({ title: 'A title' })).toEqual({ ids: [id], pullRequests: false });
    expect(await change({ pull_request_state: 'merged' })).toEqual({ ids: [id], pullRequests: true });
    // Became visible late, by the clock of another process.
    const late = (await jobIn()).id;
    await fixture.db
      .updateTable('jobs')
      .set({ updated_at: fixture.clock.now() - 5000 })
      .where('id', '=', late)
      .execute();
    expect((await take())?.ids).toEqual([late]);
  });

  it('wakes whoever looks when a job is made', async () => {
    const { changed, next } = await follow();
    expect(await next()).toEqual([]);
    const woken = changed(AbortSignal.timeout(60_000));
    await jobIn();
    await woken;
  });

  it('sends the log of the shown job, and its words as they grow, without secrets', async () => {
    const { id } = await jobIn();
    const { next, changed } = await follow(id);
    expect((await next()).map(([event]) => event)).toEqual(['message', 'phase', 'words', 'jobs']);
    const speak = (text: string) => {
      fixture.events.speak(id, () => text);
    };
    let words = 'I look at ';
    // Sooner than whoever waits for nothing and looks by himself.
    const quiet = fixture.events.changed(['nobody'], AbortSignal.timeout(60_000));
    const woken = changed(AbortSignal.timeout(60_000));
    speak(words);
    expect(await Promise.race([woken.then(() => 'woken'), quiet.then(() => 'quiet')])).toBe('woken');
    expect(await next()).toEqual([['words', { from: 0, text: 'I look at ' }]]);
    words += `the index. ${secret.slice(0, 20)}`;
    speak(words);
    expect(await next()).toEqual([['words', { from: 10, text: 'the index. ' }]]);
    words += `${secret.slice(20)} is a token.`;
    speak(words);
    expect(await next()).toEqual([['words', { from: 21, text: '[redacted] is a ' }]]);
    speak('Another ');
    expect(await next()).toEqual([['words', { from: 0, text: 'Another ' }]]);
    fixture.events.speak(id, undefined);
    expect(await next()).toEqual([['words', { from: 0, text: '' }]]);
    expect(await next()).toEqual([]);
  });

  it('shows no job of another project', async () => {
    const { job } = await fixture.accept({ projectId: await fixture.addProject('other') });
    await expect(follow(job.id)).rejects.toThrow(JobNotFound);
  });
});
