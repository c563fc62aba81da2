import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Project } from '../contract/project.ts';
import { openMigratedDatabase } from '../db/migrated-database.fixture.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { createManualClock, duration, type ManualClock } from '../kernel/clock.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createSecretBox } from '../kernel/secret-box.ts';
import { createProjectStore, type ProjectStore } from '../projects/project-store.ts';
import { createEraseAgain } from './erase-again.ts';
import { createErasures, type Erasures } from './erasures.ts';
import { createForgetVisitor, type ForgetVisitor } from './forget-visitor.ts';
import { createImportLogs } from './import-logs.ts';
import { createDryRuns } from './dry-run.ts';
import { withMissingPages } from './missing-pages.ts';
import { createRecordHits, type RecordHits } from './record-hits.ts';
import { createRestoredErasures } from './restored-erasures.ts';
import { createSweepRemovedProjects } from './sweep-removed-projects.ts';
import { loadCatalogue } from './traffic/catalogue.ts';
import { createTrafficClassifier } from './traffic/classify.ts';
import { createVisitorSalts } from './visitor-salts.ts';
import { createScreenDelivery } from './visits/clickhouse/write/screen-delivery.ts';
import { toDelivery } from './visits/clickhouse/write/delivery.ts';
import { createEmbeddedVisitStore } from './visits/embedded/embedded-visit-store.ts';
import { defaultMapping, type VisitStore } from './visits/visit-store.ts';

const now = Date.UTC(2026, 10, 29, 12);
const secretBox = createSecretBox(Buffer.alloc(32, 1));
const classifier = createTrafficClassifier(loadCatalogue());
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const ada = '203.0.113.7';
const ben = '203.0.113.8';

let folder: string;
let db: DatabaseConnection;
let clock: ManualClock;
let projects: ProjectStore;
let embedded: ReturnType<typeof createEmbeddedVisitStore>;
let store: VisitStore;
let erasures: Erasures;
let recordHits: RecordHits;
let forgetVisitor: ForgetVisitor;
let project: Project;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-erasures-'));
  clock = createManualClock(now);
  await openAll();
  ({ id: project.id } = await projects.create({ name: 'Docs', codeHost: 'local', repositoryUrl: folder }, 'test'));
  project = await settingsOf({});
});
afterEach(async () => {
  await store.close();
  await db.destroy();
  rmSync(folder, { recursive: true });
});

async function openAll(): Promise<void> {
  project = {} as Project;
  db = await openMigratedDatabase(join(folder, 'docwright.sqlite'));
  projects = createProjectStore({ db, secretBox, clock });
  embedded = createEmbeddedVisitStore({ directory: folder, clock, logger: silentLogger, threads: 1 });
  store = withMissingPages(embedded);
  const salts = createVisitorSalts({ db, secretBox, clock });
  erasures = createErasures({ db, secretBox, clock });
  recordHits = createRecordHits({ store, salts, classifier, screen: erasures.screen, clock });
  const require = async (id: string) => (await projects.get(id))!;
  forgetVisitor = createForgetVisitor({ store, projects: { require }, salts, erasures, classifier, clock });
}

const settingsOf = async (analytics: object) => projects.update(project.id, { settings: { analytics } }, 'test');

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
function lineOf(ip: string, path: string, at: number): string {
  const [year, month = '1', date, time] = new Date(at).toISOString().split(/[-T.]/);
  const stamp = `${date}/${months[Number(month) - 1]}/${year}:${time} +0000`;
  return `${ip} - - [${stamp}] "GET ${path} HTTP/1.1" 200 100 "-" "${userAgent}"\n`;
}

async function importLines(lines: readonly string[]) {
  const salts = createVisitorSalts({ db, secretBox, clock });
  const createDryRun = createDryRuns({ store, salts, classifier, clock });
  const { reports } = await createImportLogs({ recordHits, createDryRun })(project, {
    places: [{ name: 'log', stream: Readable.from([Buffer.from(lines.join(''))]) }],
  });
  return { accepted: reports[0]!.accepted, dropped: Object.fromEntries(reports[0]!.dropped) };
}

