import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createReferenceVisitStore } from '../../../../test/visits/reference-visit-store.ts';
import { viewsOfDay } from '../../../../test/visits/views-of-days.ts';
import { duration, systemClock } from '../../../kernel/clock.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { visitorId } from '../conformance/tested-project.ts';
import { defaultMapping, dimensions, humanSources, type VisitStore } from '../visit-store.ts';
import { createEmbeddedVisitStore, type EmbeddedVisitStore } from './embedded-visit-store.ts';

const stored = join(import.meta.dirname, '../../../../test/visits/stored/56070a0-people.sqlite.gz');
const projectId = 'docs';
const firstDay = Date.parse('2026-02-26T00:00:00Z');
const ranges = [
  { from: undefined, to: undefined },
  { from: firstDay + 1.4 * duration.day, to: firstDay + 9.7 * duration.day },
];
let directory: string;
let store: EmbeddedVisitStore;
let reference: VisitStore;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'visits-'));
  writeFileSync(join(directory, 'visits.sqlite'), gunzipSync(readFileSync(stored)));
  store = createEmbeddedVisitStore({ directory, clock: systemClock, logger: silentLogger, threads: 2 });
  reference = createReferenceVisitStore();
  for (let day = 0; day < 12; day += 1) await reference.append(projectId, viewsOfDay(day, 60));
  await reference.append(projectId, viewsOfDay(4, 75).slice(60));
  await reference.append(projectId, viewsOfDay(12, 40));
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

async function answers(of: VisitStore): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const humanSource of humanSources) {
    const mapping = { ...defaultMapping, humanSource };
    for (const range of ranges) {
      const query = { projectId, range, mapping, limit: 99, offset: 0, snapshot: undefined };
      for (const dimension of dimensions) {
        for (const measure of ['visitors', 'views'] as const) {
          const { totals, rows } = await of.countPage({ ...query, dimension, measure });
          found.push([humanSource, range, dimension, measure, totals, rows]);
        }
      }
      for (const interval of ['hour', 'day', 'month'] as const) {
        found.push([humanSource, range, interval, await of.timeseries({ ...query, interval })]);
      }
    }
  }
  return found;
}

const unsplit = () => ask('SELECT count(*) FROM unsplit');

function ask(sql: string): unknown {
  const database = new Database(join(directory, 'visits.sqlite'), { readonly: true });
  try {
    return database.prepare(sql).pluck().get();
  } finally {
    database.close();
  }
}

it('counts what commit 56070a0 wrote by who saw people, before it is rewritten and afterwards', async () => {
  const expected = await answers(reference);
  expect([unsplit(), await answers(store)]).toEqual([12, expected]);
  expect(await store.verify(projectId)).toMatchObject({ ok: true, views: 775 });
  await store.seal({ waitingRows: 1, maximumRows: 500, segmentsPerDay: 9, idsPerPage: 12, blockRows: 1 });
  const blocks = (days: string) => ask(`SELECT count(*) FROM block WHERE days ${days}`);
  // The other days have no block in common, and one each.
  expect([unsplit(), blocks('> 1'), blocks('= 1')]).toEqual([0, 1, 11]);
  expect(await answers(store)).toEqual(expected);
  expect(await store.verify(projectId)).toMatchObject({ ok: true, views: 775 });
  expect(await store.append(projectId, viewsOfDay(4, 75))).toMatchObject({ accepted: 0, duplicates: 75 });
});

it('puts ids of visitors together that commit 56070a0 wrote one by one, and knows them again', async () => {
  const ids = () => [ask('SELECT count(*) FROM visitor'), ask('SELECT coalesce(sum(kept), 0) FROM visitor_page')];
  expect(ids()).toEqual([50, 0]);
  await store.seal({ waitingRows: 1_000, maximumRows: 500, segmentsPerDay: 9, idsPerPage: 12 });
  expect(ids()).toEqual([2, 48]);
  expect(await store.usage(projectId)).toMatchObject({ visitors: 50 });
  for (const of of [store, reference]) {
    await of.append(projectId, viewsOfDay(13, 50));
    await of.deleteVisitor(projectId, visitorId(31));
  }
  expect(ids()).toEqual([2, 47]);
  expect(await answers(store)).toEqual(await answers(reference));
  await store.close();
  store = createEmbeddedVisitStore({ directory, clock: systemClock, logger: silentLogger, threads: 2 });
  for (const of of [store, reference]) await of.append(projectId, viewsOfDay(14, 50));
  // The one who was deleted is another visitor from then on.
  expect(ids()).toEqual([3, 47]);
  expect(await answers(store)).toEqual(await answers(reference));
  expect(await store.verify(projectId)).toMatchObject({ ok: true });
});

it('deletes and classifies in what is not rewritten yet', async () => {
  const asPerson = () => ({ ...(viewsOfDay(0, 2)[1]?.classification ?? never()) });
  for (const of of [store, reference]) {
    await of.deletePath(projectId, '/page/4');
    await of.reclassify(projectId, (client, current) =>
      client.userAgent === 'Client/1' && current.category !== 'human' ? asPerson() : undefined,
    );
  }
  expect(await answers(store)).toEqual(await answers(reference));
  expect(await store.verify(projectId)).toMatchObject({ ok: true, differences: [] });
});

function never(): never {
  throw new Error('there are two views');
}
