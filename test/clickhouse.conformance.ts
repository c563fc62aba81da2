import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sampleLog } from '../bench/sample-log.ts';
import { describeOnPostgres } from '../src/db/every-database.fixture.ts';
import { createPostgresServer, type PostgresServer } from '../src/db/postgres-server.fixture.ts';
import { readConfig } from '../src/config/config.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { migrateData } from '../src/migrate-data.ts';
import { serve } from '../src/serve.ts';
import { startRunningServer, type RunningServer } from './running-server.ts';
import { toldMetrics, watchedMetrics } from './watched-metrics.ts';
import { createClickHouseServer, describeOnClickHouse, type ClickHouseServer } from './visits/clickhouse-server.ts';

const run = promisify(execFile);
const site = 'https://docs.example.com';
const agents = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Claude-User (claude-code/2.1.0; +https://support.anthropic.com/)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
];
const pages = [
  '/',
  '/guide',
  '/guide/install?utm_source=news',
  '/done/1',
  '/logo.svg',
  '/api?utm_medium=mail&utm_campaign=May',
];
/** Three days of 40 readers, some of them delivered twice; missing pages and a robot among them. */
const events = Array.from({ length: 400 }, (_, index) => ({
  id: `event-${index % 380}`,
  timestamp: Date.UTC(2026, 9, 1) + (((index % 380) * 7_919_000) % (3 * 86_400_000)),
  url: `${site}${pages[((index * 7) % 31) % pages.length] ?? ''}`,
  status: index % 19 === 0 ? 404 : 200,
  ip: `198.51.100.${index % 40}`,
  userAgent: agents[(index % 40) % agents.length],
  accept: 'text/html',
  ...(index % 3 === 0 && { referrer: 'https://www.google.com/' }),
  ...(index % 5 === 0 && { country: 'NZ' }),
}));
const dimensions = [
  ...['agent', 'category', 'referrer', 'country', 'source', 'verdict', 'entryPage', 'exitPage', 'browser', 'os'],
  ...['host', 'utmSource', 'utmMedium', 'utmCampaign', 'status', 'device'],
];
const october = 'dateFrom=2026-10-01&dateTo=2026-12-01';
const questions = [
  ...['visitors', 'views', 'missing', ...dimensions.map((dimension) => `breakdown/${dimension}`)].map(
    (question) => `${question}?${october}`,
  ),
  ...['hour&dateFrom=2026-10-02&dateTo=2026-10-04', `day&timeZone=Pacific/Auckland&${october}`, `month&${october}`].map(
    (interval) => `timeseries?interval=${interval}`,
  ),
  `visitors?${october}&limit=3&offset=2&sort=value&search=guide&browser=Firefox&country=!NZ`,
  `views?${october}&entryPage=/&device=mobile`,
  `breakdown/os?${october}&path=/guide*&referrer=google.com`,
  `drops?${october}`,
  `crawlers?${october}`,
  `goals?${october}`,
  `goals?${october}&browser=Firefox`,
  `funnel?step=/guide&step=goal:Done&${october}`,
  'live?minutes=30',
  ...['feedback', 'searches', 'assistant'].map((question) => `${question}?${october}`),
];

