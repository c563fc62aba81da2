import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { viewsOfEvents } from '../../../../test/visits/crash-commands.ts';
import { duration, systemClock } from '../../../kernel/clock.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { VisitStoreDamaged } from '../errors.ts';
import type { Filter, TimeRange } from '../visit-store.ts';
import { defaultMapping } from '../visit-store.ts';
import { createEmbeddedVisitStore, type EmbeddedVisitStore } from './embedded-visit-store.ts';

const project = 'docs';
const damagedDay = '2026-03-02';
/** Of the views. */
const days = 5;
let directory: string;
let store: EmbeddedVisitStore;

const open = () => createEmbeddedVisitStore({ directory, clock: systemClock, logger: silentLogger, threads: 1 });
const rules = { waitingRows: 1, maximumRows: 100_000, segmentsPerDay: 2, idsPerPage: 40 };

/** Works on the file while no store has it open. */
async function changeFile(change: (database: Database.Database) => void): Promise<void> {
  await store.close();
  const database = new Database(join(directory, 'visits.sqlite'));
  change(database);
  database.close();
  store = open();
}

function count(range: Partial<TimeRange>, filters: readonly Filter[] = []) {
  return store.countPage({
    filters,
    projectId: project,
    measure: 'visitors',
    dimension: 'path',
    range: { from: undefined, to: undefined, ...range },
    mapping: defaultMapping,
    limit: 250,
    offset: 0,
    snapshot: undefined,
  });
}

function flipBit(database: Database.Database, column: string): void {
  const row = database
    .prepare(
      `SELECT segment_column.id, data FROM segment_column JOIN segment ON segment.id = segment
       WHERE name = ? AND day = ?`,
    )
    .get(column, Date.parse(damagedDay) / duration.day) as { id: number; data: Buffer };
  const position = Math.floor(row.data.length * 0.6);
  row.data.writeUInt8(row.data.readUInt8(position) ^ 4, position);
  database.prepare('UPDATE segment_column SET data = ? WHERE id = ?').run(row.data, row.id);
}

/** Of the batch of the damaged day that waits. */
function changeBatch(database: Database.Database, expression: string): void {
  const { changes } = database
    .prepare(`UPDATE batch SET ${expression} WHERE id = (SELECT min(id) FROM batch WHERE day = ?)`)
    .run(Date.parse(damagedDay) / duration.day);
  expect(changes).toBe(1);
}

const others = { from: Date.parse('2026-03-03') };
const messageOf = (piece: string) =>
  `The stored views of ${project} on ${damagedDay} are damaged: \`${piece}\` differs from what was written.`;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'visits-damage-'));
  store = open();
  await store.append(project, viewsOfEvents(0, 1_000));
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