async function pages(): Promise<Record<string, number>> {
  const { rows } = await store.countPage({
    projectId: project.id,
    measure: 'views',
    dimension: 'path',
    range: { from: undefined, to: undefined },
    mapping: defaultMapping,
    limit: 50,
    offset: 0,
    snapshot: undefined,
  });
  return Object.fromEntries(rows.map(({ value, total }) => [value, total]));
}

const log = [
  lineOf(ada, '/a', now - 3 * duration.day),
  lineOf(ada, '/b', now - duration.hour),
  lineOf(ben, '/a', now - duration.hour),
];
const everything = { '/a': 2, '/b': 1 };

it.each(['stable', 'month', 'day'])(
  'Importing the same log again does not bring them back. (%s salts)',
  async (saltLife) => {
    project = await settingsOf({ saltLife });
    expect(await importLines(log)).toMatchObject({ accepted: 3 });
    await embedded.seal({ waitingRows: 1, waitingMilliseconds: 0 } as never);
    expect(await forgetVisitor(project.id, { ip: ada, userAgent })).toEqual({ views: 2 });
    expect(await pages()).toEqual({ '/a': 1 });
    // The second time as if they were never there.
    const again = { accepted: 0, dropped: { duplicate: 1, erased: 2 } };
    expect([await importLines(log), await importLines(log)]).toEqual([again, again]);
    expect(await pages()).toEqual({ '/a': 1 });
    expect(await store.readDrops(project.id, { from: undefined, to: undefined })).toEqual([]);
  },
);

it.each(['stable', 'month', 'day'])('Importing another log does not bring them back. (%s salts)', async (saltLife) => {
  project = await settingsOf({ saltLife });
  expect(await forgetVisitor(project.id, { ip: ada, userAgent })).toEqual({ views: 0 });
  expect(await importLines(log)).toEqual({ accepted: 1, dropped: { erased: 2 } });
});

it('A visitor who comes again after the deletion counts as new.', async () => {
  await importLines(log);
  await forgetVisitor(project.id, { ip: ada, userAgent });
  clock.advance(duration.hour);
  expect(await importLines([...log, lineOf(ada, '/new', clock.now())])).toMatchObject({ accepted: 1 });
  expect(await pages()).toEqual({ '/a': 1, '/new': 1 });
});

it('The same holds for a deleted page.', async () => {
  await importLines(log);
  await erasures.note(project.id, [{ path: '/a' }]);
  expect(await store.deletePath(project.id, '/a')).toEqual({ views: 2 });
  expect(await importLines(log)).toEqual({ accepted: 0, dropped: { duplicate: 1, erased: 2 } });
});

it('Of the deletion a keyed hash is stored, from which nobody can read the visitor or the page.', async () => {
  await importLines(log);
  await forgetVisitor(project.id, { ip: ada, userAgent });
  const { visitors } = await store.names(project.id);
  const rows = await db.selectFrom('erasures').selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  for (const { mark } of rows) expect(mark).toMatch(/^[\w-]{43}$/);
  const visitor = visitors[0]!;
  await erasures.note('prj_1', [{ visitor }]);
  await erasures.note('prj_2', [{ visitor }]);
  const marks = await db.selectFrom('erasures').select('mark').where('project_id', 'in', ['prj_1', 'prj_2']).execute();
  expect(new Set(marks.map(({ mark }) => mark)).size).toBe(2);
  expect(JSON.stringify([...rows, ...marks])).not.toContain(Buffer.from(visitor).toString('hex'));
});

