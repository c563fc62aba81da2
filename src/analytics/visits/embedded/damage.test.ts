import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { viewsOfEvents } from '../../../../test/visits/crash-commands.ts';
import { duration, systemClock } from '../../../kernel/clock.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { VisitStoreDamaged } from '../errors.ts';
import type { TimeRange } from '../visit-store.ts';
import { defaultMapping } from '../visit-store.ts';
import { createEmbeddedVisitStore, type EmbeddedVisitStore } from './embedded-visit-store.ts';

const project = 'docs';
const damagedDay = '2026-03-02';
let directory: string;
let store: EmbeddedVisitStore;

const open = () => createEmbeddedVisitStore({ directory, clock: systemClock, logger: silentLogger, threads: 2 });
const rules = { waitingRows: 1, maximumRows: 100_000, segmentsPerDay: 2 };

/** Works on the file while no store has it open. */
async function changeFile(change: (database: Database.Database) => void): Promise<void> {
  await store.close();
  const database = new Database(join(directory, 'visits.sqlite'));
  change(database);
  database.close();
  store = open();
}

function count(range: Partial<TimeRange>) {
  return store.countPage({
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

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'visits-damage-'));
  store = open();
  await store.append(project, viewsOfEvents(0, 1_000));
  await store.seal(rules);
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

it.each(['runs', 'distinct', 'visitor', 'time', 'agent', 'client', 'referrer', 'country', 'source', 'event'])(
  'says which day is damaged when one bit of its column %s has changed, and answers for the other days',
  async (column) => {
    const others = { from: Date.parse('2026-03-03') };
    const before = await count(others);
    await changeFile((database) => {
      flipBit(database, column);
    });
    expect(await store.verify(project)).toEqual({
      ok: false,
      views: 1_000,
      compared: 0,
      differences: [`The stored views of ${damagedDay} are damaged: \`${column}\` is not what was written.`],
    });
    expect(await count(others)).toMatchObject({ totals: before.totals, rows: before.rows });
  },
);

it('never answers from a damaged list, and keeps sealing other days', async () => {
  await changeFile((database) => {
    flipBit(database, 'distinct');
  });
  const refusal = count({});
  await expect(refusal).rejects.toThrow(VisitStoreDamaged);
  await expect(refusal).rejects.toMatchObject({ damage: { day: damagedDay, column: 'distinct' } });
  await store.append(project, viewsOfEvents(1_000, 2_000));
  await store.seal(rules);
  const waiting = new Database(join(directory, 'visits.sqlite'));
  expect(waiting.prepare('SELECT count(*) FROM batch').pluck().get()).toBe(0);
  waiting.close();
});

it('keeps what a store without checksums holds, and finds by counting which day of it is wrong', async () => {
  const before = await count({});
  await changeFile((database) => {
    database.exec('ALTER TABLE segment_column DROP COLUMN checksum');
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

it('takes views of other projects while one has a damaged day', async () => {
  await changeFile((database) => {
    flipBit(database, 'event');
  });
  const views = viewsOfEvents(1_000, 1_100);
  const deliveries = [project, 'neighbour', project, 'another'].map((projectId) => store.append(projectId, views));
  const outcomes = await Promise.allSettled(deliveries);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
  await expect(deliveries[0]).rejects.toThrow(VisitStoreDamaged);
  expect(await store.usage('neighbour')).toMatchObject({ views: 100 });
  expect(await store.usage('another')).toMatchObject({ views: 100 });
  expect(await store.usage(project)).toMatchObject({ views: 1_000 });
});