describe('in a sealed day', () => {
  beforeEach(async () => {
    await store.seal(rules);
  });

  it.each(['runs', 'distinct', 'visitor', 'event'])(
    'says which day is damaged when one bit of its column %s has changed, and answers for the other days',
    async (column) => {
      const before = await count(others);
      await changeFile((database) => {
        flipBit(database, column);
      });
      expect(await store.verify(project)).toEqual({
        ok: false,
        views: 1_000,
        compared: 0,
        differences: [messageOf(column)],
      });
      expect(await store.findDamage(project)).toMatchObject([{ day: damagedDay, kind: 'segment', piece: column }]);
      expect(await count(others)).toMatchObject({ totals: before.totals, rows: before.rows });
    },
  );

  it('counts filtered rows of another day as before, after a question that a damaged day ended', async () => {
    // On the day before so many that their memory is given back by hand.
    const begin = Date.parse(damagedDay) - duration.day;
    const views = viewsOfEvents(1_000, 19_000).map((view, index) => ({ ...view, timestampMs: begin + index }));
    await store.append(project, views);
    await store.seal(rules);
    const dayBefore = { from: begin, to: Date.parse(damagedDay) };
    const only = (dimension: Filter['dimension'], value: string) => [{ dimension, anyOf: [[value]], noneOf: [] }];
    const before = await count(dayBefore, only('referrer', 'example.org'));
    expect(before.totals.total).toBeGreaterThan(0);
    await changeFile((database) => {
      flipBit(database, 'visitor');
    });
    await expect(count({ ...dayBefore, to: others.from }, only('category', 'human'))).rejects.toThrow(
      VisitStoreDamaged,
    );
    expect(await count(dayBefore, only('referrer', 'example.org'))).toMatchObject({
      totals: before.totals,
      rows: before.rows,
    });
  });

  it('never answers from a damaged list, and keeps sealing other days', async () => {
    await changeFile((database) => {
      flipBit(database, 'distinct');
    });
    const refusal = count({});
    await expect(refusal).rejects.toThrow(VisitStoreDamaged);
    await expect(refusal).rejects.toMatchObject({
      damage: { projectId: project, day: damagedDay, piece: 'distinct' },
    });
    await store.append(project, viewsOfEvents(1_000, 2_000));
    await store.seal(rules);
    const waiting = new Database(join(directory, 'visits.sqlite'));
    expect(waiting.prepare('SELECT count(*) FROM batch').pluck().get()).toBe(0);
    waiting.close();
  });

  it('keeps what a store without checksums holds, and finds by counting which day of it is wrong', async () => {
    const before = await count({});
    await changeFile((database) => {
      database.exec(`ALTER TABLE segment_column DROP COLUMN checksum`);
      for (const table of ['batch', 'segment', 'dropped', 'term'])
        database.exec(`DROP TRIGGER ${table}_added; DROP TRIGGER ${table}_removed`);
      database.exec('ALTER TABLE term DROP COLUMN checksum; ALTER TABLE dropped DROP COLUMN checksum');
      database.exec('DROP INDEX batch_sum; ALTER TABLE batch DROP COLUMN checksum; DROP TABLE damaged');
      database.exec('DROP TABLE tracker_day; DROP TABLE unsplit');
      database.exec(
        'ALTER TABLE project DROP COLUMN contents; ALTER TABLE project DROP COLUMN texts; CREATE INDEX batch_day ON batch (project, day, rows)',
      );
      database.pragma('user_version = 1');
    });
    expect(await count({})).toMatchObject({ totals: before.totals, rows: before.rows });
    expect(await store.verify(project)).toMatchObject({ ok: true, views: 1_000 });
    await changeFile((database) => {
      database
        .prepare(
          `UPDATE segment_column SET data = zeroblob(length(data))
         WHERE name = 'distinct' AND segment IN (SELECT id FROM segment WHERE day = ?)`,
        )
        .run(Date.parse(damagedDay) / duration.day);
    });
    const { ok, differences } = await store.verify(project);
    expect(ok).toBe(false);
    expect(differences.some((difference) => difference.startsWith(`${damagedDay}, `))).toBe(true);
  });

  it('finds a damaged filter, loses nothing by it, and makes it again once it is dropped', async () => {
    const before = await count({});
    await changeFile((database) => {
      flipBit(database, 'filter');
    });
    expect(await store.append(project, viewsOfEvents(0, 1_000))).toMatchObject({ accepted: 0, duplicates: 1_000 });
    expect((await store.verify(project)).differences).toEqual([messageOf('filter')]);
    expect(await store.dropDamaged(project)).toMatchObject([{ day: damagedDay, kind: 'filter', views: 0 }]);
    expect(ask("SELECT count(*) FROM segment_column WHERE name = 'filter'")).toBe(days - 1);
    await store.close();
    store = open();
    await store.seal(rules);
    expect(ask("SELECT count(*) FROM segment_column WHERE name = 'filter'")).toBe(days);
    expect(await store.verify(project)).toMatchObject({ ok: true, views: 1_000 });
    expect(await count({})).toMatchObject({ totals: before.totals, rows: before.rows });
  });

  const slicesOfBlocks = `SELECT count(*) FROM block_slice JOIN block ON block = block.id
    WHERE days > 1 AND listing IN ('site', 'path')`;

  it.each([
    ['a slice', 'UPDATE block_slice SET data = zeroblob(length(data)) WHERE slice = 5 AND block = 1'],
    ['the list of its segments', "UPDATE block SET segments = segments || '+1' WHERE id = 1"],
    ['a slice that is missing', "DELETE FROM block_slice WHERE slice = 0 AND listing = 'site' AND block = 1"],
  ])(
    'finds damage in a block (%s), answers from its segments, and makes it again once it is dropped',
    async (_, change) => {
      const start = Date.parse('2026-03-01');
      const later = viewsOfEvents(1_000, 1_400).map((view) => ({
        ...view,
        timestampMs: start + (view.timestampMs - start) * 4,
      }));
      await store.append(project, later);
      const before = await count({});
      const blocks = { ...rules, blockRows: 1 };
      await store.seal(blocks);
      expect(await count({})).toMatchObject({ totals: before.totals, rows: before.rows });
      expect(ask(slicesOfBlocks)).toBe(48);
      await changeFile((database) => {
        database.exec(change);
      });
      expect(await count({})).toMatchObject({ totals: before.totals, rows: before.rows });
      expect((await store.verify(project)).ok).toBe(false);
      expect(await store.dropDamaged(project)).toMatchObject([{ day: undefined, kind: 'block', views: 0 }]);
      expect(ask(slicesOfBlocks)).toBe(24);
      await store.seal(blocks);
      expect(ask(slicesOfBlocks)).toBe(48);
      expect(await store.verify(project)).toMatchObject({ ok: true, views: 1_400 });
    },
  );

  it('finds a filter that does not know the events of its segment', async () => {
    await changeFile((database) => {
      const none = Buffer.alloc(16);
      const day = Date.parse(damagedDay) / duration.day;
      database
        .prepare(
          `UPDATE segment_column SET data = ?, checksum = ?
           WHERE name = 'filter' AND segment = (SELECT id FROM segment WHERE day = ?)`,
        )
        .run(none, crc32(none), day);
    });
    const { ok, differences } = await store.verify(project);
    expect([ok, differences]).toEqual([false, [expect.stringMatching(/^2026-03-02 has a filter that misses \d+ of/)]]);
  });

  it('takes views of every project and day, but answers no more for a day whose events it could not read', async () => {
    const before = await count(others);
    await changeFile((database) => {
      flipBit(database, 'event');
    });
    const views = viewsOfEvents(0, 1_100);
    const deliveries = [project, 'neighbour', project, 'another'].map((projectId) => store.append(projectId, views));
    // What came before counts again where it can no longer be known that it did.
    const ofDay = views.slice(0, 1_000).filter(({ timestampMs }) => dayOf(timestampMs) === damagedDay).length;
    expect(await Promise.all(deliveries)).toMatchObject([
      { accepted: 100 + ofDay },
      { accepted: 1_100 },
      { accepted: 0 },
      { accepted: 1_100 },
    ]);
    await expect(count({})).rejects.toThrow(messageOf('event'));
    expect(await count(others)).not.toMatchObject({ totals: before.totals });
    // Exactly the views of the damaged day were lost, and have come again.
    expect(await store.dropDamaged(project)).toMatchObject([{ day: damagedDay, kind: 'segment', views: ofDay }]);
    expect(await store.verify(project)).toMatchObject({ ok: true, views: 1_100 });
    expect(await store.append(project, views)).toMatchObject({ accepted: 0, duplicates: 1_100 });
  });
});