it('erases again what a backup of before has brought back', async () => {
  await importLines(log);
  await forgetVisitor(project.id, { ip: ada, userAgent });
  await erasures.note(project.id, [{ path: '/c' }]);
  const rows = await db.selectFrom('erasures').selectAll().execute();
  // As the backup was, which knew of no erasure.
  await db.deleteFrom('erasures').execute();
  await importLines([...log, lineOf(ben, '/c', now - duration.hour)]);
  expect(await pages()).toEqual({ ...everything, '/c': 1 });
  writeFileSync(join(folder, 'docwright-erasures.json'), JSON.stringify(rows));
  const eraseAgain = createEraseAgain({ store, erasures });
  const obey = createRestoredErasures({ db, dataDirectory: folder, eraseAgain, logger: silentLogger });
  await obey();
  expect(await pages()).toEqual({ '/a': 1 });
  expect(await importLines(log)).toEqual({ accepted: 0, dropped: { duplicate: 1, erased: 2 } });
  // The list is taken once: a page that is visited from now on is not deleted at the next start.
  clock.advance(duration.hour);
  await importLines([lineOf(ben, '/c', clock.now())]);
  await obey();
  expect(await pages()).toEqual({ '/a': 1, '/c': 1 });
});

it('tells everybody who asks in one turn what was erased, of the oldest view among theirs', async () => {
  await erasures.note(project.id, [{ path: '/gone' }]);
  const view = (timestampMs: number) => ({ path: '/gone', visitor: new Uint8Array(16), timestampMs });
  const ask = async (projectId: string, timestampMs: number) => {
    const isErased = await erasures.screen(projectId, [view(timestampMs)]);
    return isErased?.(view(timestampMs));
  };
  const asked = [ask(project.id, now + 1), ask(project.id, now - 1), ask('prj_of_nobody', now - 1)];
  expect(await Promise.all(asked)).toEqual([false, true, undefined]);
  // The next turn looks anew.
  await erasures.note(project.id, [{ path: '/guide' }]);
  const isErased = await erasures.screen(project.id, [view(now)]);
  expect(isErased?.({ ...view(now), path: '/guide' })).toBe(true);
});

it('Views that wait for ClickHouse do not bring them back.', async () => {
  const view = (visitor: number, path: string) => ({
    timestampMs: now - duration.hour,
    visitor: new Uint8Array(16).fill(visitor),
    path,
    classification: {
      category: 'human',
      product: undefined,
      operator: undefined,
      verdict: 'unclaimed',
      evidence: undefined,
    },
    client: { userAgent, accept: undefined },
    referrer: undefined,
    country: undefined,
    source: 'server',
    context: undefined,
    eventId: undefined,
  });
  const delivery = toDelivery(project.id, [view(1, '/a'), view(2, '/a'), view(2, '/b')] as never, []);
  const screenDelivery = createScreenDelivery(erasures.screen);
  expect(await screenDelivery(delivery)).toEqual(delivery);
  await erasures.note(project.id, [{ visitor: new Uint8Array(16).fill(1) }, { path: '/b' }]);
  expect((await screenDelivery(delivery))?.views).toEqual([delivery.views[1]]);
  await projects.remove(project.id, 'test');
  expect(await screenDelivery(delivery)).toBeUndefined();
});

it('Views that arrive in the moment in which their project is removed are deleted too.', async () => {
  await importLines(log);
  await store.append('prj_of_another_database', [], [{ day: '2026-11-29', reason: 'asset', count: 1 }]);
  await projects.remove(project.id, 'test');
  await expect(importLines(log)).rejects.toMatchObject({ facts: { code: 'project_not_found' } });
  const trusted = { time: undefined as number | undefined };
  const deletionTime = () => trusted.time;
  const sweep = createSweepRemovedProjects({ db, store, deletionTime, logger: silentLogger });
  await sweep();
  expect(await pages()).toEqual(everything);
  trusted.time = now;
  await sweep();
  expect(await pages()).toEqual({});
  expect(await store.projects()).toEqual(['prj_of_another_database']);
});

it('has a test for every promise of the privacy page', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
  const promises =
    read('docs/guide/privacy.md')
      .split('<!-- promises -->')[1]
      ?.match(/^- .+$/gm) ?? [];
  expect(promises.length).toBeGreaterThan(8);
  const tests = ['src/analytics/final-erasures.test.ts', 'src/analytics/retire-visits.test.ts', 'test/backup.test.ts']
    .map(read)
    .join('');
  expect(promises.filter((promise) => !tests.includes(promise.slice(2).replaceAll("'", "\\'")))).toEqual([]);
});
