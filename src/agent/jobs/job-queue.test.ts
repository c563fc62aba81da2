import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createManualClock, duration, type Clock } from '../../kernel/clock.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { AppError, type ErrorFacts } from '../../kernel/app-error.ts';
import { onEveryDatabase } from '../../db/every-database.fixture.ts';
import { leaseTimeOf } from '../../db/lease-time.ts';
import { createAgentFixture, leaseMilliseconds, type AgentFixture } from '../agent.fixture.ts';
import { addJobMetrics } from './job-metrics.ts';
import { createJobQueue, type Lease } from './job-queue.ts';
import { createJobRun, type JobRun } from './job-run.ts';
import { createWorkOnJob } from '../round/work-on-job.ts';
import { HandedBack, type WorkControl } from './work-control.ts';
import { createWorker } from './worker.ts';

onEveryDatabase((open) => {
  let fixture: AgentFixture;
  beforeEach(async () => {
    fixture = await createAgentFixture(open);
  });
  afterEach(() => fixture.close());

  it('takes turns between projects, whatever one of them has queued', async () => {
    const other = await fixture.addProject('other');
    for (let count = 0; count < 5; count += 1) await fixture.accept();
    await fixture.accept({ projectId: other });
    await fixture.accept({ projectId: other });
    const order: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      fixture.clock.advance(1);
      const claimed = await fixture.queue.claim();
      order.push(claimed!.job.project_id === other ? 'other' : 'first');
    }
    expect(order).toEqual(['first', 'other', 'first', 'other']);
  });

  it('is fair to a project that waits behind one that is served one job at a time', async () => {
    const other = await fixture.addProject('other');
    for (let count = 0; count < 5; count += 1) await fixture.accept();
    await fixture.accept({ projectId: other });
    const first = await fixture.queue.claim();
    await fixture.jobs.archive(first!.job.project_id, first!.job.id);
    fixture.clock.advance(1);
    expect((await fixture.queue.claim())!.job.project_id).toBe(other);
  });

  it('goes first to the project with fewer jobs at work, even if it was served last', async () => {
    const other = await fixture.addProject('other');
    await fixture.accept();
    await fixture.queue.claim();
    const ended = await fixture.accept({ projectId: other });
    await fixture.queue.claim();
    await fixture.jobs.archive(other, ended.job.id);
    await fixture.accept();
    await fixture.accept({ projectId: other });
    expect((await fixture.queue.claim())!.job.project_id).toBe(other);
  });

  it('gives each job to one worker, however many ask at once', async () => {
    for (let count = 0; count < 12; count += 1) await fixture.accept();
    const queues = [fixture.db, await fixture.another(), await fixture.another()].map((db, index) =>
      createJobQueue({ ...fixture, db, owner: `worker ${index}`, leaseMilliseconds }),
    );
    const claims = await Promise.all(Array.from({ length: 18 }, (_, index) => queues[index % 3]!.claim()));
    const claimed = claims.flatMap((claim) => (claim === undefined ? [] : [claim]));
    expect(new Set(claimed.map(({ job }) => job.id)).size).toBe(12);
    expect(claimed.map(({ lease }) => lease.epoch)).toEqual(Array(12).fill(1));
  });

  it('counts those that wait for a worker, are worked on, and wait for what is away', async () => {
    const registry = new Registry();
    addJobMetrics(registry, fixture);
    for (let count = 0; count < 4; count += 1) await fixture.accept();
    const { lease } = (await fixture.queue.claim())!;
    await fixture.queue.claim();
    await fixture.queue.waitFor(lease, 1000);
    await fixture.db.updateTable('jobs').set({ waiting: '{}' }).where('id', '=', lease.jobId).execute();
    expect(await registry.getSingleMetricAsString('docwright_jobs')).toMatch(
      /\{state="queued"\} 2\n.*\{state="running"\} 1\n.*\{state="waiting"\} 1$/,
    );
  });

  it('gives a job to another worker only after the lease has run out', async () => {
    const { job } = await fixture.accept();
    const first = await fixture.queue.claim();
    fixture.clock.advance(leaseMilliseconds - 1);
    expect(await fixture.queue.claim()).toBeUndefined();
    expect(await fixture.queue.renew(first!.lease, 0)).toBe(true);
    fixture.clock.advance(leaseMilliseconds - 1);
    expect(await fixture.queue.claim()).toBeUndefined();
    fixture.clock.advance(2);
    const second = await fixture.queue.claim();
    expect(second!.job).toMatchObject({ id: job.id, attempts: 2, lease_epoch: 2 });
    expect(await fixture.queue.renew(first!.lease, 0)).toBe(false);
    await fixture.queue.handBack(first!.lease);
    expect(await fixture.queue.holds(second!.lease)).toBe(true);
  });

  it('gives a worker no job again that it works on, and prolongs none that has ended', async () => {
    const { job } = await fixture.accept();
    const claimed = await fixture.queue.claim();
    fixture.clock.advance(leaseMilliseconds + 1);
    expect(await fixture.queue.claim([job.id])).toBeUndefined();
    expect(await fixture.queue.claim(['another'])).toMatchObject({ lease: { epoch: claimed!.lease.epoch + 1 } });
    const { lease } = (await fixture.accept(), (await fixture.queue.claim())!);
    await fixture.db.updateTable('jobs').set({ status: 'archived' }).where('id', '=', lease.jobId).execute();
    expect(await fixture.queue.renew(lease, 0)).toBe(false);
  });

  it('takes what was no work off the time that a job has had', async () => {
    await fixture.accept();
    const { lease } = (await fixture.queue.claim())!;
    await fixture.queue.renew(lease, 10_000);
    const worked = async () => (await fixture.db.selectFrom('jobs').select('worked').executeTakeFirstOrThrow()).worked;
    await fixture.queue.handBack(lease, { waitedMilliseconds: 4_000, delayMilliseconds: 0 });
    expect(await worked()).toBe(6_000);
    const again = (await fixture.queue.claim())!;
    await fixture.queue.handBack(again.lease, { waitedMilliseconds: 7_000, delayMilliseconds: 0 });
    expect(await worked()).toBe(0);
  });

  it('takes the lease with the hand-over: a worker that is still at it can change nothing', async () => {
    await fixture.accept();
    const { job, lease } = (await fixture.queue.claim())!;
    const run = createJobRun({ ...fixture, job, lease });
    await fixture.jobs.message({ projectId: job.project_id, jobId: job.id, prompt: 'And more', jobsPerHour: 9 });
    await run.complete(undefined);
    expect([await fixture.queue.holds(lease), await fixture.queue.renew(lease, 0)]).toEqual([false, false]);
    await expect(run.fail({ code: 'x', message: 'm', remedy: 'r', retryable: false })).rejects.toThrow(/lease/);
    expect((await fixture.queue.claim())?.job).toMatchObject({ id: job.id, round: 2 });
  });

  it('keeps the time worked of a round that got further before it had to wait again', async () => {
    await fixture.accept();
    const shown = { code: 'away', message: 'm', since: '2026-01-01T00:00:00.000Z', until: '2026-01-01T00:00:05.000Z' };
    const row = () => fixture.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
    for (const worked of [10_000, 20_000]) {
      const { job, lease } = (await fixture.queue.claim())!;
      const run = createJobRun({ ...fixture, job, lease });
      await fixture.queue.renew(lease, 10_000);
      await run.step(`step of ${worked}`, () => Promise.resolve(1));
      await run.waitFor({ shown, tries: 1, milliseconds: 0 });
      await fixture.queue.waitFor(lease, 0);
      expect((await row()).worked).toBe(worked);
    }
    // Only waited: what it took is no work.
    const { job, lease } = (await fixture.queue.claim())!;
    await fixture.queue.renew(lease, 10_000);
    await createJobRun({ ...fixture, job, lease }).waitFor({ shown, tries: 2, milliseconds: 0 });
    expect((await row()).worked).toBe(20_000);
  });

  it('does not blame a job that got further for the workers that ended', async () => {
    await fixture.accept();
    for (let life = 0; life < 5; life += 1) {
      const { job, lease } = (await fixture.queue.claim())!;
      await createJobRun({ ...fixture, job, lease }).step(`step ${life}`, () => Promise.resolve(1));
      fixture.clock.advance(leaseMilliseconds + 1);
    }
    expect(await fixture.queue.claim()).toBeDefined();
  });

  class Passing extends AppError {
    static readonly facts: ErrorFacts = { code: 'passing', status: 503, title: 't', remedy: 'r', retryable: true };
    constructor(options: { retryAfterSeconds?: number } = {}) {
      super(Passing.facts, 'The host is away.', options);
    }
  }

  const control = (signal = new AbortController().signal): WorkControl => ({ signal, isDraining: () => false });

  function workOn(runJob: (run: JobRun, control: WorkControl) => Promise<void>) {
    return createWorkOnJob({ ...fixture, logger: silentLogger, runJob });
  }

  it('leaves a job alone that was taken while the statement of another worker waited for its turn', async () => {
    await fixture.accept();
    const moment = createManualClock(5 * duration.hour);
    const queueAt = (time: Clock) =>
      createJobQueue({ db: fixture.db, clock: time, leaseTime: leaseTimeOf(time), owner: 'test', leaseMilliseconds });
    const waited = createManualClock(5 * duration.hour - 15 * duration.second);
    expect(await queueAt(moment).claim()).toBeDefined();
    expect(await queueAt(waited).claim()).toBeUndefined();
  });

  it('tries a passing fault again with growing pauses, and gives up after three attempts', async () => {
    const { job } = await fixture.accept();
    const work = workOn(() => Promise.reject(new Passing()));
    for (const pause of [5000, 20_000]) {
      const claimed = await fixture.queue.claim();
      await work(claimed!.job, claimed!.lease, control());
      expect(await fixture.queue.claim()).toBeUndefined();
      fixture.clock.advance(pause);
    }
    const last = await fixture.queue.claim();
    await work(last!.job, last!.lease, control());
    expect(await fixture.jobs.find(fixture.projectId, job.id)).toMatchObject({
      status: 'failed',
      failure: { code: 'passing', retryable: true, remedy: 'r' },
    });
  });

  it('neither ends a lease nor prolongs a pause when the machine starts again or its clock is set', async () => {
    const { job } = await fixture.accept();
    const wall = createManualClock(Date.UTC(2026, 0, 1));
    const steady = createManualClock(5_000_000_000);
    const queueAt = (steadyClock: Clock) =>
      createJobQueue({
        db: fixture.db,
        clock: wall,
        leaseTime: leaseTimeOf(steadyClock),
        owner: 'test',
        leaseMilliseconds,
      });
    const first = await queueAt(steady).claim();
    for (const jump of [2, -4]) {
      wall.advance(jump * duration.hour);
      expect(await queueAt(steady).claim()).toBeUndefined();
    }
    // Claimed before the machine was started again: its clock counts from nought.
    const second = await queueAt(createManualClock(1000)).claim();
    expect(second!.job).toMatchObject({ id: job.id, lease_epoch: first!.lease.epoch + 1 });
    await queueAt(steady).waitFor(second!.lease, 60_000);
    expect(await queueAt(steady).claim()).toBeUndefined();
    expect(await queueAt(createManualClock(2000)).claim()).toBeDefined();
  });

  it('fails a job that ended three workers, however far each of them got, and goes on in its round with a message', async () => {
    const { job } = await fixture.accept();
    const work = workOn((run) => run.step('prepare', () => Promise.resolve(1)).then(() => undefined));
    let last: Lease | undefined;
    for (let count = 0; count < 3; count += 1) {
      const claimed = await fixture.queue.claim();
      expect(claimed!.job.worker_ends).toBe(count);
      last = claimed!.lease;
      await work(claimed!.job, claimed!.lease, control());
      fixture.clock.advance(leaseMilliseconds + 1);
    }
    const other = (await fixture.accept()).job;
    expect((await fixture.queue.claim())!.job.id).toBe(other.id);
    expect(await fixture.queue.claim()).toBeUndefined();
    expect(await fixture.jobs.find(fixture.projectId, job.id)).toMatchObject({
      status: 'failed',
      failure: { code: 'workers_ended', retryable: false },
    });
    const { events } = await fixture.events.read({ jobId: job.id, after: 0, limit: 100 });
    expect(events.at(-1)).toMatchObject({ type: 'status', status: 'failed', failure: { code: 'workers_ended' } });
    const { lease_epoch } = await fixture.db
      .selectFrom('jobs')
      .select('lease_epoch')
      .where('id', '=', job.id)
      .executeTakeFirstOrThrow();
    // One that slept can change nothing, also in the round that a message begins.
    expect(lease_epoch).toBeGreaterThan(last!.epoch);
    await fixture.jobs.message({ projectId: fixture.projectId, jobId: job.id, prompt: 'Again', jobsPerHour: 9 });
    expect((await fixture.queue.claim())!.job).toMatchObject({ id: job.id, worker_ends: 0, round: 1 });
  });

  it('waits for as long as the fault itself asks for, and says so', async () => {
    const { job } = await fixture.accept();
    const claimed = await fixture.queue.claim();
    const work = workOn(() => Promise.reject(new Passing({ retryAfterSeconds: 90 })));
    await work(claimed!.job, claimed!.lease, control());
    const { events } = await fixture.events.read({ jobId: job.id, after: 0, limit: 100 });
    expect(events.at(-1)).toMatchObject({
      type: 'notice',
      text: 'Attempt 1 of 3: The host is away. Retrying in 90 s.',
    });
    fixture.clock.advance(89_999);
    expect(await fixture.queue.claim()).toBeUndefined();
    fixture.clock.advance(1);
    expect(await fixture.queue.claim()).toBeDefined();
  });

  it('hides the inside of an unexpected fault', async () => {
    const { job } = await fixture.accept();
    const work = workOn(() => Promise.reject(new Error('password hunter2')));
    for (let count = 0; count < 3; count += 1) {
      const claimed = await fixture.queue.claim();
      await work(claimed!.job, claimed!.lease, control());
      fixture.clock.advance(1_000_000);
    }
    const failed = await fixture.jobs.find(fixture.projectId, job.id);
    expect(failed).toMatchObject({ status: 'failed', failure: { code: 'unexpected_fault' } });
    const { events } = await fixture.events.read({ jobId: job.id, after: 0, limit: 100 });
    expect(JSON.stringify([failed, events])).not.toContain('hunter2');
  });

  it('keeps a job for as long as it is worked on', async () => {
    await fixture.accept();
    const finished = new AbortController();
    const worker = createWorker({
      queue: fixture.queue,
      concurrency: 1,
      logger: silentLogger,
      times: { pollMilliseconds: 10, renewMilliseconds: 20, watchMilliseconds: 5 },
      work: () =>
        new Promise((resolve) => {
          finished.signal.addEventListener('abort', () => {
            resolve();
          });
        }),
    });
    const leaseUntil = async () => {
      const row = await fixture.db.selectFrom('jobs').select('lease_until').executeTakeFirstOrThrow();
      return row.lease_until;
    };
    worker.start();
    const claimedAt = fixture.clock.now();
    await expect.poll(leaseUntil).toBe(claimedAt + leaseMilliseconds);
    fixture.clock.advance(leaseMilliseconds - 1);
    await expect.poll(leaseUntil).toBe(fixture.clock.now() + leaseMilliseconds);
    finished.abort();
    await worker.drain(leaseMilliseconds);
  });

  it('works, stops an archived job, and hands the rest back when it drains', async () => {
    const archived = (await fixture.accept()).job;
    const kept = (await fixture.accept()).job;
    const started = new Map<string, () => void>();
    const bothStarted = Promise.all(
      [archived, kept].map((job) => new Promise<void>((resolve) => started.set(job.id, resolve))),
    );
    const reasons = new Map<string, unknown>();
    const worker = createWorker({
      queue: fixture.queue,
      concurrency: 2,
      logger: silentLogger,
      times: { pollMilliseconds: 10, renewMilliseconds: 50, watchMilliseconds: 10 },
      work: workOn(async (run, { signal }) => {
        started.get(run.job.id)?.();
        await new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => {
            resolve();
          });
        });
        reasons.set(run.job.id, signal.reason);
        throw new Error('whatever an aborted call throws');
      }),
    });
    worker.start();
    await bothStarted;
    await fixture.jobs.archive(fixture.projectId, archived.id);
    await expect.poll(() => reasons.get(archived.id)).toMatchObject({ name: 'LeaseLost' });
    await worker.drain(0);
    expect(reasons.get(kept.id)).toBeInstanceOf(HandedBack);
    const again = await fixture.queue.claim();
    expect(again!.job).toMatchObject({ id: kept.id, attempts: 1 });
  });
});