describe('in a batch that waits to be sealed', () => {
  it.each([
    ['one bit of its views has changed', 'data = changed(data)'],
    ['it was cut', 'data = substr(data, 1, 480)'],
    ['it was emptied', "data = x''"],
    ['it was overwritten with zeros', 'data = zeroblob(length(data))'],
    ['its length has changed', 'rows = rows + 1'],
    ['its checksum has changed', 'checksum = checksum + 1'],
  ])('never answers for its day when %s, takes views, and seals the others', async (_, expression) => {
    const [all, before] = [await count({}), await count(others)];
    await changeFile((database) => {
      database.function('changed', (data) => {
        const copy = Buffer.from(data as Buffer);
        copy.writeUInt8(copy.readUInt8(41) ^ 1, 41);
        return copy;
      });
      changeBatch(database, expression);
    });
    await expect(count({})).rejects.toThrow(VisitStoreDamaged);
    expect((await store.verify(project)).differences[0]).toBe(messageOf('batch'));
    await store.append(project, viewsOfEvents(0, 1_000));
    await store.seal(rules);
    await store.seal(rules);
    await expect(count({})).rejects.toThrow(VisitStoreDamaged);
    expect((await store.verify(project)).differences[0]).toBe(messageOf('batch'));
    expect(waitingBatches()).toBe(1);

    const dropped = await store.dropDamaged(project);
    expect(dropped[0]).toMatchObject({ day: damagedDay, kind: 'batch' });
    expect(await store.findDamage(project)).toEqual([]);
    // What was lost had come again meanwhile.
    expect(await count({})).toMatchObject({ totals: all.totals, rows: all.rows });
    expect(await count(others)).toMatchObject({ totals: before.totals, rows: before.rows });
    expect(await store.verify(project)).toMatchObject({ ok: true, views: 1_000 });
  });

  it.each([
    ['is missing', 'DELETE FROM batch WHERE id = 1'],
    ['is of another day', 'UPDATE batch SET day = day + 4096 WHERE id = 1'],
    ['is of another project', 'UPDATE batch SET project = project + 1 WHERE id = 1'],
    [
      'is there twice',
      'INSERT INTO batch (project, day, rows, data, checksum) SELECT project, day, rows, data, checksum FROM batch WHERE id = 1',
    ],
  ])('never answers where a batch %s', async (_, change) => {
    await changeFile((database) => {
      database.exec('DROP TRIGGER batch_added; DROP TRIGGER batch_removed');
      database.exec(change);
    });
    for (const range of [{}, { to: 1 }]) {
      await expect(count(range)).rejects.toThrow(
        `The stored views of ${project} are damaged: \`days\` differs from what was written.`,
      );
    }
    await expect(store.usage(project)).rejects.toThrow(VisitStoreDamaged);
    expect((await store.verify(project)).ok).toBe(false);
    expect(await store.append(project, viewsOfEvents(5_000, 5_010))).toMatchObject({ accepted: 10 });
    expect(await store.dropDamaged(project)).toContainEqual({
      day: undefined,
      kind: 'list',
      piece: 'days',
      bytes: 0,
      views: 0,
    });
    expect(await store.findDamage(project)).toEqual([]);
    await count({});
  });

  it('finishes a deletion that damage was in the way of once that is dropped', async () => {
    const [visitor] = viewsOfEvents(0, 1).map((view) => view.visitor);
    await changeFile((database) => {
      changeBatch(database, "data = x''");
    });
    expect((await store.deleteVisitor(project, visitor!)).views).toBeGreaterThan(0);
    expect(pendingDeletions()).toBe(1);
    expect(await store.dropDamaged(project)).toHaveLength(1);
    expect(pendingDeletions()).toBe(0);
    expect(await store.verify(project)).toMatchObject({ ok: true });
  });
});

