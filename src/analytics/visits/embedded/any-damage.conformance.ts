import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { viewsOfEvents } from '../../../../test/visits/crash-commands.ts';
import { duration } from '../../../kernel/clock.ts';
import { VisitStoreDamaged } from '../errors.ts';
import type { View } from '../view.ts';
import { defaultMapping, dimensions } from '../visit-store.ts';
import { ProjectReader } from './answer/project-reader.ts';
import { openVisitDatabase, type VisitDatabase } from './columns/database.ts';
import { askedColumns, noteAsked } from './columns/stored-blocks.ts';
import { Counter } from './count/counter.ts';
import { findDamage } from './upkeep/find-damage.ts';
import { sealDue } from './upkeep/sealer.ts';
import { packViews } from './write/packed-views.ts';
import { packDrop } from './write/refusals.ts';
import { defaultDailyLimits } from '../visit-store.ts';
import { createWriter } from './write/writer.ts';

const project = 'docs';
const rules = { waitingRows: 1, maximumRows: 100_000, segmentsPerDay: 2, idsPerPage: 20, blockRows: 1 };
const ranges = [
  { from: undefined, to: undefined },
  { from: Date.parse('2026-03-01T05:00:00Z'), to: Date.parse('2026-03-03T17:00:00Z') },
];
export interface DamageArm {
  /** Bits that are changed of each kind of value, in a store of five days. */
  readonly runs: number;
  /** Kinds of values of days enough for a block, of which one bit is changed; a trial takes twenty times as long. */
  readonly settled: readonly string[];
}

