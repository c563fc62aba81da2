import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { viewsOfEvents } from '../../../../test/visits/crash-commands.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { duration } from '../../../kernel/clock.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { defaultMapping, dimensions, type Dimension, type Filter } from '../visit-store.ts';
import { openVisitDatabase } from './columns/database.ts';
import { askedColumnOf, askedColumns } from './columns/stored-blocks.ts';
import { createGrouping } from './count/groups.ts';
import { createEmbeddedVisitStore, type EmbeddedVisitStore } from './embedded-visit-store.ts';

const project = 'docs';
const rules = { waitingRows: 1, maximumRows: 100_000, segmentsPerDay: 2, blockRows: 1 };
const byColumn = dimensions.filter((dimension) => askedColumnOf[dimension] !== undefined);
let directory: string;
let store: EmbeddedVisitStore;

const open = (threads = 2) =>
  createEmbeddedVisitStore({ directory, clock: systemClock, logger: silentLogger, threads });

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

/** Each pass of upkeep ends after about a second. */
async function settle(): Promise<void> {
  for (let before = -1, now = storedPieces(); now !== before; now = storedPieces()) {
    before = now;
    await store.seal(rules);
  }
}

function storedPieces(): number {
  const database = new Database(join(directory, 'visits.sqlite'), { readonly: true });
  const select = 'SELECT (SELECT count(*) FROM block_slice) + (SELECT count(*) FROM segment_column)';
  const count = database.prepare(select).pluck().get() as number;
  database.close();
  return count;
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

/** What the dashboard lists by. */
const everyListing = ['agent', 'client', 'country', 'path', 'referrer', 'site'];

it('stores settled days by the columns of the dashboard, and others that somebody asked for, and then reads nothing else of them', async () => {
  await settle();
  expect(listings()).toEqual(everyListing);
  const before = await countAll();
  await settle();
  expect(listings()).toEqual([...askedColumns, 'path', 'site'].sort());
  expect(await countAll()).toEqual(before);
  expect(await store.verify(project)).toMatchObject({ ok: true });
  await restart(spoilRows);
  expect(await countAll()).toEqual(before);
});

it('knows after a start what was asked for before days were settled', async () => {
  const before = await count('host');
  await store.seal({ ...rules, blockRows: 1_000_000 });
  await restart();
  await settle();
  expect(listings()).toEqual([...everyListing, 'context'].sort());
  await restart(spoilRows);
  expect(await count('host')).toEqual(before);
});

it('brings a store of schema 9 over, which knows nothing of what is asked for', async () => {
  await settle();
  const before = await count('agent');
  await restart((database) => {
    database.exec('DROP TABLE asked_listing; PRAGMA user_version = 9');
  });
  expect(await count('agent')).toEqual(before);
  await settle();
  expect(listings()).toEqual(everyListing);
});

it('counts from days again where what is stored of a column is damaged', async () => {
  await settle();
  const before = await count('agent');
  await settle();
  await restart((database) => {
    database.exec("UPDATE block_slice SET data = zeroblob(length(data)) WHERE listing = 'agent' AND slice = 0");
  });
  expect(await count('agent')).toEqual(before);
  expect(await store.verify(project)).toMatchObject({ ok: false });
  await store.dropDamaged(project);
  await settle();
  expect(await store.verify(project)).toMatchObject({ ok: true });
});

const range = { from: undefined, to: undefined };
const noneOf: Filter['noneOf'] = [];

/** With filters of every kind of column, and visits, goals and hours. */
async function askOfRows() {
  const filters: Filter[] = [
    { dimension: 'country', anyOf: [['DE'], ['FR']], noneOf },
    { dimension: 'category', anyOf: [['human'], ['coding_agent']], noneOf },
    { dimension: 'entryPage', anyOf: [['/', '']], noneOf },
  ];
  const query = { projectId: project, range, mapping: defaultMapping, filters };
  const page = { measure: 'visitors', limit: 250, offset: 0, snapshot: undefined } as const;
  const counted = [];
  for (const dimension of ['path', 'referrer', 'host', 'exitPage'] as const) {
    const { totals, rows } = await store.countPage({ ...query, ...page, dimension });
    counted.push(totals, rows);
  }
  const goals = [
    { paths: [['/', '']], events: [] },
    { paths: [['/docs', '']], events: [] },
  ];
  const reached = await store.countReached({ ...query, goals, inOrder: true });
  return [counted, reached, await store.timeseries({ ...query, interval: 'week' })];
}

function sliceNames(): unknown {
  const database = new Database(join(directory, 'visits.sqlite'), { readonly: true });
  const select = "SELECT DISTINCT name FROM segment_column WHERE name LIKE 'rows %' ORDER BY name";
  const names = database.prepare(select).pluck().all();
  database.close();
  return names;
}

/** Whatever rows are read of but slices, and what says which pages they are of. */
const spoilColumns = (database: Database.Database) =>
  database.exec(
    `UPDATE segment_column SET data = zeroblob(length(data))
     WHERE name NOT LIKE 'rows %' AND name NOT IN ('runs', 'distinct', 'filter', 'event')`,
  );

it('stores the columns that filters, visits and goals read, for each thread, and then reads nothing else of them', async () => {
  await settle();
  expect(sliceNames()).toEqual([]);
  const before = await askOfRows();
  expect(JSON.stringify(before)).toContain('"human":');
  await settle();
  const columns = ['agent', 'context', 'country', 'pages', 'referrer', 'time', 'visitor'];
  expect(sliceNames()).toEqual(columns.flatMap((column) => [`rows ${column} 0/2`, `rows ${column} 1/2`]));
  expect(await askOfRows()).toEqual(before);
  await restart(spoilColumns);
  expect(await askOfRows()).toEqual(before);
});

it('reads columns again where a slice is damaged or of another number of threads, and makes it again', async () => {
  const before = await askOfRows();
  await settle();
  for (const column of ['visitor', 'pages', 'country', 'time']) {
    await restart((database) =>
      database.exec(`UPDATE segment_column SET data = zeroblob(length(data)) WHERE name = 'rows ${column} 1/2'`),
    );
    expect(await askOfRows()).toEqual(before);
    expect(await store.verify(project)).toMatchObject({ ok: false });
    const dropped = await store.dropDamaged(project);
    expect(dropped[0]?.piece).toContain(`rows ${column} 1/2 of 2026-`);
    expect(dropped[0]?.kind).toBe('block');
    expect(await store.verify(project)).toMatchObject({ ok: true });
    await settle();
    expect(sliceNames()).toContain(`rows ${column} 1/2`);
  }
  await store.close();
  store = open(3);
  expect(await askOfRows()).toEqual(before);
  await settle();
  expect(sliceNames()).toContain('rows visitor 2/3');
  expect(JSON.stringify(sliceNames())).not.toContain('/2"');
  expect(await askOfRows()).toEqual(before);
});

it('stores a day alone until it is in a block', async () => {
  const blocks = (): unknown => {
    const database = new Database(join(directory, 'visits.sqlite'), { readonly: true });
    const found = database.prepare('SELECT days, count(*) FROM block GROUP BY days ORDER BY days').raw().all();
    database.close();
    return found;
  };
  await store.deleteProject(project);
  const start = Date.parse('2026-03-01');
  const viewsOfDays = (from: number, to: number) =>
    viewsOfEvents(0, (to - from) * 10).map((view, index) => ({
      ...view,
      timestampMs: start + (from + Math.floor(index / 10)) * duration.day,
      eventId: `${from} ${index}`,
    }));
  await store.append(project, viewsOfDays(0, 4));
  await settle();
  expect(blocks()).toEqual([[1, 4]]);
  const before = await count('country');
  await store.append(project, viewsOfDays(4, 16));
  await settle();
  // Seven of the days are in the only block of eight that has settled.
  expect(blocks()).toEqual([
    [1, 9],
    [8, 1],
  ]);
  expect(before.totals.total).toBeGreaterThan(0);
  expect(await store.verify(project)).toMatchObject({ ok: true, views: 160 });
});

it('says for each dimension the column that it is counted by', () => {
  const database = openVisitDatabase(join(directory, 'visits.sqlite'));
  const columns = byColumn.map((dimension) => [dimension, createGrouping(database, 1, dimension).column]);
  database.close();
  expect(columns).toEqual(byColumn.map((dimension) => [dimension, askedColumnOf[dimension]]));
});
