import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Project } from '../contract/project.ts';
import { openMigratedDatabase } from '../db/migrated-database.fixture.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { createManualClock } from '../kernel/clock.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createSecretBox } from '../kernel/secret-box.ts';
import { createProjectStore } from '../projects/project-store.ts';
import { createDryRuns } from './dry-run.ts';
import { createImportLogs, type ImportLogs } from './import-logs.ts';
import { createRecordHits } from './record-hits.ts';
import { loadCatalogue } from './traffic/catalogue.ts';
import { createTrafficClassifier } from './traffic/classify.ts';
import { createVisitorSalts } from './visitor-salts.ts';
import { createEmbeddedVisitStore } from './visits/embedded/embedded-visit-store.ts';
import { defaultMapping, type VisitStore } from './visits/visit-store.ts';

let folder: string;
let log: string;
let db: DatabaseConnection;
let store: VisitStore;
let project: Project;
let importLogs: ImportLogs;
let setAnalytics: (analytics: object) => Promise<void>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'drops-'));
  log = join(folder, 'access.log');
  db = await openMigratedDatabase(join(folder, 'docwright.sqlite'));
  const clock = createManualClock(Date.UTC(2026, 10, 22));
  const secretBox = createSecretBox(Buffer.alloc(32, 1));
  store = createEmbeddedVisitStore({ directory: folder, clock, logger: silentLogger, threads: 1 });
  const salts = createVisitorSalts({ db, secretBox, clock });
  const decideBy = { store, salts, classifier: createTrafficClassifier(loadCatalogue()), clock };
  importLogs = createImportLogs({ recordHits: createRecordHits(decideBy), createDryRun: createDryRuns(decideBy) });
  const projects = createProjectStore({ db, secretBox, clock });
  ({ id: projectId } = await projects.create({ name: 'Docs', codeHost: 'local', repositoryUrl: folder }, 'test'));
  setAnalytics = async (analytics) => {
    // Settings that were changed are told by when they were.
    clock.advance(1);
    project = await projects.update(projectId, { settings: { analytics } }, 'test');
  };
  await setAnalytics({ exclude: { paths: ['/guide'] } });
});
afterEach(async () => {
  await store.close();
  await db.destroy();
  rmSync(folder, { recursive: true });
});
let projectId: string;

const line = (path: string, status = 200) =>
  `203.0.113.9 - - [21/Nov/2026:12:30:00 +0000] "GET ${path} HTTP/1.1" ${status} 1 "-" "Firefox/145"\n`;
const content = [line('/guide'), line('/a.css'), line('/a.css'), line('/b.json'), line('/lost', 404)].join('');

async function notCounted(): Promise<Record<string, number>> {
  const drops = await store.readDrops(project.id, { from: undefined, to: undefined });
  return Object.fromEntries(drops.map(({ reason, count }) => [reason, count]));
}
async function views(): Promise<number> {
  const range = { from: undefined, to: undefined };
  const query = { projectId, measure: 'views', dimension: 'path', range, mapping: defaultMapping } as const;
  return (await store.countPage({ ...query, limit: 1, offset: 0, snapshot: undefined })).totals.total;
}

it('holds through importing again, rotation, growth, and a change of the settings', async () => {
  writeFileSync(log, content);
  const once = { asset: 3, status: 1, excluded: 1 };
  await importLogs(project, { places: [{ file: log }] });
  expect(await notCounted()).toEqual(once);
  const both = join(folder, 'access.log.1');
  writeFileSync(both, content);
  await importLogs(project, { places: [{ file: log }, { file: both }] });
  expect(await notCounted()).toEqual(once);
  appendFileSync(log, line('/c.css'));
  await importLogs(project, { places: [{ file: log }] });
  expect(await notCounted()).toEqual({ ...once, asset: 4 });

  await setAnalytics({ exclude: null, pages: ['/b.json'] });
  const { reports } = await importLogs(project, { places: [{ file: log }], dryRun: true });
  expect(reports[0]?.accepted).toBe(2);
  await importLogs(project, { places: [{ file: log }] });
  expect([await views(), await notCounted()]).toEqual([2, { asset: 3, status: 1 }]);

  // What is counted stays counted, whatever the settings would say of it by now.
  await setAnalytics({ exclude: { paths: ['/guide'] }, pages: null });
  await importLogs(project, { places: [{ file: log }] });
  expect([await views(), await notCounted()]).toEqual([2, { asset: 3, status: 1 }]);
});

it('holds when a followed file is read from its beginning again', async () => {
  writeFileSync(log, content);
  for (let start = 0; start < 2; start += 1) {
    const stop = new AbortController();
    let reported: () => void = () => undefined;
    const read = new Promise<void>((resolve) => (reported = resolve));
    const following = importLogs(project, {
      places: [{ file: log, follow: stop.signal }],
      onProgress: ({ lines }) => {
        if (lines === 5) reported();
      },
    });
    await read;
    stop.abort();
    await following;
    expect(await notCounted()).toEqual({ asset: 3, status: 1, excluded: 1 });
  }
});