export function describeAnyDamage({ runs, settled }: DamageArm): void {
  let folder: string;
  /** Before anything is damaged: of five days, and of days enough for a block, which take longer. */
  const stores: Record<string, { readonly intact: string; readonly truth: string }> = {};

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'visits-any-damage-'));
    stores['few'] = makeStore('few', viewsBySeveral);
    stores['settled'] = makeStore('settled', viewsOfSettledDays);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  function makeStore(name: string, viewsOf: (from: number, to: number) => View[]) {
    const intact = join(folder, `${name}.sqlite`);
    const database = openVisitDatabase(intact);
    const writer = createWriter(database, defaultDailyLimits);
    const write = (from: number, to: number) => {
      const drops = [packDrop({ day: '2026-03-02', reason: 'asset', count: to })];
      writer.commit([{ projectId: project, views: packViews(viewsOf(from, to)), drops }]);
    };
    write(0, 400);
    noteAsked(
      database,
      askedColumns.flatMap((column) =>
        [column, `rows ${column}` as const].map((listing) => ({ projectId: project, listing })),
      ),
    );
    sealDue(database, rules, 0);
    write(400, 600);
    write(600, 700);
    const truth = answers(database);
    // Into one file.
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.close();
    return { intact, truth };
  }

  /** Some of them by the tracker, from the second day on. */
  function viewsBySeveral(from: number, to: number): View[] {
    return viewsOfEvents(from, to).map((view, index) =>
      index % 3 === 0 && view.timestampMs >= Date.parse('2026-03-02') ? { ...view, source: 'tracker' } : view,
    );
  }

  /** From two days before a block begins, so that on all its days people are counted from one source, to two after it. */
  function viewsOfSettledDays(from: number, to: number): View[] {
    const start = Date.parse('2026-03-01');
    return viewsBySeveral(from, to).map((view) => ({
      ...view,
      timestampMs: start + 5 * duration.day + Math.floor((view.timestampMs - start) * 2.4),
    }));
  }

  /** All that is answered about the project, as text. Throws what a question throws. */
  function answers(database: VisitDatabase): string {
    const counter = new Counter({ database, share: { index: 0, of: 1 }, cacheBytes: 0 });
    const reader = new ProjectReader(database);
    const opened = counter.open(project);
    try {
      const key = opened?.key ?? 0;
      const counted = ranges.flatMap((range) =>
        dimensions.flatMap((dimension) =>
          (['visitors', 'views'] as const).map((measure) => {
            const query = { dimension, measure, range, mapping: defaultMapping };
            const { totals, rows } = counter.sort(key, query, [counter.count(key, query)]);
            const labels = reader.labels(project, dimension, [...rows.group]);
            // A row without a text is refused, as if the text had been deleted since.
            if (labels.includes(undefined))
              throw new VisitStoreDamaged({ projectId: project, day: undefined, piece: 'text' });
            return [totals, labels, [...rows.human], [...rows.ai], [...rows.total]];
          }),
        ),
      );
      const live = counter.live(key, { projectId: project, since: 0, mapping: defaultMapping, limit: 5 });
      const usage = { ...counter.usage(key), storedBytes: 0 };
      return JSON.stringify([counted, live, usage, reader.drops(project, { from: undefined, to: undefined })]);
    } finally {
      counter.end();
    }
  }

  /** Every kind of value that an answer comes from. */
  const stored = {
    batch: ['project', 'day', 'rows', 'data', 'checksum'],
    segment: ['id', 'project', 'day', 'rows'],
    block: ['segments'],
    block_slice: ['block', 'listing', 'data'],
    asked_listing: ['project', 'listing'],
    segment_column: ['segment', 'name', 'data', 'checksum'],
    term: ['project', 'kind', 'number', 'text', 'checksum'],
    dropped: ['project', 'day', 'reason', 'count', 'checksum'],
    project: ['key', 'contents', 'texts'],
    visitor: ['number', 'id'],
    visitor_page: ['first', 'kept', 'ids'],
    tracker_day: ['project', 'day'],
  } as const;
  const isSettled = (table: string) => /^(?:block|asked)/.test(table);
  const places = Object.entries(stored)
    .flatMap(([table, columns]) => columns.map((column) => [table, column] as const))
    .filter(([table, column]) => !isSettled(table) || settled.includes(`${table}.${column}`));

  function flip(value: unknown, bit: number): unknown {
    if (typeof value === 'number') return value + (value & (1 << (bit % 20)) ? -1 : 1) * (1 << (bit % 20));
    const bytes = Buffer.from(value as Buffer | string);
    if (bytes.length === 0) return Buffer.from([1 << (bit % 8)]);
    const at = Math.floor(bit / 7) % bytes.length;
    // Of text the lower bits only, so that it stays text.
    const mask = typeof value === 'string' ? 1 << (bit % 4) : 1 << (bit % 8);
    bytes.writeUInt8(bytes.readUInt8(at) ^ mask, at);
    return typeof value === 'string' ? bytes.toString() : bytes;
  }

  /** What the changed file answers: the same as before, or undefined where that is refused as damage. */
  function answerOf(file: string): string | undefined {
    const database = openVisitDatabase(file);
    try {
      return answers(database);
    } catch (error) {
      const isCorrupt = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CORRUPT');
      const isNamed = error instanceof VisitStoreDamaged || isCorrupt;
      if (!isNamed) throw error;
      return undefined;
    } finally {
      database.close();
    }
  }

  it.each(places)(
    'answers the truth or names damage, and seals none of it, when a bit of %s.%s has changed',
    { timeout: 120_000 },
    (table, column) => {
      let trial = 0;
      const { intact, truth } = stores[isSettled(table) ? 'settled' : 'few']!;
      fc.assert(
        fc.property(fc.nat(), fc.nat(100_000), (row, bit) => {
          const file = join(folder, `${table}-${column}-${(trial += 1)}.sqlite`);
          copyFileSync(intact, file);
          const raw = new Database(file);
          raw.pragma('foreign_keys = OFF');
          const triggers = raw
            .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
            .pluck()
            .all() as string[];
          const sql = raw.prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger'").pluck().all() as string[];
          for (const name of triggers) raw.exec(`DROP TRIGGER ${name}`);
          const values = raw
            .prepare(`SELECT DISTINCT ${column} FROM ${table} WHERE ${column} IS NOT NULL`)
            .pluck()
            .all();
          const value = values[row % values.length];
          try {
            raw
              .prepare(`UPDATE OR ROLLBACK ${table} SET ${column} = ? WHERE ${column} IS ?`)
              .run(flip(value, bit), value);
          } catch (error) {
            // Another row has that key already.
            if (!String(error).includes('UNIQUE')) throw error;
          }
          for (const statement of sql) raw.exec(statement);
          raw.close();

          const answer = answerOf(file);
          if (answer !== undefined) expect(answer).toBe(truth);
          const database = openVisitDatabase(file);
          const found = findDamage(database, project);
          sealDue(database, rules, 0);
          sealDue(database, rules, 0);
          database.close();
          // A project that is not there has nothing that could be found.
          const isListed = found.length > 0 || column === 'key';
          if (answer === undefined) expect(isListed).toBe(true);
          const sealed = answerOf(file);
          if (sealed !== undefined) expect(sealed).toBe(truth);
          rmSync(file);
        }),
        // Fewer where both questions are answered in full each time.
        { numRuns: /^(?:block|asked|visitor|dropped)/.test(table) ? Math.ceil(runs / 4) : runs },
      );
    },
  );
}