describe('beside the views', () => {
  it.each([
    ['the id of a visitor', 'UPDATE visitor SET id = zeroblob(16) WHERE number = 83', 'visitor', 'visitor 83'],
    [
      'how far numbers were given',
      'UPDATE counter SET next = 4611686018427387904 WHERE kind = 9',
      'counter',
      'counter 9',
    ],
    ['how far numbers of pages were given', 'UPDATE counter SET next = 1 WHERE kind = 0', 'counter', 'counter 0'],
    [
      'an id in a page of them',
      `UPDATE visitor_page SET ids = CAST(x'08' || substr(ids, 2) AS BLOB) WHERE first = 0`,
      'visitor',
      'visitors 0 to 39',
    ],
    [
      'the number of a page of ids',
      'UPDATE visitor_page SET first = 4096 WHERE first = 0',
      'visitor',
      'visitors 4096 to 4135',
    ],
    [
      'the length of a page of ids',
      'UPDATE visitor_page SET ids = substr(ids, 1, 50) WHERE first = 0',
      'visitor',
      'visitors 0 to 39',
    ],
  ])('finds that %s has changed, takes views, and goes on once it is dropped', async (_, change, kind, piece) => {
    await store.seal(rules);
    const before = await count({});
    await changeFile((database) => {
      expect(database.prepare(change).run().changes).toBe(1);
    });
    expect(await count({})).toMatchObject({ totals: before.totals, rows: before.rows });
    expect(await store.verify(project)).toMatchObject({ ok: false, differences: [expect.stringContaining(piece)] });
    expect(await store.dropDamaged(project)).toMatchObject([{ day: undefined, kind, piece }]);
    expect(await store.append(project, viewsOfEvents(0, 1_100))).toMatchObject({ accepted: 100, duplicates: 1_000 });
    expect(await store.verify(project)).toMatchObject({ ok: true, views: 1_100 });
  });

  it('never deletes what a damaged deletion names, and says that it has to be asked for again', async () => {
    await store.seal(rules);
    const before = await count({});
    await changeFile((database) => {
      const target = "'path', (SELECT min(number) FROM term WHERE kind = 0)";
      database.exec(`INSERT INTO pending_deletion SELECT key, ${target}, 1 FROM project`);
    });
    await store.seal(rules);
    expect(await count({})).toMatchObject({ totals: before.totals, rows: before.rows });
    expect(await store.findDamage(project)).toMatchObject([{ kind: 'deletion' }]);
    await store.dropDamaged(project);
    expect(pendingDeletions()).toBe(0);
    expect(await store.verify(project)).toMatchObject({ ok: true, views: 1_000 });
  });

  it('refuses to answer for a project whose id has changed, and gives it back once that is decided', async () => {
    const before = await count({});
    const rename = (database: Database.Database) => {
      expect(database.prepare("UPDATE project SET id = 'dogs' WHERE id = ?").run(project).changes).toBe(1);
    };
    await changeFile(rename);
    await expect(count({})).rejects.toThrow(VisitStoreDamaged);
    expect(await store.findDamage(project)).toMatchObject([{ kind: 'list', piece: 'project' }]);
    await store.dropDamaged(project);
    expect(await count({})).toMatchObject({ totals: before.totals, rows: before.rows });
    // Views that came meanwhile began anew.
    await changeFile(rename);
    expect(await store.append(project, viewsOfEvents(1_000, 1_100))).toMatchObject({ accepted: 100 });
    expect((await store.verify(project)).ok).toBe(false);
    await store.dropDamaged(project);
    expect(await store.verify(project)).toMatchObject({ ok: true, views: 100 });
    expect([ask('SELECT count(*) FROM project'), pendingDeletions()]).toEqual([1, 0]);
  });
});

