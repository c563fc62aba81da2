import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { AgentJob } from '../../src/contract/agent-job.ts';
import { makeCrashSite, type CrashPoint, type CrashSite, type Server } from './crash-site.ts';
import { serveModel, type Call, type ModelServer } from './model-server.ts';

// A real server process on a real data directory and repository. It is killed with SIGKILL at every point that a job
// passes, or at some of them, and started again; whatever the point, the world sees one
// branch, one commit, one pull request and one `completed`, and no stored answer of the model is asked for again.

const site = {
  'docs.json': JSON.stringify({ name: 'Docs', navigation: { pages: ['index', 'guide'] } }),
  'index.mdx': '---\ntitle: Home\n---\n\nSee the [guide](/guide).\n',
  'guide.mdx': '---\ntitle: Guide\n---\n\nThis is teh guide.\n',
};
const finish = { tool: 'finish', input: { title: 'Fix a typo in the guide', summary: 'Corrected "teh".' } };
const edit = (path: string, from: string, to: string) => ({
  tool: 'edit',
  input: { path, old_text: from, new_text: to },
});
/** A change with a broken link, its correction after the checks, and an addition for who sends a message. */
const turns: readonly (readonly Call[])[] = [
  [{ tool: 'read', input: { path: 'guide.mdx' } }, edit('guide.mdx', 'teh guide', 'the [guide](/gone)')],
  [finish],
  [edit('guide.mdx', '[guide](/gone)', 'guide')],
  [finish],
  [{ tool: 'read', input: { path: 'index.mdx' } }, edit('index.mdx', 'See the', 'Hello! See the')],
  [finish],
];
const turnsOfFirstRound = 4;
const once = { branches: 1, commits: 1, pullRequests: 1, completed: 1 };

/** Where a worker sleeps past its lease. */
const sleeps: readonly { readonly name: string; readonly point: CrashPoint }[] = [
  { name: 'pushing', point: { of: 'git', number: 1, command: 'push', when: 'before' } },
  { name: 'loop', point: { of: 'git', number: 1, command: 'diff', when: 'before' } },
  { name: 'opening', point: { of: 'git', number: 1, command: 'hash-object', when: 'after' } },
];

/** How much of it is tried. */
export interface CrashArm {
  /** Every how many points of writes, and of git around publishing, the server dies. */
  readonly writeStride: number;
  readonly gitStride: number;
  /** Requests of the model at which the server dies, from 0. */
  readonly requests: readonly number[];
  /** Points of a round that a message began, and of sleeping workers: so many of the list. */
  readonly followUps: number;
  readonly sleeps: number;
}

