import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importLog, type LogReport } from '../src/analytics/collect/log-files/import-log.ts';
import { openLogFile } from '../src/analytics/collect/log-files/open-log.ts';
import { missingOf } from '../src/analytics/missing-pages.ts';
import { createRecordHits, type RecordHits } from '../src/analytics/record-hits.ts';
import { loadCatalogue } from '../src/analytics/traffic/catalogue.ts';
import { createTrafficClassifier } from '../src/analytics/traffic/classify.ts';
import { createVisitorSalts } from '../src/analytics/visitor-salts.ts';
import { createEmbeddedVisitStore } from '../src/analytics/visits/embedded/embedded-visit-store.ts';
import { trafficCategories } from '../src/analytics/visits/view.ts';
import type { Dimension, VisitStore } from '../src/analytics/visits/visit-store.ts';
import type { Project } from '../src/contract/project.ts';
import { openSqliteDatabase, type DatabaseConnection } from '../src/db/open-database.ts';
import { createManualClock } from '../src/kernel/clock.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { createSecretBox } from '../src/kernel/secret-box.ts';
import { createProjectStore } from '../src/projects/project-store.ts';

/** The day after the logs were written: what is too old or in the future must not depend on when the test runs. */
const clock = createManualClock(Date.UTC(2026, 10, 22));
const fixtures = join(import.meta.dirname, 'fixtures', 'logs');

let folder: string;
let db: DatabaseConnection;
let store: VisitStore;
let project: Project;
let recordHits: RecordHits;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'real-logs-'));
  db = await openSqliteDatabase(join(folder, 'docwright.sqlite'));
  const secretBox = createSecretBox(randomBytes(32));
  const projects = createProjectStore({ db, secretBox, clock });
  const { id } = await projects.create({ name: 'Docs', codeHost: 'local', repositoryUrl: folder }, 'test');
  const analytics = { humanSource: 'server' as const, sites: ['http://localhost:18081', 'http://docs.test'] };
  project = await projects.update(id, { settings: { analytics } }, 'test');
  store = createEmbeddedVisitStore({ directory: folder, clock, logger: silentLogger });
  recordHits = createRecordHits({
    store,
    salts: createVisitorSalts({ db, secretBox, clock }),
    classifier: createTrafficClassifier(loadCatalogue()),
    clock,
  });
});
afterEach(async () => {
  await store.close();
  await db.destroy();
  rmSync(folder, { recursive: true });
});

async function importFile(path: string): Promise<LogReport> {
  return importLog(await openLogFile(path), { deliver: (hits) => recordHits(project, hits) });
}

/** Every stored view by the values of one dimension, whatever its category counts as. */
async function viewsBy(dimension: Dimension): Promise<Record<string, number>> {
  const { rows } = await store.countPage({
    projectId: project.id,
    measure: 'views',
    dimension,
    range: { from: undefined, to: undefined },
    mapping: { human: trafficCategories, ai: [], humanSource: 'both' },
    limit: 100,
    offset: 0,
    snapshot: undefined,
  });
  return Object.fromEntries(rows.map(({ value, total }) => [value, total]));
}

// Peers of a private network prove no name and refute none: who calls itself Googlebot or GPTBot there is taken at its word.
const crawlers = { search_engine: 1, ai_training: 1 };
const combined = {
  ...crawlers,
  human: 15,
  other_bot: 2,
  assistant: 1,
  coding_agent: 1,
  http_client: 2,
  markdown_client: 1,
};
const common = { other_bot: 21, markdown_client: 3 };
const caddy = {
  ...crawlers,
  human: 14,
  other_bot: 1,
  assistant: 1,
  coding_agent: 2,
  http_client: 1,
  markdown_client: 1,
};

