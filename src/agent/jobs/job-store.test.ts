import { afterEach, beforeEach, expect, it } from 'vitest';
import { RateLimited } from '../../http/errors.ts';
import { duration } from '../../kernel/clock.ts';
import { onEveryDatabase } from '../../db/every-database.fixture.ts';
import { createAgentFixture, type AgentFixture } from '../agent.fixture.ts';
import { IdempotencyKeyReused, JobArchived, JobNotFound, LeaseLost } from './errors.ts';
import { headBranchName } from './head-branch-name.ts';
import { createJobRun, type JobRun } from './job-run.ts';
import { createJobStore } from './job-store.ts';

onEveryDatabase((open) => {
  let fixture: AgentFixture;
  beforeEach(async () => {
    fixture = await createAgentFixture(open);
  });
  afterEach(() => fixture.close());

  /** Claims the next job and returns what its worker may write. */
  async function claimRun(): Promise<JobRun> {
    const claimed = await fixture.queue.claim();
    if (claimed === undefined) throw new Error('there is nothing to claim');
    const { db, clock, events } = fixture;
    return createJobRun({ db, clock, events, job: claimed.job, lease: claimed.lease });
  }

  async function eventTypes(jobId: string): Promise<string[]> {
    const { events } = await fixture.events.read({ jobId, after: 0, limit: 1000 });
    expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1));
    return events.map((event) => (event.type === 'phase' ? `phase ${event.phase}` : event.type));
  }

  it('accepts a job with the seven fields of the specification and ours', async () => {
    const { job } = await fixture.accept({ prompt: 'Añade "Guía rápida" — 快速开始!' });
    expect(job).toMatchObject({
      status: 'active',
      source: {
        repository: `https://docs.example/projects/${fixture.projectId}/pulls`,
        ref: headBranchName('Añade "Guía rápida" — 快速开始!', job.id),
      },
      model: 'scripted/test',
      prLink: null,
      createdAt: '2026-01-01T00:00:00.001Z',
      archivedAt: null,
      failure: null,
    });
    expect(job.source.ref).toMatch(/^docwright\/an-ade-gui-a-ra-pida-[0-9a-z]{8}$/);
    expect(await fixture.jobs.find(fixture.projectId, job.id)).toEqual(job);
    expect(await fixture.jobs.find('prj_other', job.id)).toBeUndefined();
    expect(await eventTypes(job.id)).toEqual(['message', 'phase queued']);
  });

  it('charges jobs and messages against a rolling hour and nothing when it refuses', async () => {
    const { job } = await fixture.accept({ jobsPerHour: 2 });
    fixture.clock.advance(1_000_000);
    await fixture.jobs.message({ projectId: fixture.projectId, jobId: job.id, prompt: 'and more', jobsPerHour: 2 });
    const refused = await fixture.accept({ jobsPerHour: 2 }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RateLimited);
    expect((refused as RateLimited).retryAfterSeconds).toBe(2600);
    expect(
      (
        await fixture.jobs.list({
          projectId: fixture.projectId,
          kind: 'change',
          status: undefined,
          limit: 10,
          before: undefined,
        })
      ).jobs,
    ).toHaveLength(1);
    fixture.clock.advance(2_600_000);
    expect((await fixture.accept({ jobsPerHour: 2 })).quota).toMatchObject({ remaining: 0 });
    expect(
      (await fixture.accept({ jobsPerHour: 2, projectId: await fixture.addProject('other') })).quota,
    ).toMatchObject({
      remaining: 1,
    });
  });

  it('says when there is room again, also after the quota was lowered or the clock set back', async () => {
    const waitFor = async (jobsPerHour: number) =>
      ((await fixture.accept({ jobsPerHour }).catch((error: unknown) => error)) as RateLimited).retryAfterSeconds;
    for (let use = 0; use < 3; use += 1) {
      await fixture.accept();
      fixture.clock.advance(600_000);
    }
    expect(await waitFor(3)).toBe(1800);
    expect(await waitFor(1)).toBe(3000);
    fixture.clock.advance(-3_000_000);
    expect(await waitFor(1)).toBe(3600);
  });

  it('shows the page of a repository in place of the path that earlier versions stored', async () => {
    const { job } = await fixture.accept({ repository: 'file:///var/lib/docwright/repositories/docs.git' });
    expect(job.source.repository).toBe(`https://docs.example/projects/${fixture.projectId}/pulls`);
    const { job: hosted } = await fixture.accept({ repository: 'https://github.com/acme/docs' });
    expect(hosted.source.repository).toBe('https://github.com/acme/docs');
  });

  it('replays an idempotent request without using quota and refuses the key for another', async () => {
    const idempotent = { key: 'abc', digest: 'one' };
    const first = await fixture.accept({ idempotent, jobsPerHour: 1 });
    const second = await fixture.accept({ idempotent, jobsPerHour: 1 });
    expect(second).toEqual({ job: first.job, quota: undefined, replayed: true });
    await expect(fixture.accept({ idempotent: { key: 'abc', digest: 'two' }, jobsPerHour: 9 })).rejects.toThrow(
      IdempotencyKeyReused,
    );
    fixture.clock.advance(25 * duration.hour);
    expect((await fixture.accept({ idempotent, jobsPerHour: 1 })).job.id).not.toBe(first.job.id);
  });

  it('does once what two processes are asked for at once, and counts what they do apart', async () => {
    const { projectId, clock, events } = fixture;
    const db = await fixture.another();
    const stores = [
      fixture.jobs,
      createJobStore({
        db,
        clock,
        deletionTime: () => clock.now(),
        events,
        localRepositoryUrl: (id) => id,
        onQueued: () => undefined,
      }),
    ];
    const request = {
      projectId,
      request: { prompt: 'Fix it' },
      model: 'm',
      repository: 'r',
      baseBranch: null,
      draft: false,
    };
    const once = { ...request, jobsPerHour: 5, idempotent: { key: 'abc', digest: 'one' } };
    const answers = await Promise.all([0, 1, 0, 1].map((store) => stores[store]!.accept(once)));
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(answers.map(({ job }) => job.id)).size).toBe(1);
    const others = { ...request, jobsPerHour: 5, idempotent: undefined };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => stores[index % 2]!.accept(others)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(outcomes.every((one) => one.status === 'fulfilled' || one.reason instanceof RateLimited)).toBe(true);
  });

  it('keeps the events of a job in order while a worker, people and another process write to it at once', async () => {
    const { job } = await fixture.accept();
    const run = await claimRun();
    const { projectId, clock, events } = fixture;
    const db = await fixture.another();
    const other = createJobStore({
      db,
      clock,
      deletionTime: () => clock.now(),
      events,
      localRepositoryUrl: (id) => id,
      onQueued: () => undefined,
    });
    const write = (index: number): Promise<unknown> => {
      const message = { projectId, jobId: job.id, prompt: `message ${index}`, jobsPerHour: 100 };
      if (index % 3 === 0) return fixture.jobs.message(message);
      return index % 3 === 1 ? other.message(message) : run.emit({ type: 'notice', text: `notice ${index}` });
    };
    await Promise.all(Array.from({ length: 18 }, (_, index) => write(index)));
    expect((await eventTypes(job.id)).length).toBe(2 + 18);
    expect(await run.takeMessages()).toHaveLength(13);
  });

  it('counts the lines of the change so far', async () => {
    const { job } = await fixture.accept();
    const lines = async () => (await fixture.jobs.find(fixture.projectId, job.id))?.lines;
    const run = await claimRun();
    expect(await lines()).toBeNull();
    const change = (path: string, ...hunk: string[]) =>
      `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1,2 +1,3 @@\n${hunk.join('\n')}\n`;
    const diff = change('a.md', ' # A', '-++ old', '+-- new', '+more') + change('b.md', '--- B', '+B');
    const snapshot = { commit: 'a'.repeat(40), bundle: new Uint8Array() };
    await run.recordEntries({ entries: [], tree: { snapshot, diff } });
    expect(await lines()).toEqual({ added: 3, removed: 2 });
  });

  it('lists newest first, in pages, by status', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      fixture.clock.advance(1000);
      ids.unshift((await fixture.accept()).job.id);
    }
    await fixture.jobs.archive(fixture.projectId, ids[1]!);
    const query = {
      projectId: fixture.projectId,
      kind: 'change',
      status: undefined,
      limit: 2,
      before: undefined,
    } as const;
    const first = await fixture.jobs.list(query);
    expect(first).toMatchObject({ next: ids[1], jobs: [{ id: ids[0] }, { id: ids[1] }] });
    const last = await fixture.jobs.list({ ...query, before: ids[2], limit: 2 });
    expect(last).toMatchObject({ next: undefined, jobs: [{ id: ids[3] }, { id: ids[4] }] });
    const archived = await fixture.jobs.list({ ...query, status: 'archived' });
    expect(archived.jobs.map((job) => job.id)).toEqual([ids[1]]);
  });

  it('goes on after a follow-up and never after an archive', async () => {
    const { projectId, jobs } = fixture;
    const { job } = await fixture.accept();
    const run = await claimRun();
    expect(await run.takeMessages()).toEqual([{ role: 'user', text: 'Fix the typos' }]);
    await run.complete({ url: 'https://example.com/pull/1', number: 1, state: 'open' });
    expect(await jobs.find(projectId, job.id)).toMatchObject({
      status: 'completed',
      prLink: 'https://example.com/pull/1',
    });
    const again = await jobs.message({ projectId, jobId: job.id, prompt: 'Also the headings', jobsPerHour: 9 });
    expect(again.job).toMatchObject({ status: 'active', prLink: 'https://example.com/pull/1' });
    const second = await claimRun();
    expect(second.job).toMatchObject({ round: 2, attempts: 1 });
    expect(await second.takeMessages()).toEqual([{ role: 'user', text: 'Also the headings' }]);
    expect((await second.transcript()).entries).toHaveLength(2);
    expect(await jobs.archive(projectId, job.id)).toMatchObject({ status: 'archived' });
    expect(await jobs.archive(projectId, job.id)).toMatchObject({ status: 'archived' });
    await expect(second.complete(undefined)).rejects.toThrow(LeaseLost);
    await expect(jobs.message({ projectId, jobId: job.id, prompt: 'x', jobsPerHour: 9 })).rejects.toThrow(JobArchived);
    await expect(jobs.archive(projectId, 'job_unknown')).rejects.toThrow(JobNotFound);
  });

  it('does not end a job while a message is unread', async () => {
    const { projectId, jobs } = fixture;
    const { job } = await fixture.accept();
    const run = await claimRun();
    await run.takeMessages();
    await jobs.message({ projectId, jobId: job.id, prompt: 'one more thing', jobsPerHour: 9 });
    await run.complete(undefined);
    expect(await jobs.find(projectId, job.id)).toMatchObject({ status: 'active' });
    const next = await claimRun();
    expect(next.job.round).toBe(2);
    expect(await next.takeMessages()).toEqual([{ role: 'user', text: 'one more thing' }]);
  });

  it('lets nobody write who lost the lease', async () => {
    await fixture.accept();
    const stopped = await claimRun();
    expect(await fixture.queue.claim()).toBeUndefined();
    fixture.clock.advance(30_001);
    const successor = await claimRun();
    const usage = { inputTokens: 5, outputTokens: 1, cachedInputTokens: 0 };
    const entries = [{ role: 'assistant' as const, parts: [] }];
    await expect(stopped.recordModelTurn({ entries, usage })).rejects.toThrow(LeaseLost);
    await expect(stopped.step('push', () => Promise.resolve(1))).rejects.toThrow(LeaseLost);
    await expect(stopped.fail({ code: 'x', message: 'x', remedy: 'x', retryable: false })).rejects.toThrow(LeaseLost);
    await expect(stopped.takeMessages()).rejects.toThrow(LeaseLost);
    await successor.recordModelTurn({ entries, usage });
    expect((await successor.transcript()).spent).toEqual({ modelCalls: 1, tokens: 6, brokenOff: 0 });
  });

  it('lets nobody of an earlier round write, also while the next one is worked on', async () => {
    const { job } = await fixture.accept();
    const earlier = await claimRun();
    await earlier.takeMessages();
    await earlier.complete(undefined);
    expect(await eventTypes(job.id)).not.toContain('pull_request');
    await fixture.jobs.message({ projectId: fixture.projectId, jobId: job.id, prompt: 'More', jobsPerHour: 9 });
    await expect(earlier.update({ title: 'Late' })).rejects.toThrow(LeaseLost);
    const next = await claimRun();
    await expect(earlier.update({ title: 'Late' })).rejects.toThrow(LeaseLost);
    await next.update({ title: 'Next' });
    expect(await fixture.jobs.find(fixture.projectId, job.id)).toMatchObject({ title: 'Next' });
  });

  it('counts what turns of the model cost, and each makes up for the attempts before it', async () => {
    const { job } = await fixture.accept();
    const run = await claimRun();
    await fixture.db.updateTable('jobs').set({ attempts: 3 }).execute();
    const usage = { inputTokens: 5, outputTokens: 1, cachedInputTokens: 2 };
    for (let count = 0; count < 2; count += 1) await run.recordModelTurn({ entries: [], usage });
    expect(await run.attempts()).toBe(1);
    expect(await fixture.jobs.find(fixture.projectId, job.id)).toMatchObject({
      usage: { inputTokens: 10, outputTokens: 2, modelCalls: 2 },
    });
    const { events } = await fixture.events.read({ jobId: job.id, after: 0, limit: 100 });
    expect(events.at(-1)).toMatchObject({ type: 'usage', inputTokens: 10, outputTokens: 2, modelCalls: 2 });
  });

  it('counts what the project pays by months of UTC', async () => {
    await fixture.accept();
    const run = await claimRun();
    const pay = (cost: number) =>
      run.recordModelTurn({ entries: [], usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, cost } });
    await pay(7);
    const now = new Date(fixture.clock.now());
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
    fixture.clock.advance(Date.UTC(year, month + 1, 1) - 1 - fixture.clock.now());
    expect(await run.paid()).toEqual({ job: 7, month: 7 });
    fixture.clock.advance(1);
    expect(await run.paid()).toEqual({ job: 7, month: 0 });
  });

  it('counts an answer that broke off like others, for the job, its round and the month, but as no progress', async () => {
    const { job } = await fixture.accept();
    const run = await claimRun();
    await fixture.db.updateTable('jobs').set({ attempts: 3 }).execute();
    await run.recordLost({ inputTokens: 5, outputTokens: 1, cachedInputTokens: 0, cost: 7 });
    expect(await run.attempts()).toBe(3);
    expect(await run.paid()).toEqual({ job: 7, month: 7 });
    expect(await run.transcript()).toMatchObject({ entries: [], spent: { modelCalls: 1, tokens: 6 } });
    expect(await fixture.jobs.find(fixture.projectId, job.id)).toMatchObject({
      usage: { inputTokens: 5, outputTokens: 1, modelCalls: 1 },
    });
  });

  it('stores each message in one turn, and no turn where there is none', async () => {
    await fixture.accept({ prompt: 'First' });
    const run = await claimRun();
    expect(await run.takeMessages()).toEqual([{ role: 'user', text: 'First' }]);
    expect(await run.takeMessages()).toEqual([]);
    expect(await fixture.db.selectFrom('job_turns').select('job_id').execute()).toHaveLength(1);
  });

  it('runs a recorded step only once, however often it is asked for', async () => {
    await fixture.accept();
    const run = await claimRun();
    let calls = 0;
    const work = () => Promise.resolve({ sha: `sha-${(calls += 1)}` });
    expect(await run.step('commit', work)).toEqual({ sha: 'sha-1' });
    expect(await run.step('commit', work)).toEqual({ sha: 'sha-1' });
    expect(calls).toBe(1);
  });

  it('keeps the tree of the last turn that changed it, and its diff', async () => {
    const { job } = await fixture.accept();
    const run = await claimRun();
    const snapshot = { commit: 'a'.repeat(40), bundle: new Uint8Array([1, 2, 3]) };
    await run.recordEntries({ entries: [], tree: { snapshot, diff: '--- a\n+++ b\n' } });
    await run.recordEntries({ entries: [] });
    const { tree } = await run.transcript();
    expect({ ...tree, bundle: [...(tree?.bundle ?? [])] }).toEqual({ commit: snapshot.commit, bundle: [1, 2, 3] });
    expect(await fixture.jobs.diff(fixture.projectId, job.id)).toBe('--- a\n+++ b\n');
  });

  it('archives old ended jobs only', async () => {
    const ended = (await fixture.accept()).job;
    const run = await claimRun();
    await run.takeMessages();
    await run.complete(undefined);
    fixture.clock.advance(1000);
    const active = (await fixture.accept()).job;
    expect(await fixture.jobs.archiveOld(fixture.projectId, fixture.clock.now())).toBe(1);
    expect(await fixture.jobs.find(fixture.projectId, ended.id)).toMatchObject({ status: 'archived' });
    expect(await fixture.jobs.find(fixture.projectId, active.id)).toMatchObject({ status: 'active' });
  });

  it('wakes whoever works and whoever reads when there is something new, and nobody for a request that is repeated', async () => {
    const { db, clock, projectId } = fixture;
    const woken: string[] = [];
    const events = { ...fixture.events, wake: (jobId: string) => woken.push(`reader of ${jobId}`) };
    const localRepositoryUrl = () => 'https://docs.example';
    const jobs = createJobStore({
      db,
      clock,
      deletionTime: () => clock.now(),
      events,
      localRepositoryUrl,
      onQueued: () => woken.push('worker'),
    });
    const request = {
      projectId,
      request: { prompt: 'Fix it' },
      model: 'scripted/test',
      repository: 'https://docs.example',
      baseBranch: null,
      draft: false,
      jobsPerHour: 10,
      idempotent: { key: 'job', digest: 'one' },
    };
    const { job } = await jobs.accept(request);
    expect(woken.splice(0)).toEqual([`reader of ${job.id}`, 'worker']);
    await jobs.accept(request);
    expect(woken).toEqual([]);
    const idempotent = { key: 'message', digest: 'one' };
    const message = { projectId, jobId: job.id, prompt: 'and that', jobsPerHour: 10, idempotent };
    await jobs.message(message);
    expect(woken.splice(0)).toEqual([`reader of ${job.id}`, 'worker']);
    await jobs.message(message);
    expect(woken).toEqual([]);
    await jobs.archive(projectId, job.id);
    expect(woken).toEqual([`reader of ${job.id}`]);
  });

  it('is younger after a message, and leaves the epoch of whoever worked on it when it is archived', async () => {
    const { job } = await fixture.accept();
    const row = () => fixture.db.selectFrom('jobs').selectAll().where('id', '=', job.id).executeTakeFirstOrThrow();
    const before = await row();
    fixture.clock.advance(1000);
    await fixture.jobs.message({ projectId: fixture.projectId, jobId: job.id, prompt: 'and that', jobsPerHour: 10 });
    expect(await row()).toMatchObject({ updated_at: before.updated_at + 1000, lease_epoch: before.lease_epoch });
    await fixture.jobs.archive(fixture.projectId, job.id);
    expect((await row()).lease_epoch).toBe(before.lease_epoch + 1);
  });

  it('a step that is done, a turn and a result are progress; an event and a phase are none', async () => {
    const { job } = await fixture.accept();
    const run = await claimRun();
    const tried = async () => {
      await fixture.db.updateTable('jobs').set({ attempts: 3 }).where('id', '=', job.id).execute();
    };
    const after = async (work: () => Promise<unknown>) => {
      await tried();
      await work();
      return run.attempts();
    };
    const usage = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 };
    expect(await after(() => run.step('push', () => Promise.resolve(1)))).toBe(1);
    expect(await after(() => run.recordModelTurn({ entries: [], usage }))).toBe(1);
    expect(await after(() => run.recordEntries({ entries: [] }))).toBe(1);
    expect(await after(() => run.emit({ type: 'notice', text: 'Still there' }))).toBe(3);
    expect(await after(() => run.enterPhase('running'))).toBe(3);
  });

  it('counts how often a round was too much for its checker', async () => {
    await fixture.accept();
    const run = await claimRun();
    expect([await run.countCheckerEnd(), await run.countCheckerEnd()]).toEqual([1, 2]);
  });

  it('counts what a job asks of the web, over its rounds and workers', async () => {
    const { job } = await fixture.accept();
    const first = await claimRun();
    await first.takeMessages();
    expect(await first.countWebUse({ pages: 1 })).toEqual({ pages: 1, bytes: 0 });
    expect(await first.countWebUse({ bytes: 700 })).toEqual({ pages: 1, bytes: 700 });
    await first.complete(undefined);
    await fixture.jobs.message({ projectId: fixture.projectId, jobId: job.id, prompt: 'And now', jobsPerHour: 100 });
    const second = await claimRun();
    expect(await second.countWebUse({ pages: 1, bytes: 50 })).toEqual({ pages: 2, bytes: 750 });
    await fixture.accept();
    expect(await (await claimRun()).countWebUse({})).toEqual({ pages: 0, bytes: 0 });
  });

  it('knows the job of a pull request, the latest where numbers began anew', async () => {
    const ids = [];
    for (const number of [1, 2, 1]) {
      const { job } = await fixture.accept();
      const run = await claimRun();
      await run.takeMessages();
      await run.complete({ url: `https://docs.example/${number}`, number, state: 'open' });
      ids.push(job.id);
    }
    const found = await fixture.jobs.findByPullRequests(fixture.projectId, [1, 2, 3]);
    expect([...found].map(([number, { id }]) => [number, id]).sort()).toEqual([
      [1, ids[2]],
      [2, ids[1]],
    ]);
    expect(await fixture.jobs.findByPullRequests('prj_other', [1])).toEqual(new Map());
  });

  it('keeps a job for its former pull requests, and what is known of the one that is open', async () => {
    const { projectId } = fixture;
    const { job } = await fixture.accept({ author: { name: 'Ada', email: 'ada@example.com' } });
    const messages = ['And now', 'And then', 'And last'];
    for (const number of [1, 12, 12, 3]) {
      const run = await claimRun();
      await run.takeMessages();
      expect(await run.authors()).toHaveLength(1);
      await run.complete(
        { url: `https://docs.example/${number}`, number, state: 'open' },
        { isToMerge: number === 12, hasForeign: false },
      );
      const prompt = messages.shift();
      const author = { name: 'ada', email: 'ADA@example.com' };
      if (prompt !== undefined) {
        const isToMerge = number === 12;
        expect((await fixture.jobs.find(projectId, job.id))?.prCondition).toBe(isToMerge ? 'merging' : null);
        const known = { repairs: 1, repairedHead: 'a', hasConflict: true };
        await fixture.jobs.recordFollowed(job.id, { follow: known });
        expect((await fixture.jobs.find(projectId, job.id))?.prCondition).toBe('conflict');
        await fixture.jobs.message({ projectId, jobId: job.id, prompt, jobsPerHour: 100, author });
        expect(await readStored()).toMatchObject(known);
      }
    }
    const find = (number: number) => fixture.jobs.findByPullRequest(projectId, number);
    expect(await Promise.all([1, 12, 3, 2].map(find))).toEqual([job.id, job.id, job.id, undefined]);
    // Repairs are counted for each pull request.
    expect(await readStored()).toMatchObject({ repairs: 0, hasConflict: false, mergeSince: null });
    const other = await fixture.accept();
    const run = await claimRun();
    await run.takeMessages();
    await run.complete({ url: 'https://docs.example/1', number: 1, state: 'open' });
    expect(await find(1)).toBe(other.job.id);
  });

  async function readStored(): Promise<unknown> {
    const row = await fixture.db.selectFrom('jobs').select('pull_request_follow').executeTakeFirstOrThrow();
    return JSON.parse(row.pull_request_follow ?? '{}');
  }

  it('lets one process act on an open pull request between rounds, for five minutes', async () => {
    const { projectId, jobs, clock } = fixture;
    const { job } = await fixture.accept();
    const run = await claimRun();
    await run.takeMessages();
    expect(await jobs.takeFollowed(projectId, 7)).toBeUndefined();
    await run.complete({ url: 'https://docs.example/7', number: 7, state: 'open' });
    const taken = await Promise.all([1, 2, 3].map(() => jobs.takeFollowed(projectId, 7)));
    expect(taken.filter((each) => each !== undefined)).toMatchObject([{ jobId: job.id, number: 7 }]);
    clock.advance(5 * duration.minute);
    expect(await jobs.takeFollowed(projectId, 7)).toBeDefined();
    await jobs.recordFollowed(job.id, { headSha: 'b', notice: 'Done.' });
    expect(await jobs.takeFollowed(projectId, 7)).toMatchObject({ headSha: 'b' });
    expect((await eventTypes(job.id)).at(-1)).toBe('notice');
    await jobs.recordPullRequestState({ projectId, number: 7, state: 'closed' });
    expect(await jobs.findFollowed(projectId, 7)).toBeUndefined();
  });

  it('finds merged pull requests by when they were merged, whatever happened to their jobs since', async () => {
    const { projectId, jobs, clock } = fixture;
    const open = async (number: number) => {
      const { job } = await fixture.accept();
      const run = await claimRun();
      await run.takeMessages();
      await run.complete({ url: `https://docs.example/${number}`, number, state: 'open' });
      clock.advance(duration.hour);
      return job.id;
    };
    const all = { from: undefined, to: undefined };
    const merged = await open(7);
    await open(8);
    expect(await jobs.findMerges(projectId, all)).toEqual([]);
    const at = clock.now();
    await jobs.recordPullRequestState({ projectId, number: 7, state: 'merged' });
    await jobs.recordPullRequestState({ projectId, number: 8, state: 'closed' });
    clock.advance(duration.hour);
    await jobs.archive(projectId, merged);
    expect(await jobs.findMerges(projectId, all)).toMatchObject([{ jobId: merged, number: 7, at }]);
    expect(await jobs.findMerges(projectId, { from: at, to: at + 1 })).toHaveLength(1);
    expect(await jobs.findMerges(projectId, { from: at + 1, to: undefined })).toEqual([]);
    expect(await jobs.findMerges(projectId, { from: undefined, to: at })).toEqual([]);
    expect(await jobs.findMerges('prj_other', all)).toEqual([]);
  });
});