export function describeAgentCrash(arm: CrashArm): void {
  let model: ModelServer;
  let crash: CrashSite;
  let standby: Server;
  beforeAll(async () => {
    model = await serveModel(() => turns);
    crash = await makeCrashSite(site, model.baseUrl);
    standby = crash.startServer();
  });
  afterAll(async () => {
    await crash.remove();
    model.close();
  });

  /** The next process opens the data directory; the one after it begins to load. */
  async function nextServer(): Promise<Server> {
    const server = standby;
    standby = crash.startServer();
    // A test that failed half-way leaves none behind to take the next one's jobs.
    onTestFinished(() => void server.process.kill('SIGKILL'));
    await server.open();
    return server;
  }

  async function stop(server: Server): Promise<void> {
    server.process.kill('SIGKILL');
    await server.ended;
  }

  const requestsOf = (name: string) => model.requests.filter(({ job }) => job === name).map(({ position }) => position);

  /** The server has died in the middle of `job`: starts the next one, which must bring the job to its end. */
  async function goOn(name: string, job: Pick<AgentJob, 'id'>): Promise<{ server: Server; done: AgentJob }> {
    crash.disarm();
    crash.expireLease(job.id);
    const stored = crash.storedModelCalls(job.id);
    const asked = requestsOf(name).length;
    const server = await nextServer();
    const done = await crash.ended(server, job.id);
    const again = requestsOf(name).slice(asked);
    expect(again, 'asked again for what was stored').toEqual(again.filter((position) => position >= stored));
    // An answer that had not been stored when the process died is the only one that may be paid for a second time.
    expect(requestsOf(name).length - done.usage.modelCalls).toBeLessThanOrEqual(1);
    return { server, done };
  }

  /**
   * Points of one run: before each transaction that keeps more than a time, in the middle of the first one on each table
   * (a rollback is a rollback), and before, during and after the push and each change of references that follows it.
   */
  function pointsIn(passed: readonly string[]): CrashPoint[] {
    const points: CrashPoint[] = [];
    const published = passed.findIndex((line) => line.startsWith('git push'));
    const seen = new Map<string, number>();
    let writes = 0;
    for (const [index, line] of passed.entries()) {
      const number = (seen.get(line) ?? 0) + 1;
      seen.set(line, number);
      const [of = '', command = '', when = ''] = line.split(' ');
      if (of === 'write') {
        writes += 1;
        if (line.startsWith('write update jobs: updated_at ') || number === 1) points.push({ of, number: writes });
      } else if (of === 'git' && (command === 'push' || (command === 'update-ref' && index > published))) {
        if (when === 'before' || when === 'during' || when === 'after') points.push({ of, number, command, when });
      }
    }
    return points.filter(({ of }, index) => index % (of === 'git' ? arm.gitStride : arm.writeStride) === 0);
  }

  const never: CrashPoint = { of: 'write', number: 1_000_000 };

  /** Arms the point, lets `begin` make work for the server, and waits until that has killed it. */
  async function dieAt(
    point: CrashPoint,
    server: Server,
    begin: () => Promise<Pick<AgentJob, 'id'>>,
  ): Promise<Pick<AgentJob, 'id'>> {
    crash.arm(point, 'KILL');
    const job = await begin();
    await server.ended;
    return job;
  }

  // A point costs about two seconds of processor time, and there may be little of it.
  describe('killed with SIGKILL and started again', { timeout: 1_800_000 }, () => {
    it('ends with one of everything, at the points of a job', async () => {
      let server = await nextServer();
      // Its push proves that the server may push: later jobs, whose points are counted, do not try.
      await crash.ended(server, (await crash.create(server, 'first fix the typo')).id);
      crash.arm(never, 'KILL');
      const whole = await crash.ended(server, (await crash.create(server, 'whole fix the typo')).id);
      expect(whole).toMatchObject({ status: 'completed', usage: { modelCalls: turnsOfFirstRound } });
      expect(crash.published(whole)).toEqual(once);
      const points = pointsIn(crash.passedPoints());
      // How many transactions there are between them depends on how busy the machine is.
      expect(new Set(points.map(({ of }) => of))).toEqual(new Set(['write', 'git']));

      console.log(`killed at ${points.length} points of a job`);
      for (const [index, point] of points.entries()) {
        const name = `point${index}`;
        const at = JSON.stringify(point);
        const current = server;
        const job = await dieAt(point, current, () => crash.create(current, `${name} fix the typo`));
        const after = await goOn(name, job);
        server = after.server;
        expect(after.done, at).toMatchObject({
          status: 'completed',
          failure: null,
          usage: { modelCalls: turnsOfFirstRound },
        });
        expect(crash.published(after.done), at).toEqual(once);
      }
      await stop(server);
    });

    it('pays again only for the answer it was waiting for', async () => {
      let server = await nextServer();
      for (const position of arm.requests) {
        const name = `asked${position}`;
        const current = server;
        crash.disarm();
        model.onRequest = async (request) => {
          if (request.job !== name || request.position !== position) return;
          model.onRequest = () => Promise.resolve();
          await stop(current);
        };
        const job = await crash.create(current, `${name} fix the typo`);
        await current.ended;
        const after = await goOn(name, job);
        server = after.server;
        expect(requestsOf(name)).toEqual([0, 1, 2, 3].flatMap((at) => (at === position ? [at, at] : [at])));
        expect(crash.published(after.done)).toEqual(once);
      }
      await stop(server);
    });

    it('goes on with the same branch and pull request in a round that a message began', async () => {
      let server = await nextServer();
      const points: CrashPoint[] = [
        { of: 'git', number: 1, command: 'push', when: 'during' },
        { of: 'write', number: 4 },
        { of: 'git', number: 1, command: 'push', when: 'before' },
        { of: 'git', number: 1, command: 'push', when: 'after' },
      ];
      for (const [index, point] of points.slice(0, arm.followUps).entries()) {
        const name = `follow${index}`;
        crash.disarm();
        const current = server;
        const first = await crash.ended(current, (await crash.create(current, `${name} fix the typo`)).id);
        await dieAt(point, current, () => crash.message(current, first.id, 'Also greet the reader'));
        const after = await goOn(name, first);
        server = after.server;
        const at = JSON.stringify(point);
        expect(after.done, at).toMatchObject({ status: 'completed', usage: { modelCalls: turns.length } });
        // The address of the repository's page has the port of the server, which is another one now.
        expect(after.done.source.ref, at).toBe(first.source.ref);
        // One commit and one `completed` for each of the two rounds.
        expect(crash.published(after.done), at).toEqual({ ...once, commits: 2, completed: 2 });
      }
      await stop(server);
    });
  });

  describe('a job that kills whoever works on it', { timeout: 600_000 }, () => {
    it('is not claimed again after the third time, and begins anew with a message', async () => {
      const point: CrashPoint = { of: 'write', number: 3 };
      const first = await nextServer();
      const job = await dieAt(point, first, () => crash.create(first, 'deadly fix the typo'));
      for (let count = 2; count <= 3; count += 1) {
        crash.arm(point, 'KILL');
        crash.expireLease(job.id);
        const server = standby;
        standby = crash.startServer();
        await Promise.race([server.open(), server.ended]);
        await server.ended;
      }
      crash.arm(point, 'KILL');
      crash.expireLease(job.id);
      const server = await nextServer();
      expect(await crash.ended(server, job.id)).toMatchObject({ status: 'failed', failure: { code: 'workers_ended' } });
      crash.disarm();
      await crash.message(server, job.id, 'Now it works');
      expect(await crash.ended(server, job.id)).toMatchObject({ status: 'completed', failure: null });
      await stop(server);
    });
  });

  // Stopped outside of transactions: whoever stops inside of one holds the write lock of SQLite until it goes on or dies.
  describe('two workers on one data directory', { timeout: 600_000 }, () => {
    it.each(sleeps.slice(0, arm.sleeps))(
      'a worker that slept past its lease changes nothing when it wakes: $name',
      async ({ name, point }) => {
        const servers = [await nextServer(), await nextServer()];
        crash.arm(point, 'STOP');
        const job = await crash.create(servers[0]!, `${name} fix the typo`);
        const sleeper = await crash.stopped();
        const awake = servers.find((server) => server.process.pid !== sleeper)!;
        crash.expireLease(job.id);
        const done = await crash.ended(awake, job.id);
        expect(done).toMatchObject({ status: 'completed', usage: { modelCalls: turnsOfFirstRound } });
        expect(crash.published(done)).toEqual(once);

        crash.wake(sleeper);
        // An orderly stop waits for what the sleeper is at.
        await crash.drain(servers.find((server) => server.process.pid === sleeper)!);
        expect(await crash.job(awake, job.id)).toEqual(done);
        expect(crash.published(done)).toEqual(once);
        await stop(awake);
      },
    );

    it('share the jobs and publish each once', async () => {
      const servers = [await nextServer(), await nextServer()];
      crash.disarm();
      const names = Array.from({ length: 6 }, (_, index) => `shared${index}`);
      const jobs = await Promise.all(
        names.map((name, index) => crash.create(servers[index % 2]!, `${name} fix the typo`)),
      );
      for (const [index, { id }] of jobs.entries()) {
        const done = await crash.ended(servers[0]!, id);
        expect(crash.published(done)).toEqual(once);
        expect(requestsOf(names[index]!)).toEqual([0, 1, 2, 3]);
      }
      await Promise.all(servers.map(stop));
    });

    it('an archived job opens no pull request, even when it was being published', async () => {
      const servers = [await nextServer(), await nextServer()];
      crash.arm({ of: 'git', number: 1, command: 'push', when: 'before' }, 'STOP');
      const job = await crash.create(servers[0]!, 'archive fix the typo');
      const sleeper = await crash.stopped();
      const awake = servers.find((server) => server.process.pid !== sleeper)!;
      await crash.archive(awake, job.id);
      crash.wake(sleeper);
      await crash.drain(servers.find((server) => server.process.pid === sleeper)!);
      const archived = await crash.job(awake, job.id);
      expect(archived).toMatchObject({ status: 'archived', prLink: null });
      // The push had begun while the job was still alive; nothing that a person would be asked to look at comes of it.
      expect(crash.published(archived)).toMatchObject({ pullRequests: 0, completed: 0 });
      await stop(awake);
    });
  });
}
