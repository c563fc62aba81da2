import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { viewsOfEvents } from '../../../../test/visits/crash-commands.ts';
import { duration, systemClock } from '../../../kernel/clock.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { defaultMapping } from '../visit-store.ts';
import { openVisitDatabase } from './columns/database.ts';
import { createEmbeddedVisitStore, type EmbeddedVisitStore } from './embedded-visit-store.ts';
import { deleteBefore, deletePath, deleteVisitor } from './upkeep/deletion.ts';
import { findDamage } from './upkeep/find-damage.ts';
import { applyReplacements, findCombinations } from './upkeep/reclassify.ts';
import { sealDue, type SealRules } from './upkeep/sealer.ts';

// A command line works on segments that the server merges at that moment: they are gone when it comes to read them.

const project = 'docs';
const views = viewsOfEvents(0, 2_000);
let directory: string;
let store: EmbeddedVisitStore;
/** Of the command. */
let database: Database.Database;
/** Of the server. */
let server: Database.Database;
let merges: number;
/** Part of the statement before which segments are merged. */
let mergesAt: string;

const seals: SealRules = { waitingRows: 1, maximumRows: 100_000, segmentsPerDay: 100 };
const mergesAll: SealRules = { ...seals, segmentsPerDay: 2 };

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'visits-merged-'));
  const file = join(directory, 'visits.sqlite');
  store = createEmbeddedVisitStore({ directory, clock: systemClock, logger: silentLogger, threads: 1 });
  // The first segment of each day is so large that the small one after it is not merged at once.
  await store.append(project, views.slice(0, 1_800));
  await store.seal(seals);
  await store.append(project, views.slice(1_800));
  await store.seal(seals);
  server = openVisitDatabase(file);
  merges = 0;
  mergesAt = 'FROM segment_column';
  let isMerging = false;
  database = new Database(file, {
    verbose: (statement) => {
      if (merges > 0 || isMerging || !String(statement).includes(mergesAt)) return;
      isMerging = true;
      merges = sealDue(server, mergesAll, Date.now());
      isMerging = false;
    },
  });
});
afterEach(async () => {
  database.close();
  server.close();
  await store.close();
  rmSync(directory, { recursive: true });
});

async function counted(): Promise<number> {
  const range = { from: undefined, to: undefined };
  const { totals } = await store.countPage({
    projectId: project,
    measure: 'views',
    dimension: 'path',
    range,
    mapping: defaultMapping,
    limit: 1,
    offset: 0,
    snapshot: undefined,
  });
  return totals.total;
}

it('is no damage, and a page is deleted whole', async () => {
  const ofPage = views.filter(({ path }) => path === '/page/1').length;
  expect(deletePath(database, project, '/page/1')).toEqual({ views: ofPage });
  expect(merges).toBeGreaterThan(0);
  expect(server.prepare('SELECT * FROM damaged').all()).toEqual([]);
  expect(await counted()).toBe(views.length - ofPage);
  expect(await store.verify(project)).toMatchObject({ ok: true });
});

it('and a visitor', async () => {
  const visitor = Buffer.from(views[1]?.visitor ?? []);
  const ofVisitor = views.filter((view) => visitor.equals(view.visitor)).length;
  expect(deleteVisitor(database, project, visitor)).toEqual({ views: ofVisitor });
  expect(merges).toBeGreaterThan(0);
  expect(await counted()).toBe(views.length - ofVisitor);
});

it('and days that are past their retention are removed whole', async () => {
  const last = views.at(-1)!.timestampMs;
  const firstKept = last - (last % duration.day);
  const before = views.filter(({ timestampMs }) => timestampMs < firstKept).length;
  mergesAt = 'BEGIN IMMEDIATE';
  expect(deleteBefore(database, project, last)).toEqual({ views: before });
  expect(merges).toBeGreaterThan(0);
  expect(await counted()).toBe(views.length - before);
});

it('and every view is found and reclassified once', async () => {
  const combinations = findCombinations(database, project);
  expect(merges).toBeGreaterThan(0);
  expect(new Set(combinations.map(({ signature }) => signature.userAgent)).size).toBe(5);
  await store.append(project, viewsOfEvents(2_000, 2_100));
  await store.seal(seals);
  merges = 0;
  const replacements = combinations.map(({ agent, client, classification }) => ({
    agent,
    client,
    classification: { ...classification, product: `${classification.product ?? ''}+` },
  }));
  expect(applyReplacements(database, project, replacements)).toBe(2_100);
  expect(merges).toBeGreaterThan(0);
  expect(findCombinations(server, project).map(({ classification }) => classification.product)).toEqual(
    combinations.map(() => '+'),
  );
});

it('and nothing is found to be damaged', () => {
  expect(findDamage(database, project)).toEqual([]);
  expect(merges).toBeGreaterThan(0);
});
