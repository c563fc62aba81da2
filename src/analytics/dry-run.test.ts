import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Project } from '../contract/project.ts';
import { openMigratedDatabase } from '../db/migrated-database.fixture.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import { createManualClock, duration } from '../kernel/clock.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createSecretBox } from '../kernel/secret-box.ts';
import { createProjectStore } from '../projects/project-store.ts';
import { createDryRuns, type CreateDryRun } from './dry-run.ts';
import type { Hit } from './hit.ts';
import { createRecordHits, type RecordHits } from './record-hits.ts';
import { loadCatalogue } from './traffic/catalogue.ts';
import { createTrafficClassifier } from './traffic/classify.ts';
import { createVisitorSalts } from './visitor-salts.ts';
import { createEmbeddedVisitStore } from './visits/embedded/embedded-visit-store.ts';
import type { VisitStore } from './visits/visit-store.ts';

const now = Date.UTC(2026, 10, 22, 12);
const clock = createManualClock(now);
let folder: string;
let db: DatabaseConnection;
let store: VisitStore;
let project: Project;
let record: RecordHits;
let createDryRun: CreateDryRun;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dry-run-'));
  db = await openMigratedDatabase(join(folder, 'docwright.sqlite'));
  const secretBox = createSecretBox(Buffer.alloc(32, 1));
  store = createEmbeddedVisitStore({ directory: folder, clock, logger: silentLogger, threads: 1 });
  const confirmedHostName = (address: string) =>
    address === '203.0.113.1' ? 'crawl-203-0-113-1.googlebot.com' : undefined;
  const decideBy = {
    store,
    salts: createVisitorSalts({ db, secretBox, clock }),
    classifier: createTrafficClassifier(loadCatalogue()),
    confirmedHostName,
    clock,
  };
  record = createRecordHits(decideBy);
  createDryRun = createDryRuns(decideBy);
  const projects = createProjectStore({ db, secretBox, clock });
  const { id } = await projects.create({ name: 'Docs', codeHost: 'local', repositoryUrl: folder }, 'test');
  project = await projects.update(id, { settings: { analytics: { saltLife: 'day', humanSource: 'server' } } }, 'test');
});
afterEach(async () => {
  await store.close();
  await db.destroy();
  rmSync(folder, { recursive: true });
});

const google = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
function hit(changes: Partial<Hit>): Hit {
  const request = { source: 'log', timestampMs: now, url: '/guide', method: 'GET', status: 200 } as const;
  return { ...request, ip: '203.0.113.9', userAgent: 'Firefox/145', eventId: 'e', ...changes };
}
/** Of every kind that the run tells apart, in two deliveries. */
const deliveries: Hit[][] = [
  [
    hit({ eventId: 'a' }),
    hit({ eventId: 'a' }),
    hit({ eventId: 'a', timestampMs: now - duration.day }),
    hit({ eventId: 'old', timestampMs: now - 20 * duration.day }),
    hit({ eventId: undefined }),
    hit({ eventId: undefined }),
    hit({ eventId: '' }),
    hit({ eventId: 'image', url: '/a.png' }),
  ],
  [
    hit({ eventId: 'a' }),
    hit({ eventId: 'google', ip: '203.0.113.1', userAgent: google }),
    hit({ eventId: 'impostor', userAgent: google }),
    hit({ eventId: 'future', timestampMs: now + duration.day }),
    hit({ eventId: 'image', url: '/a.png' }),
  ],
];
const outcomesOf = (deliver: (hits: readonly Hit[]) => Promise<unknown>) =>
  deliveries.reduce<Promise<unknown[]>>(
    async (before, hits) => [...(await before), await deliver(hits)],
    Promise.resolve([]),
  );

it('promises what the run does, the first time and again', async () => {
  for (const time of ['first', 'again']) {
    const dry = createDryRun(project);
    const promised = await outcomesOf((hits) => dry.deliver(hits));
    expect([time, promised]).toEqual([time, await outcomesOf((hits) => record(project, hits))]);
    if (time === 'first') {
      expect(promised).toEqual([
        { accepted: 5, dropped: { duplicate: 1, salt_retired: 1, asset: 1 }, people: 6 },
        { accepted: 2, dropped: { duplicate: 1, clock_skew: 1, asset: 1 }, people: 1 },
      ]);
      expect(Object.fromEntries(dry.categories)).toEqual({ human: 5, search_engine: 1, other_bot: 1 });
    }
  }
});

it('keeps nothing, no salt either', async () => {
  await outcomesOf((hits) => createDryRun(project).deliver(hits));
  expect(await store.usage(project.id)).toMatchObject({ views: 0, visitors: 0 });
  expect(await store.readDrops(project.id, { from: undefined, to: undefined })).toEqual([]);
  expect(await db.selectFrom('visitor_salts').selectAll().execute()).toEqual([]);
});
