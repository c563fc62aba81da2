import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AgentJob } from '../src/contract/agent-job.ts';
import { describeOnPostgres } from '../src/db/every-database.fixture.ts';
import { createPostgresServer, type PostgresServer } from '../src/db/postgres-server.fixture.ts';
import { serve } from '../src/serve.ts';
import { freePort } from './free-port.ts';
import { startRunningServer, type RunningServer } from './running-server.ts';

const run = promisify(execFile);
const patient = { timeout: 25_000, interval: 50 };
const edit = (from: string, to: string) => ({
  waitMilliseconds: 150,
  calls: [{ tool: 'edit', input: { path: 'index.md', old_text: from, new_text: to } }],
});
const finish = { waitMilliseconds: 150, calls: [{ tool: 'finish', input: { title: 'Greet', summary: 'Done.' } }] };
const read = { calls: [{ tool: 'read', input: { path: 'index.md' } }] };
const words = ['Welcome', 'One', 'Two', 'Three', 'Four', 'Five'];
const edits = words.slice(1).map((word, index) => edit(words[index] ?? '', word));
const greet = { description: 'Several small changes', turns: [read, ...edits, finish] };

describeOnPostgres(() => {
  let folder: string;
  let postgres: PostgresServer;
  /** Answers, and works on no job: the other process does. */
  let server: RunningServer;
  let worker: { url: string; process: ChildProcess };
  const startWorker = async () => {
    const env = { PATH: process.env['PATH'], ...server.environment };
    const child = spawn(
      join(import.meta.dirname, '../docwright'),
      ['serve', '--role', 'worker', '--port', '0', '--json'],
      {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let said = '';
    for await (const part of child.stdout as AsyncIterable<Buffer>) {
      said += part.toString();
      if (said.includes('"setUpLink"')) break;
    }
    const { url } = JSON.parse(said.split('\n').find((line) => line.includes('"setUpLink"')) ?? '{}') as {
      url: string;
    };
    return { url, process: child };
  };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docwright-postgres-'));
    postgres = await createPostgresServer(mkdtempSync(join(tmpdir(), 'docwright-postgres-server-')));
    await postgres.start();
    server = await startRunningServer(
      { greet },
      {
        environment: { DOCWRIGHT_DATABASE_URL: postgres.url, DOCWRIGHT_ROLE: 'api' },
      },
    );
    worker = await startWorker();
  });
  afterAll(async () => {
    worker.process.kill();
    await once(worker.process, 'exit');
    await server.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true });
  });

  const ask = (
    path: string,
    { headers, ...init }: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ): Promise<Response> => {
    const own = { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' };
    return fetch(server.url + path, { ...init, headers: { ...own, ...headers } });
  };
  const order = async (): Promise<string> => {
    const body = JSON.stringify({ prompt: 'Greet', model: 'scripted/greet' });
    const answer = await ask(`/v2/agent/${server.projectId}/job`, { method: 'POST', body });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as AgentJob).id;
  };
  const jobOf = async (id: string): Promise<AgentJob> =>
    (await (await ask(`/v2/agent/${server.projectId}/job/${id}`)).json()) as AgentJob;
  const eventsOf = async (id: string) => {
    const text = await (
      await ask(`/v2/agent/${server.projectId}/job/${id}/events`, { headers: { accept: 'text/event-stream' } })
    ).text();
    return text.split('\n').flatMap((line) => (line.startsWith('id: ') ? [Number(line.slice(4))] : []));
  };
  const counted = (length: number) => Array.from({ length }, (_, index) => index + 1);

  it('plays a job, streams its events, is ready, and counts its connections', async () => {
    const id = await order();
    const sequences = await eventsOf(id);
    expect(sequences).toEqual(counted(sequences.length));
    expect(await jobOf(id)).toMatchObject({ status: 'completed', usage: { modelCalls: greet.turns.length } });
    expect(await (await ask('/readyz')).json()).toMatchObject({ status: 'ready', checks: { database: 'ok' } });
    expect(await (await ask('/metrics')).text()).toMatch(/docwright_database_connections\{state="idle"\} [1-9]/);
  });

  it('hands a job over when its worker drains: the next one goes on, and nothing is asked of the model twice', async () => {
    const answers = (path: string) => fetch(worker.url + path).then((response) => response.status);
    expect([await answers('/readyz'), await answers('/metrics'), await answers('/v1/analytics')]).toEqual([
      200, 200, 404,
    ]);
    expect(await (await fetch(`${worker.url}/metrics`)).text()).toContain('docwright_role{role="worker"} 1');
    expect(await (await ask('/metrics')).text()).toContain('docwright_role{role="api"} 1');
    const id = await order();
    await vi.waitFor(async () => {
      expect((await jobOf(id)).usage.modelCalls).toBeGreaterThan(1);
    }, patient);
    worker.process.kill('SIGTERM');
    expect(await once(worker.process, 'exit')).toEqual([0, null]);
    worker = await startWorker();
    const sequences = await eventsOf(id);
    expect(sequences).toEqual(counted(sequences.length));
    expect(await jobOf(id)).toMatchObject({ status: 'completed', usage: { modelCalls: greet.turns.length } });
  });

  it('only takes views where that is its role', async () => {
    const ingest = await serve({ ...server.environment, DOCWRIGHT_ROLE: 'ingest', DOCWRIGHT_PORT: '0' });
    const body = JSON.stringify({
      project: server.projectId,
      id: 'a'.repeat(32),
      url: 'https://elsewhere.example',
      hints: [],
    });
    const headers = { origin: 'https://elsewhere.example' };
    const refused = await fetch(`${ingest.url}/v1/collect`, { method: 'POST', headers, body });
    // Of no site of the project: somebody decided that.
    expect([refused.status, ingest.setUpLink]).toEqual([403, undefined]);
    for (const [path, status] of Object.entries({
      '/readyz': 200,
      '/docs': 404,
      [`/v1/analytics/${server.projectId}/views`]: 404,
    })) {
      expect((await fetch(ingest.url + path)).status, path).toBe(status);
    }
    await ingest.stop();
  });

  it('tells a worker that links lead to it alone, and names no reference that it does not answer', async () => {
    const env = {
      PATH: process.env['PATH'],
      ...server.environment,
      DOCWRIGHT_LOG_LEVEL: 'warn',
      DOCWRIGHT_ROLE: 'worker',
    };
    const one = spawn(join(import.meta.dirname, '../docwright'), ['serve', '--port', '0'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let logged = '';
    one.stderr.on('data', (part: Buffer) => (logged += part.toString()));
    const [said] = (await once(one.stdout, 'data')) as [Buffer];
    expect(said.toString()).toMatch(/^Docwright listens on http:\S+\n$/);
    await vi.waitFor(() => {
      expect(logged).toContain('set DOCWRIGHT_PUBLIC_URL for all processes');
    }, patient);
    one.kill();
    await once(one, 'exit');
  });

  it('says what to do to a process with a data directory of its own, while visits are in a file of another', async () => {
    const own = { ...server.environment, DOCWRIGHT_ROLE: 'worker', DOCWRIGHT_PORT: '0', DOCWRIGHT_DATA_DIR: folder };
    await expect(serve(own)).rejects.toMatchObject({
      facts: { code: 'visit_file_elsewhere', remedy: expect.stringContaining('DOCWRIGHT_VISITS_URL') as string },
    });
  });

  it('answers 503 while PostgreSQL is away, and goes on with its job when it is back, with nothing lost or done twice', async () => {
    const id = await order();
    await vi.waitFor(async () => {
      expect((await jobOf(id)).usage.modelCalls).toBeGreaterThan(1);
    }, patient);
    await postgres.stop();
    const refused = await ask(`/v2/agent/${server.projectId}/job/${id}`);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({ type: '/problems/database_away' });
    expect(await (await ask('/readyz')).json()).toMatchObject({ status: 'failing', checks: { database: 'failing' } });
    expect((await ask('/healthz')).status).toBe(200);
    await postgres.start();
    await vi.waitFor(async () => {
      expect((await jobOf(id)).status).toBe('completed');
    }, patient);
    const sequences = await eventsOf(id);
    expect(sequences).toEqual(counted(sequences.length));
    expect((await jobOf(id)).usage.modelCalls).toBe(greet.turns.length);
  });

  it('starts before PostgreSQL does, and waits for it', async () => {
    await postgres.stop();
    const restarted = server.restart();
    await vi.waitFor(async () => {
      // Of what answers in the place of the application, which has no data directory either yet.
      expect(await (await ask('/readyz')).json()).toEqual({ status: 'failing', checks: { database: 'failing' } });
    }, patient);
    const refused = await ask('/v1/none');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    await postgres.start();
    await restarted;
    expect((await ask('/readyz')).status).toBe(200);
  });

  it('says what is wrong with the URL, and never the password', async () => {
    const url = new URL(postgres.url);
    const cases = [
      [Object.assign(new URL(url), { password: 'not-the-right-one' }), /password authentication failed/],
      [Object.assign(new URL(url), { pathname: '/nowhere' }), /database "nowhere" does not exist/],
      [Object.assign(new URL(url), { port: String(await freePort()) }), /cannot be reached/],
    ] as const;
    for (const [wrong, said] of cases) {
      const env = {
        PATH: process.env['PATH'],
        DOCWRIGHT_DATABASE_URL: wrong.href,
        DOCWRIGHT_DATA_DIR: server.dataDirectory,
        DOCWRIGHT_LOG_LEVEL: 'debug',
      };
      const failed = await run('./docwright', ['project', 'list'], { env }).catch(
        (error: unknown) => error as { stderr: string },
      );
      expect(failed.stderr).toMatch(said);
      expect(failed.stderr).not.toContain(wrong.password);
      expect(failed.stderr).not.toContain(decodeURIComponent(wrong.password));
    }
  });

  it('leaves a database alone that the data directory has itself, and backs up nothing that is not there', async () => {
    const data = mkdtempSync(join(folder, 'embedded-'));
    writeFileSync(join(data, 'docwright.sqlite'), 'holds projects');
    await expect(
      serve({
        DOCWRIGHT_DATABASE_URL: postgres.url,
        DOCWRIGHT_DATA_DIR: data,
        DOCWRIGHT_PORT: '0',
        DOCWRIGHT_LOG_LEVEL: 'error',
      }),
    ).rejects.toThrow(/already contains projects/);
    const env = {
      PATH: process.env['PATH'],
      DOCWRIGHT_DATABASE_URL: postgres.url,
      DOCWRIGHT_DATA_DIR: server.dataDirectory,
    };
    await expect(run('./docwright', ['backup', folder], { env })).rejects.toThrow(/pg_dump/);
    expect((await run('./docwright', ['verify'], { env })).stdout).toMatch(/pg_amcheck[^]*all agree/);
  });
});
