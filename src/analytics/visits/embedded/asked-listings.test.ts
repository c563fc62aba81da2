import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { viewsOfEvents } from '../../../../test/visits/crash-commands.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { defaultMapping, dimensions, type Dimension } from '../visit-store.ts';
import { openVisitDatabase } from './columns/database.ts';
import { askedColumnOf, askedColumns } from './columns/stored-blocks.ts';
import { createGrouping } from './count/groups.ts';
import { createEmbeddedVisitStore, type EmbeddedVisitStore } from './embedded-visit-store.ts';

const project = 'docs';
const rules = { waitingRows: 1, maximumRows: 100_000, segmentsPerDay: 2, blockRows: 1 };
const byColumn = dimensions.filter((dimension) => askedColumnOf[dimension] !== undefined);
let directory: string;
let store: EmbeddedVisitStore;

const open = () => createEmbeddedVisitStore({ directory, clock: systemClock, logger: silentLogger, threads: 2 });

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'visits-asked-'));
  store = open();
  const start = Date.parse('2026-03-01');
  const views = viewsOfEvents(0, 1_400).map((view, index) => ({
    ...view,
    timestampMs: start + (view.timestampMs - start) * 4,
    country: ['DE', 'FR', undefined][index % 3],
    referrer: index % 5 === 0 ? 'https://example.com' : undefined,
  }));
  await store.append(project, views);
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

async function count(dimension: Dimension) {
  const { totals, rows } = await store.countPage({
    projectId: project,
    measure: 'visitors',
    dimension,
    range: { from: undefined, to: undefined },
    mapping: defaultMapping,
    limit: 250,
    offset: 0,
    snapshot: undefined,
  });
  return { totals, rows };
}

async function countAll() {
  const counted = [];
  for (const dimension of byColumn) counted.push(await count(dimension));
  return counted;
}

async function restart(change: (database: Database.Database) => void = () => undefined): Promise<void> {
  await store.close();
  const database = new Database(join(directory, 'visits.sqlite'));
  change(database);
  database.close();
  store = open();
}

function listings(): unknown {
  const database = new Database(join(directory, 'visits.sqlite'), { readonly: true });
  const names = database.prepare('SELECT DISTINCT listing FROM block_slice ORDER BY listing').pluck().all();
  database.close();
  return names;
}

/** What counting by a column reads of the days themselves. */
const spoilRows = (database: Database.Database) =>
  database.exec(
    `UPDATE segment_column SET data = zeroblob(length(data)) WHERE name NOT IN ('path', 'runs', 'distinct', 'filter')
       AND segment IN (SELECT segment.id FROM segment, block WHERE instr('+' || segments || '+', '+' || segment.id || '+') > 0)`,
  );

it('stores settled days by the columns that somebody asked for, and then reads nothing else of them', async () => {
  await store.seal(rules);
  expect(listings()).toEqual(['path', 'site']);
  const before = await countAll();
  await store.seal(rules);
  expect(listings()).toEqual([...askedColumns, 'path', 'site'].sort());
  expect(await countAll()).toEqual(before);
  expect(await store.verify(project)).toMatchObject({ ok: true });
  await restart(spoilRows);
  expect(await countAll()).toEqual(before);
});

it('knows after a start what was asked for before days were settled', async () => {
  const before = await count('country');
  await store.seal({ ...rules, blockRows: 1_000_000 });
  await restart();
  await store.seal(rules);
  expect(listings()).toEqual(['country', 'path', 'site']);
  await restart(spoilRows);
  expect(await count('country')).toEqual(before);
});

it('brings a store of schema 9 over, which knows nothing of what is asked for', async () => {
  await store.seal(rules);
  const before = await count('agent');
  await restart((database) => {
    database.exec('DROP TABLE asked_listing; PRAGMA user_version = 9');
  });
  expect(await count('agent')).toEqual(before);
  await store.seal(rules);
  expect(listings()).toEqual(['agent', 'path', 'site']);
});

it('counts from days again where what is stored of a column is damaged', async () => {
  await store.seal(rules);
  const before = await count('agent');
  await store.seal(rules);
  await restart((database) => {
    database.exec("UPDATE block_slice SET data = zeroblob(length(data)) WHERE listing = 'agent' AND slice = 0");
  });
  expect(await count('agent')).toEqual(before);
  expect(await store.verify(project)).toMatchObject({ ok: false });
  await store.dropDamaged(project);
  await store.seal(rules);
  expect(await store.verify(project)).toMatchObject({ ok: true });
});

it('says for each dimension the column that it is counted by', () => {
  const database = openVisitDatabase(join(directory, 'visits.sqlite'));
  const columns = byColumn.map((dimension) => [dimension, createGrouping(database, 1, dimension).column]);
  database.close();
  expect(columns).toEqual(byColumn.map((dimension) => [dimension, askedColumnOf[dimension]]));
});