it('opens what commit 56070a0 wrote, whose segments have no filters, and makes these', async () => {
  await openStored('56070a0');
  const before = await count({});
  const filters = () => ask("SELECT count(*) FROM segment_column WHERE name = 'filter'");
  const segments = ask('SELECT count(*) FROM segment');
  expect(filters()).toBe(0);
  expect(await store.append(project, viewsOfEvents(0, 700))).toMatchObject({ accepted: 100, duplicates: 600 });
  expect(await store.verify(project)).toMatchObject({ ok: true, views: 700 });
  await store.seal({ waitingRows: 1_000, maximumRows: 100_000, segmentsPerDay: 9 });
  expect(filters()).toBe(ask('SELECT count(*) FROM segment'));
  expect(segments).toBeGreaterThan(0);
  expect(await store.append(project, viewsOfEvents(0, 700))).toMatchObject({ accepted: 0, duplicates: 700 });
  await store.seal(rules);
  expect(await store.verify(project)).toMatchObject({ ok: true, views: 700 });
  expect((await count({})).totals.total).toBeGreaterThanOrEqual(before.totals.total);
});

it('opens what commit 41fdce6 wrote, whose waiting batches carry no checksum', async () => {
  await openStored('41fdce6');
  const before = await count({});
  expect(await store.usage(project)).toMatchObject({ views: 600 });
  expect(await store.verify(project)).toMatchObject({ ok: true, views: 600 });
  expect(await store.append(project, viewsOfEvents(0, 600))).toMatchObject({ accepted: 0, duplicates: 600 });
  await store.seal(rules);
  expect(waitingBatches()).toBe(0);
  expect(await count({})).toMatchObject({ totals: before.totals, rows: before.rows });
  expect(await store.verify(project)).toMatchObject({ ok: true, views: 600 });
});

/** What that commit wrote. */
async function openStored(commit: string): Promise<void> {
  await store.close();
  rmSync(directory, { recursive: true });
  mkdirSync(directory);
  const stored = readFileSync(join(import.meta.dirname, `../../../../test/visits/stored/${commit}.sqlite.gz`));
  writeFileSync(join(directory, 'visits.sqlite'), gunzipSync(stored));
  store = open();
}

function dayOf(timestampMs: number): string {
  return new Date(timestampMs).toISOString().slice(0, 10);
}

function ask(sql: string): unknown {
  const database = new Database(join(directory, 'visits.sqlite'));
  try {
    return database.prepare(sql).pluck().get();
  } finally {
    database.close();
  }
}

const waitingBatches = (): unknown => ask('SELECT count(*) FROM batch');
const pendingDeletions = (): unknown => ask('SELECT count(*) FROM pending_deletion');