describe('logs of real servers', () => {
  it.each([
    { file: 'nginx-combined.log', format: 'combined', lines: 34, notHttp: 2, unnamed: 3, categories: combined },
    { file: 'nginx-common.log', format: 'combined', lines: 34, notHttp: 2, unnamed: 32, categories: common },
    { file: 'nginx-vhost.log', format: 'combined', lines: 34, notHttp: 2, unnamed: 3, categories: combined },
    { file: 'apache-combined.log', format: 'combined', lines: 33, notHttp: 1, unnamed: 2, categories: combined },
    { file: 'apache-common.log', format: 'combined', lines: 33, notHttp: 1, unnamed: 32, categories: common },
    { file: 'apache-vhost.log', format: 'combined', lines: 33, notHttp: 1, unnamed: 2, categories: combined },
  ])('counts what was sent to the server of $file', async ({ file, format, lines, notHttp, unnamed, categories }) => {
    const report = await importFile(join(fixtures, file));
    expect(report).toMatchObject({ format, lines, hits: lines - notHttp, unnamed, accepted: 24, failure: undefined });
    expect(Object.fromEntries(report.dropped)).toEqual({ method: 3, status: 3, asset: 2 });
    expect(report.rejected.get('request')?.count).toBe(notHttp);
    expect(await viewsBy('category')).toEqual(categories);
  });

  it('reads what Caddy alone tells: Accept names an agent, a prefetch is no view', async () => {
    project = { ...project, updatedAt: 'without sites', settings: withoutSites(project) };
    const report = await importFile(join(fixtures, 'caddy.jsonl'));
    expect(report).toMatchObject({ format: 'caddy', lines: 30, hits: 30, accepted: 22, failure: undefined });
    expect(Object.fromEntries(report.dropped)).toEqual({ method: 2, status: 3, asset: 2, prefetch: 1 });
    expect(report.rejected.size).toBe(0);
    expect(await viewsBy('category')).toEqual(caddy);
  });

  it('gives every spelling of a page one name', async () => {
    await importFile(join(fixtures, 'nginx-combined.log'));
    expect(await viewsBy('path')).toEqual({
      '/': 5,
      '/install': 8,
      '/guide': 7,
      '/café': 1,
      '/caf%E9': 1,
      '/two words': 1,
      '/llms.txt': 1,
    });
  });

  it('counts a file once, however often and compressed it comes', async () => {
    const archive = join(folder, 'access.log.2.gz');
    writeFileSync(archive, gzipSync(readFileSync(join(fixtures, 'apache-vhost.log'))));
    await importFile(join(fixtures, 'apache-vhost.log'));
    const again = await importFile(archive);
    expect(again).toMatchObject({ lines: 33, accepted: 0 });
    expect(again.dropped.get('duplicate')).toBe(24);
    expect(await store.verify(project.id)).toMatchObject({ ok: true, views: 24 });
  });

  it('keeps no address that the logs name', async () => {
    await importFile(join(fixtures, 'apache-vhost.log'));
    const stored =
      readFileSync(join(folder, 'visits.sqlite'), 'latin1') + readFileSync(join(folder, 'visits.sqlite-wal'), 'latin1');
    expect(stored).toContain('/two words');
    expect(stored).not.toContain('127.0.0.1');
  });
});

const isPythonHere = spawnSync('python3', ['--version']).status === 0;

describe('what a program in another language counts', () => {
  beforeEach(({ skip }) => {
    skip(!isPythonHere, 'there is no python3, in which test/outside/recount.py is written');
  });

  it.each(readdirSync(fixtures).filter((name) => /\.(?:log|jsonl)$/.test(name)))('%s', async (file) => {
    const { analytics } = withoutSites(project);
    const settings = { ...project.settings, analytics: { ...analytics, identity: 'network' as const } };
    project = { ...project, updatedAt: 'by network', settings };
    await importFile(join(fixtures, file));
    const python = spawnSync('python3', [join(import.meta.dirname, 'outside/recount.py'), join(fixtures, file)]);
    const recounted = JSON.parse(python.stdout.toString()) as Record<'pages' | 'missing', Record<string, object>>;
    const views = await counted(project.id, 'views');
    const pages = Object.entries(await counted(project.id, 'visitors')).map(
      ([path, counts]) => [path, { ...counts, views: views[path]?.total }] as const,
    );
    expect(Object.fromEntries(pages)).toEqual(recounted.pages);
    expect(Object.keys(await counted(missingOf(project.id), 'visitors'))).toEqual(Object.keys(recounted.missing));
  });
});

async function counted(projectId: string, measure: 'visitors' | 'views') {
  const { rows } = await store.countPage({
    projectId,
    measure,
    dimension: 'path',
    range: { from: undefined, to: undefined },
    mapping: { human: ['human'], ai: ['assistant', 'coding_agent', 'markdown_client'], humanSource: 'server' },
    filters: [],
    limit: 100,
    offset: 0,
    snapshot: undefined,
  });
  return Object.fromEntries(rows.map(({ value, ...counts }) => [value, counts]));
}

function withoutSites({ settings }: Project): Project['settings'] {
  return { ...settings, analytics: { ...settings.analytics, sites: [] } };
}