/** `moves`: whether an installation is moved there and back, which takes a third of the time. */
export function describeWholeClickHouse({ moves }: { moves: boolean }): void {
  describeOnClickHouse(() => {
    let folder: string;
    let clickhouse: ClickHouseServer;
    /** Over ClickHouse, and over the file of the data directory. */
    let server: RunningServer;
    let embedded: RunningServer;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'docwright-whole-clickhouse-'));
      clickhouse = await createClickHouseServer(join(folder, 'server'));
      await clickhouse.start();
      server = await startRunningServer({}, { workers: 0, environment: { DOCWRIGHT_VISITS_URL: clickhouse.url } });
      const greet = {
        description: 'Nobody plays it',
        turns: [{ calls: [{ tool: 'read', input: { path: 'index.md' } }] }],
      };
      embedded = await startRunningServer({ greet }, { workers: 0 });
    });
    afterAll(async () => {
      await server.stop();
      await embedded.stop();
      await clickhouse.stop();
      rmSync(folder, { recursive: true });
    });

    const ask = (
      of: RunningServer,
      path: string,
      init: { method?: string; body?: string; headers?: Record<string, string> } = {},
    ) => fetch(of.url + path, { ...init, headers: { authorization: `Bearer ${of.apiKey}`, ...init.headers } });
    /** Without what is made by chance: the name of the snapshot. */
    const answer = async (of: RunningServer, question: string, accept = 'application/json') => {
      const response = await ask(of, `/v1/analytics/${of.projectId}/${question}`, { headers: { accept } });
      const text = (await response.text())
        .replaceAll(of.projectId, 'prj')
        .replace(/"snapshot":"[^"]*"/, '"snapshot":"s"');
      return `${response.status} ${text}`;
    };
    const docwright = (of: RunningServer, ...parts: string[]) =>
      run('./docwright', parts, { env: environmentOf(of), maxBuffer: 2 ** 24 });
    const environmentOf = (of: RunningServer) => ({
      PATH: process.env['PATH'],
      DOCWRIGHT_DATA_DIR: of.dataDirectory,
      DOCWRIGHT_URL: of.url,
      DOCWRIGHT_API_KEY: of.apiKey,
      DOCWRIGHT_PROJECT: of.projectId,
      ...(of === server && { DOCWRIGHT_VISITS_URL: clickhouse.url }),
    });

    it('answers every question as the embedded store does, over HTTP and on the command line', async () => {
      const log = join(folder, 'access.log');
      writeFileSync(log, sampleLog(3000).slice(0, 150).join('\n'));
      const deliver = async (of: RunningServer) => {
        const { key } = await of.administer(async ({ projects, analytics }) => {
          const goals = [{ name: 'Done', paths: ['/done/*'], events: [] }];
          const settings = {
            analytics: { humanSource: 'server', sites: [site], goals, readsPerMinute: 1000 },
          } as const;
          await projects.update(of.projectId, { settings }, 'test');
          const project = await projects.requireNamed('Docs');
          await analytics.importLogs(project, { places: [{ file: log, follow: undefined }], host: 'docs.example.com' });
          return projects.keys.create(of.projectId, { name: 'events', kind: 'ingest' }, 'test');
        });
        const taken = await ask(of, `/v1/ingest/${of.projectId}/events`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify(events),
        });
        const beacon = { project: of.projectId, id: 'a'.repeat(32), url: `${site}/guide`, hints: [] };
        const headers = { origin: site, 'user-agent': agents[0] ?? '' };
        const seen = await fetch(`${of.url}/v1/collect`, { method: 'POST', headers, body: JSON.stringify(beacon) });
        return [taken.status, await taken.json(), seen.status];
      };
      const taken = await deliver(server);
      expect(taken).toEqual(await deliver(embedded));
      expect(taken).toMatchObject([202, { rejected: [] }, 202]);
      for (const question of questions) {
        expect(await answer(server, question), question).toBe(await answer(embedded, question));
      }
      expect(await answer(server, `visitors?${october}`)).toMatch(/^200 {"totals":{"human":[1-9]/);
      const csv = await answer(server, `visitors?${october}`, 'text/csv');
      expect(csv).toBe(await answer(embedded, `visitors?${october}`, 'text/csv'));
      const [printed, verified] = await Promise.all([
        docwright(server, 'visitors', '--from', '2026-10-01', '--csv'),
        docwright(server, 'verify', '--json'),
      ]);
      expect(`200 ${printed.stdout}`).toBe(csv);
      expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true, visits: [{ ok: true, name: 'Docs' }] });
    }, 120_000);

    it('takes views while ClickHouse is away, through a new start, says so, and counts them when it is back', async () => {
      const url = `/v1/analytics/${server.projectId}/views?dateFrom=2026-11-10&dateTo=2026-11-11`;
      await clickhouse.stop();
      const taken = await server.administer(async ({ projects, analytics }) => {
        const project = await projects.requireNamed('Docs');
        const late = {
          id: 'late',
          userAgent: agents[0],
          timestamp: Date.UTC(2026, 10, 10),
          url: `${site}/late`,
          ip: '198.51.100.1',
        };
        return analytics.takeEvents({ project, sender: 'test', body: Buffer.from(JSON.stringify([late])) });
      });
      expect(taken).toMatchObject({ accepted: 1 });
      await server.restart();
      const refused = await ask(server, url);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await refused.json()).toMatchObject({ type: '/problems/visits_away' });
      // What is sent may go on coming.
      const readiness = await ask(server, '/readyz');
      expect([readiness.status, await readiness.json()]).toMatchObject([200, { status: 'ready', waitingViews: 1 }]);
      expect(await (await ask(server, '/metrics')).text()).toMatch(/^docwright_visits_waiting_views 1$/m);
      await clickhouse.start();
      await vi.waitFor(
        async () => {
          expect(await (await ask(server, '/readyz')).json()).toMatchObject({ waitingViews: 0 });
        },
        { timeout: 25_000, interval: 50 },
      );
      expect(await (await ask(server, url)).json()).toMatchObject({ totals: { total: 1 } });
    });

    /** What a ClickHouse says that chdb cannot be. */
    const saying = async (status: number, said: string): Promise<Server> => {
      const double = createServer((_, response) => response.writeHead(status).end(said)).listen(0, '127.0.0.1');
      await once(double, 'listening');
      return double;
    };
    const denied =
      'Code: 516. DB::Exception: docwright: Authentication failed: password is incorrect. (AUTHENTICATION_FAILED)';
    it.each([
      ['an unknown parameter', '?replicas=2', undefined, 'invalid_configuration', /`secure`/],
      ['a cluster that is none', '/docwright?cluster=own', undefined, 'visits_laid_out_otherwise', /on one server/],
      ['no database', '/nowhere', undefined, 'visits_refused', /nowhere.*does not exist/],
      ['a wrong password', '/', [403, denied], 'visits_refused', /password is incorrect/],
      [
        'an older ClickHouse',
        '/',
        [200, '{"version":"24.3.9.1"}\n'],
        'clickhouse_too_old',
        /24\.3\.9\.1; it must be 24\.8/,
      ],
    ] as const)('does not start with %s, and says what to do', async (_, rest, answer, code, said) => {
      const double = answer && (await saying(answer[0], answer[1]));
      const host = double ? `127.0.0.1:${(double.address() as AddressInfo).port}` : new URL(clickhouse.url).host;
      const starting = serve({
        DOCWRIGHT_VISITS_URL: `clickhouse://docwright:not-to-be-told@${host}${rest}`,
        DOCWRIGHT_DATA_DIR: join(folder, 'refused'),
        DOCWRIGHT_PORT: '0',
        DOCWRIGHT_LOG_LEVEL: 'error',
      });
      const error = await starting.catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ facts: { code }, message: expect.stringMatching(said) as string });
      expect(JSON.stringify([error, String(error)])).not.toContain('not-to-be-told');
      double?.close();
      double?.closeAllConnections();
    });

    it('neither leaves visits behind that are elsewhere, nor backs up or restores what it does not hold', async () => {
      const start = (environment: Record<string, string>) =>
        serve({ DOCWRIGHT_PORT: '0', DOCWRIGHT_LOG_LEVEL: 'error', ...environment });
      await expect(
        start({ DOCWRIGHT_VISITS_URL: clickhouse.url, DOCWRIGHT_DATA_DIR: embedded.dataDirectory }),
      ).rejects.toMatchObject({ facts: { code: 'embedded_visits_left' } });
      await expect(start({ DOCWRIGHT_DATA_DIR: server.dataDirectory })).rejects.toMatchObject({
        facts: { code: 'visit_file_missing', remedy: expect.stringContaining('set DOCWRIGHT_VISITS_URL') as string },
      });
      for (const command of ['backup', 'restore']) {
        await expect(docwright(server, command, join(folder, 'archive'))).rejects.toThrow(
          /points to ClickHouse.*\n.*BACKUP/,
        );
      }
    });

    describeOnPostgres(() => {
      let postgres: PostgresServer;
      let moving: { PATH: string | undefined; DOCWRIGHT_DATA_DIR: string };
      let there: { DOCWRIGHT_DATABASE_URL: string; DOCWRIGHT_VISITS_URL: string };
      beforeAll(async () => {
        postgres = await createPostgresServer(mkdtempSync(join(tmpdir(), 'docwright-moved-')));
        await postgres.start();
        const { host } = new URL(clickhouse.url.replace('clickhouse:', 'http:'));
        await fetch(`http://${host}/`, { method: 'POST', body: 'CREATE DATABASE moved ENGINE = Atomic' });
        moving = { PATH: process.env['PATH'], DOCWRIGHT_DATA_DIR: embedded.dataDirectory };
        there = { DOCWRIGHT_DATABASE_URL: postgres.url, DOCWRIGHT_VISITS_URL: `clickhouse://${host}/moved` };
      });
      afterAll(async () => {
        await postgres.stop();
      });
      const tell = async (environment: Record<string, string>, ...parts: string[]) =>
        (await run('./docwright', ['migrate', ...parts], { env: { ...moving, ...environment } })).stdout;
      const move = async (environment: Record<string, string>, ...parts: string[]) => {
        const stdout = await tell(environment, '--json', ...parts);
        return JSON.parse(stdout) as { finished: boolean; rows: Record<string, number>; views: Record<string, number> };
      };
      const forward = () => ({
        DOCWRIGHT_MIGRATE_TO: there.DOCWRIGHT_DATABASE_URL,
        DOCWRIGHT_MIGRATE_VISITS: there.DOCWRIGHT_VISITS_URL,
      });
      const deliver = async (delivered: readonly object[]) => {
        const { key } = await embedded.administer(({ projects }) =>
          projects.keys.create(embedded.projectId, { name: 'events', kind: 'ingest' }, 'test'),
        );
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
        const body = JSON.stringify(delivered);
        const url = `/v1/ingest/${embedded.projectId}/events`;
        return (await ask(embedded, url, { method: 'POST', headers, body })).json();
      };
      const late = (id: string, path: string) => ({
        ...{ id, userAgent: agents[0], timestamp: Date.UTC(2026, 9, 2), ip: '198.51.100.200' },
        url: site + path,
      });
      const lasting = ['visitors', 'missing', 'breakdown/agent', 'breakdown/entryPage', 'drops', 'crawlers', 'goals']
        .map((question) => `${question}?${october}`)
        .concat(`timeseries?interval=day&${october}`);
      const answers = async () => {
        const found: string[] = [];
        for (const question of lasting) found.push(await answer(embedded, question));
        return found;
      };

      it('goes on on another machine with a job that one began, and waits where neither has its repository', async () => {
        const { host } = new URL(clickhouse.url.replace('clickhouse:', 'http:'));
        await fetch(`http://${host}/`, { method: 'POST', body: 'CREATE DATABASE machines ENGINE = Atomic' });
        const client = new pg.Client(postgres.url);
        await client.connect();
        await client.query('create database machines');
        await client.end();
        const read = { waitMilliseconds: 150, calls: [{ tool: 'read', input: { path: 'index.md' } }] };
        const write = { calls: [{ tool: 'write', input: { path: 'new.md', content: '# New\n' } }] };
        const finish = { calls: [{ tool: 'finish', input: { title: 'Greet', summary: 'Done.' } }] };
        const turns = [write, read, read, read, read, finish];
        const api = await startRunningServer(
          { greet: { description: 'A page, and a long look at another', turns } },
          {
            environment: {
              DOCWRIGHT_DATABASE_URL: Object.assign(new URL(postgres.url), { pathname: '/machines' }).href,
              DOCWRIGHT_VISITS_URL: `clickhouse://${host}/machines`,
              DOCWRIGHT_ROLE: 'api',
            },
          },
        );
        const startWorker = (name: string) => {
          // Nothing of another machine is there but what is shared: no mirror, no working copy, no key.
          const data = mkdtempSync(join(folder, name));
          symlinkSync(join(api.dataDirectory, 'repositories'), join(data, 'repositories'));
          const key = readFileSync(join(api.dataDirectory, 'master.key'), 'utf8').trim();
          const further = { DOCWRIGHT_DATA_DIR: data, DOCWRIGHT_MASTER_KEY: key, DOCWRIGHT_ROLE: 'worker' };
          return serve({ ...api.environment, ...further, DOCWRIGHT_SHUTDOWN_TIMEOUT: '0', DOCWRIGHT_PORT: '0' }).then(
            (process) => ({ process, data, readiness: async () => (await fetch(`${process.url}/readyz`)).json() }),
          );
        };
        const jobs = `/v2/agent/${api.projectId}/job`;
        const order = async () => {
          const body = JSON.stringify({ prompt: 'Greet', model: 'scripted/greet' });
          const headers = { 'content-type': 'application/json' };
          return ((await (await ask(api, jobs, { method: 'POST', headers, body })).json()) as { id: string }).id;
        };
        const seen = async (id: string) => (await ask(api, `${jobs}/${id}`)).json();
        const patient = { timeout: 25_000, interval: 20 };
        const id = await order();
        const first = await startWorker('first-');
        await vi.waitFor(async () => {
          expect(await seen(id)).toMatchObject({ status: 'active', usage: { modelCalls: 2 } });
        }, patient);
        await first.process.stop();
        expect(await seen(id)).toMatchObject({ status: 'active' });
        const second = await startWorker('second-');
        await vi.waitFor(async () => {
          expect(await seen(id)).toMatchObject({ status: 'completed', usage: { modelCalls: turns.length } });
        }, patient);
        expect(await second.readiness()).toMatchObject({ status: 'ready', missingRepositories: 0 });
        renameSync(join(second.data, 'repositories'), join(second.data, 'unshared'));
        expect(await second.readiness()).toMatchObject({ status: 'ready', missingRepositories: 1 });
        const waiting = await order();
        await vi.waitFor(async () => {
          const waitsFor = { code: 'local_repository_elsewhere' };
          expect(await seen(waiting)).toMatchObject({ status: 'active', waiting: waitsFor });
        }, patient);
        await second.process.stop();
        const third = await startWorker('third-');
        await vi.waitFor(async () => {
          expect(await seen(waiting)).toMatchObject({ status: 'completed' });
        }, patient);
        await third.process.stop();
        await api.stop();
      });

      if (moves)
        it('moves a running installation there, with what changes meanwhile, and back', async () => {
          const ordered = JSON.stringify({ prompt: 'Greet', model: 'scripted/greet' });
          const headers = { 'content-type': 'application/json' };
          const told = toldMetrics(await (await ask(embedded, '/metrics')).text());
          const accepted = await ask(embedded, `/v2/agent/${embedded.projectId}/job`, {
            method: 'POST',
            headers,
            body: ordered,
          });
          expect(accepted.status).toBe(201);
          // Ended on the way, and begun again.
          const config = readConfig({ ...moving, ...forward() });
          for (const last of [2, 9, 19, Infinity]) {
            let step = 0;
            const onProgress = () => {
              if ((step += 1) >= last) throw new Error('ended');
            };
            const migrating = migrateData({ config, isFinal: false, logger: silentLogger, onProgress });
            await expect(migrating.catch(String)).resolves.toEqual(
              last === Infinity ? expect.objectContaining({ views: expect.anything() as unknown }) : 'Error: ended',
            );
          }
          await expect(
            serve({ ...embedded.environment, ...there, DOCWRIGHT_DATA_DIR: join(folder, 'early') }),
          ).rejects.toMatchObject({
            facts: { code: 'move_unfinished' },
          });
          const taken = await deliver([
            late('meanwhile', '/meanwhile'),
            { ...late('nowhere', '/x'), url: 'https://other.example/' },
          ]);
          await embedded.administer(({ analytics }) => analytics.visits.deletePath(embedded.projectId, '/done/1'));
          const before = await answers();
          expect(taken).toMatchObject({ rejected: [] });
          await expect(move(forward(), '--finish')).rejects.toThrow(/still_in_use/);
          await embedded.restart(async () => {
            const moved = await move(forward(), '--finish');
            expect(moved).toMatchObject({ finished: true, rows: { projects: 1, jobs: 1 } });
            expect(moved.rows['job_events']).toBeGreaterThan(0);
            expect(moved.views[embedded.projectId]).toBeGreaterThan(300);
            await expect(serve({ ...embedded.environment, DOCWRIGHT_PORT: '0' })).rejects.toMatchObject({
              facts: { code: 'data_moved' },
            });
            return there;
          });
          expect(await answers()).toEqual(before);
          told.push(...toldMetrics(await (await ask(embedded, '/metrics')).text()));
          expect(watchedMetrics().filter((name) => !told.includes(name))).toEqual([]);
          expect(watchedMetrics().length).toBeGreaterThan(12);
          // Known again, and keys as well.
          expect(await deliver([late('meanwhile', '/meanwhile')])).toMatchObject({ dropped: { duplicate: 1 } });
          await expect(move(forward())).rejects.toThrow(/move_target_missing|move_target_not_empty/);

          const back = { ...there, DOCWRIGHT_MIGRATE_TO: 'embedded', DOCWRIGHT_MIGRATE_VISITS: 'embedded' };
          await move(back);
          await deliver([late('later', '/later')]);
          const after = await answers();
          await expect(move(back, '--finish')).rejects.toThrow(/still_in_use/);
          await embedded.restart(async () => {
            expect(await tell(back, '--finish')).toContain(
              'Start the server without DOCWRIGHT_DATABASE_URL and without DOCWRIGHT_VISITS_URL, and with the same master key',
            );
            await expect(serve({ ...embedded.environment, DOCWRIGHT_PORT: '0' })).rejects.toMatchObject({
              facts: { code: expect.stringMatching(/data_moved|embedded_database_left/) as string },
            });
            return { DOCWRIGHT_DATABASE_URL: '', DOCWRIGHT_VISITS_URL: '' };
          });
          expect(await answers()).toEqual(after);
          expect(await deliver([late('later', '/later')])).toMatchObject({ dropped: { duplicate: 1 } });
          expect((await docwright(embedded, 'verify')).stdout).toContain('sound');
        }, 120_000);

      it.each([
        ['no target', {}, 'move_target_missing'],
        ['what is there already', { DOCWRIGHT_MIGRATE_TO: 'embedded' }, 'move_target_missing'],
        ['a server that is not there', { DOCWRIGHT_MIGRATE_TO: 'postgres://127.0.0.1:1/x' }, 'database_away'],
        ['what is no URL', { DOCWRIGHT_MIGRATE_TO: 'there' }, 'invalid_configuration'],
        [
          'another master key',
          { DOCWRIGHT_MIGRATE_TO: 'postgres://127.0.0.1:1/x', DOCWRIGHT_MASTER_KEY: 'A'.repeat(43) },
          'master_key_exchanged',
        ],
      ] as const)('refuses %s, and says what to do', async (_, environment, code) => {
        const migrating = async () => {
          const config = readConfig({ ...moving, ...environment });
          return migrateData({ config, isFinal: false, logger: silentLogger, onProgress: () => undefined });
        };
        await expect(migrating()).rejects.toMatchObject({ facts: { code } });
      });

      it('takes no password that everybody on the machine could read', async () => {
        const failed = await move({}, '--to', 'postgres://docwright:not-to-be-told@db/x').catch(
          (error: unknown) => error,
        );
        const { stderr } = failed as { stderr: string };
        expect(stderr).toContain('DOCWRIGHT_MIGRATE_TO_FILE');
        expect(stderr).not.toContain('not-to-be-told');
      });

      it('copies into nothing that holds other data', async () => {
        await expect(move({ DOCWRIGHT_MIGRATE_VISITS: clickhouse.url })).rejects.toThrow(/move_target_not_empty/);
      });
    });

    it('leaves nothing of a project that is deleted', async () => {
      const rows = async (table: string) => {
        const { host } = new URL(clickhouse.url.replace('clickhouse:', 'http:'));
        const query = `SELECT count() FROM docwright.${table} WHERE project_id = '${server.projectId}'`;
        return Number(await (await fetch(`http://${host}/?query=${encodeURIComponent(query)}`)).text());
      };
      expect(await rows('view')).toBeGreaterThan(0);
      await server.administer(({ projects }) => projects.remove(server.projectId, 'test'));
      for (const table of ['view', 'refusal', 'answer']) expect(await rows(table), table).toBe(0);
    });
  });
}
