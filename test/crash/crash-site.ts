import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import type { AgentJob } from '../../src/contract/agent-job.ts';
import { readConfig } from '../../src/config/config.ts';
import { silentLogger } from '../../src/kernel/logger.ts';
import { openApplication } from '../../src/main.ts';
import { tryFileLock } from '../../src/workspace/file-lock.ts';
import { git, temporaryFolder, writeFiles, type Files } from '../git-fixture.ts';
import { makeCrashingGit } from './crashing-git.ts';

/** Where a process is to end or to stop. `number` counts writes, or calls of that git command, since it was armed. */
export type CrashPoint =
  | { readonly of: 'write'; readonly number: number }
  | {
      readonly of: 'git';
      readonly number: number;
      readonly command: string;
      readonly when: 'before' | 'during' | 'after';
    };

export interface Server {
  readonly process: ChildProcess;
  /** Opens the data directory and listens. */
  open(): Promise<void>;
  url(): string;
  ended: Promise<unknown>;
}

/** One data directory with one project, for server processes that come and go. */
export type CrashSite = Awaited<ReturnType<typeof makeCrashSite>>;

export async function makeCrashSite(files: Files, modelUrl: string) {
  const { path: folder, remove } = temporaryFolder();
  const inFolder = (name: string) => join(folder, name);
  makeCrashingGit(folder);
  mkdirSync(inFolder('docs'));
  writeFiles(inFolder('docs'), files);
  const environment = {
    DOCWRIGHT_DATA_DIR: inFolder('data'),
    DOCWRIGHT_LOCAL_ROOTS: '/',
    DOCWRIGHT_LOG_LEVEL: 'error',
    DOCWRIGHT_PORT: '0',
    DOCWRIGHT_MODEL: 'openai-compatible/double',
    OPENAI_COMPATIBLE_BASE_URL: modelUrl,
    // Filled already where all tests are run.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? inFolder('cache'),
    PATH: `${inFolder('bin')}:${process.env['PATH'] ?? ''}`,
  };
  const config = readConfig(environment);
  const application = await openApplication({ config, publicUrl: 'http://docwright.test', logger: silentLogger });
  const project = await application.projects.create({ name: 'Docs', repositoryUrl: inFolder('docs') }, 'test');
  const repository = inFolder('data/repositories/docs.git');
  await application.projects.update(project.id, { settings: { jobsPerHour: 1000 } }, 'test');
  const { key } = await application.projects.keys.create(project.id, { name: 'test' }, 'test');
  await application.close();
  const database = new SqliteDatabase(inFolder('data/docwright.sqlite'));
  const started: ChildProcess[] = [];

  /** True while somebody writes for longer than a living process does. */
  const isLocked = (): boolean => {
    try {
      database.exec('begin immediate; rollback');
      return false;
    } catch (error) {
      if (error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_BUSY') return true;
      throw error;
    }
  };

  /** True while somebody fetches into a mirror; followed pull requests do so beside the job. */
  const isFetching = (): boolean => {
    const mirrors = inFolder('data/mirrors');
    return readdirSync(mirrors)
      .filter((name) => name.endsWith('.git.lock'))
      .some((name) => {
        const lock = tryFileLock(join(mirrors, name));
        lock?.release();
        return lock === undefined;
      });
  };

  /** A process that has loaded the program and waits to be opened. */
  const startServer = (): Server => {
    const program = join(import.meta.dirname, 'crashing-server.ts');
    const child = spawn(process.execPath, [program, folder], {
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    started.push(child);
    let url = '';
    return {
      process: child,
      async open() {
        const opened = once(child, 'message') as Promise<[string]>;
        child.send('open');
        [url] = await opened;
      },
      url: () => url,
      ended: once(child, 'exit'),
    };
  };

  const call = async (server: Server, method: 'GET' | 'POST', path: string, body?: object): Promise<AgentJob> => {
    const response = await fetch(`${server.url()}/v2/agent/${project.id}/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as AgentJob;
  };

  /** A process may die of what it has begun before its answer has left; what it stored is found then. */
  const storedUnanswered = (error: unknown, query: string, value: string): Pick<AgentJob, 'id'> => {
    const id = database.prepare(query).pluck().get(value);
    if (!(error instanceof TypeError) || typeof id !== 'string') throw error;
    return { id };
  };

  return {
    startServer,
    create: (server: Server, prompt: string): Promise<Pick<AgentJob, 'id'>> =>
      call(server, 'POST', 'job', { prompt }).catch((error: unknown) =>
        storedUnanswered(error, 'select id from jobs where prompt = ?', prompt),
      ),
    message: (server: Server, jobId: string, prompt: string): Promise<Pick<AgentJob, 'id'>> =>
      call(server, 'POST', `job/${jobId}/message`, { prompt }).catch((error: unknown) =>
        storedUnanswered(error, "select id from jobs where id = ? and status = 'active'", jobId),
      ),
    archive: (server: Server, jobId: string) => call(server, 'POST', `job/${jobId}/archive`),
    job: (server: Server, jobId: string) => call(server, 'GET', `job/${jobId}`),
    async ended(server: Server, jobId: string): Promise<AgentJob> {
      for (;;) {
        const job = await call(server, 'GET', `job/${jobId}`);
        if (job.status !== 'active') return job;
        await delay(30);
      }
    },

    /** Every point passed from now on is noted; the first process to reach `point` gets the signal. */
    arm(point: CrashPoint, signal: 'KILL' | 'STOP'): void {
      for (const name of ['log', 'go', 'stopped', 'armed']) rmSync(inFolder(name), { force: true });
      const git = point.of === 'git' ? `${point.command} ${point.when}` : '- -';
      // The last word makes each arming another line.
      writeFileSync(inFolder('armed'), `${point.of} ${point.number} ${signal} ${git} ${performance.now()}\n`);
    },
    disarm(): void {
      rmSync(inFolder('armed'), { force: true });
    },
    passedPoints: () => readFileSync(inFolder('log'), 'utf8').trimEnd().split('\n'),
    /** Waits until a process has stopped where it keeps nobody from writing or fetching; returns its id. */
    async stopped(): Promise<number> {
      while (!existsSync(inFolder('stopped'))) await delay(20);
      const processId = Number(readFileSync(inFolder('stopped'), 'utf8'));
      // A git that it had started stopped it, whatever it was at. That git waits for `wake`.
      while (isLocked() || isFetching()) {
        process.kill(processId, 'SIGCONT');
        await delay(5);
        process.kill(processId, 'SIGSTOP');
      }
      return processId;
    },
    /** Wakes the stopped process, and the git it waits for. */
    wake(processId: number): void {
      writeFileSync(inFolder('go'), '');
      process.kill(processId, 'SIGCONT');
    },

    /** Stops a process as an operator would: what it is at comes to its end first. */
    async drain(server: Server): Promise<void> {
      server.process.send('stop');
      await server.ended;
    },

    /** What waiting for the lease of a process that died or sleeps would do. */
    expireLease(jobId: string): void {
      database.prepare('update jobs set lease_until = 0 where id = ?').run(jobId);
    },
    storedModelCalls: (jobId: string) =>
      database
        .prepare('select coalesce(sum(model_calls), 0) from job_turns where job_id = ?')
        .pluck()
        .get(jobId) as number,
    /** What the world sees of a job. */
    published(job: AgentJob) {
      const ref = `refs/heads/${job.source.ref}`;
      const branches = git(repository, ['for-each-ref', '--format=%(refname)', 'refs/heads/docwright']).split('\n');
      const tail = job.id.slice(-8);
      const records = git(repository, ['for-each-ref', '--format=%(raw)', 'refs/docwright/pulls']).split('\n');
      const events = database.prepare('select data from job_events where job_id = ?').pluck().all(job.id) as string[];
      return {
        branches: branches.filter((branch) => branch === ref || branch.includes(tail)).length,
        commits: branches.includes(ref) ? Number(git(repository, ['rev-list', '--count', `main..${ref}`])) : 0,
        pullRequests: records.filter((line) => line.includes(`"headBranch":"${job.source.ref}"`)).length,
        completed: events.filter((data) => data.includes('"status":"completed"')).length,
      };
    },

    async remove(): Promise<void> {
      for (const child of started) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      }
      database.close();
      remove();
    },
  };
}
