import type { Counts, TimeRange, VerifyReport } from '../visit-store.ts';
import { defaultMapping } from '../visit-store.ts';
import { trafficCategories } from '../view.ts';
import { bucketing } from './buckets.ts';
import type { Counter } from './counter.ts';
import type { VisitDatabase } from './database.ts';
import { readSegment } from './segment.ts';
import type { ViewColumns } from './view-columns.ts';
import { categoryOf, decodeViews, millisecondsPerDay } from './view-columns.ts';

/** Pairs of page and visitor in memory at once; larger months are counted in several passes. */
const viewsPerPass = 1_000_000;
const maximumDifferences = 20;

/**
 * Compares what the counting code answers for all time and for every month with plain sets filled row by row, both
 * from one read transaction; and looks for event ids that a day holds twice and for damage to the file.
 */
export function verifyProject(database: VisitDatabase, counter: Counter, projectId: string): VerifyReport {
  const project = counter.open(projectId);
  const differences: string[] = [];
  if (!project) return { ok: true, views: 0, compared: 0, differences };
  try {
    const damage = database.pragma('quick_check(1)', { simple: true });
    if (damage !== 'ok') differences.push(`the file is damaged: ${String(damage)}`);
    const days = readDays(database, project.key);
    let compared = 0;
    for (const [month, range] of rangesOf(days.map(({ day }) => day))) {
      const query = { dimension: 'path', measure: 'visitors', range, mapping: defaultMapping } as const;
      const answered = counter.sort(project.key, query, [counter.count(project.key, query)]);
      const counted = recount(days.filter(({ day }) => isIn(day, range)));
      compared += counted.size;
      const rows = new Map([...answered.rows.group].map((group, row) => [group, row]));
      for (const [path, expected] of counted) {
        const row = rows.get(path) ?? -1;
        const { human, ai, total } = answered.rows;
        const actual =
          path === 0 ? answered.totals : { human: human[row] ?? 0, ai: ai[row] ?? 0, total: total[row] ?? 0 };
        rows.delete(path);
        if (JSON.stringify(actual) === JSON.stringify(expected)) continue;
        differences.push(
          `${month}, page ${path}: answered ${JSON.stringify(actual)}, counted ${JSON.stringify(expected)}`,
        );
      }
      for (const path of rows.keys()) differences.push(`${month}, page ${path}: answered, but no row has it`);
    }
    const views = days.reduce((sum, { load }) => sum + load().length, 0);
    differences.push(...repeatedEvents(days));
    return { ok: differences.length === 0, views, compared, differences: differences.slice(0, maximumDifferences) };
  } finally {
    counter.end();
  }
}

interface StoredDay {
  readonly day: number;
  readonly load: () => ViewColumns;
}

function readDays(database: VisitDatabase, project: number): StoredDay[] {
  const segments = database.prepare('SELECT id, day FROM segment WHERE project = ?').all(project) as {
    id: number;
    day: number;
  }[];
  const batches = database.prepare('SELECT id, day FROM batch WHERE project = ?').all(project) as {
    id: number;
    day: number;
  }[];
  const readBatch = database.prepare('SELECT data FROM batch WHERE id = ?').pluck();
  return [
    ...segments.map(({ id, day }) => ({ day, load: () => readSegment(database, id) })),
    ...batches.map(({ id, day }) => ({ day, load: () => decodeViews(readBatch.get(id) as Buffer) })),
  ].sort((a, b) => a.day - b.day);
}

function rangesOf(days: readonly number[]): Map<string, TimeRange> {
  const { bucketOf, startOf } = bucketing('month');
  const ranges = new Map<string, TimeRange>([['all time', { from: undefined, to: undefined }]]);
  for (const day of days) {
    const month = bucketOf(day * millisecondsPerDay);
    const name = new Date(startOf(month)).toISOString().slice(0, 7);
    ranges.set(name, { from: startOf(month), to: startOf(month + 1) });
  }
  return ranges;
}

function isIn(day: number, { from = -Infinity, to = Infinity }: TimeRange): boolean {
  const start = day * millisecondsPerDay;
  return start >= from && start < to;
}

/** Counts by page number; 0 is the whole site. Pages without human and AI visitors are left out, the site never. */
function recount(days: readonly StoredDay[]): Map<number, Counts> {
  const rows = days.reduce((sum, { load }) => sum + load().length, 0);
  const passes = Math.ceil(rows / viewsPerPass) || 1;
  const counts = new Map<number, Counts>([[0, { human: 0, ai: 0, total: 0 }]]);
  for (let pass = 0; pass < passes; pass += 1) {
    const site = newSets();
    const pages = new Map<number, ReturnType<typeof newSets>>();
    for (const { load } of days) {
      const views = load();
      for (let row = 0; row < views.length; row += 1) {
        const category = trafficCategories[categoryOf(views.agent[row]!)]!;
        const isHuman = defaultMapping.human.includes(category);
        if (!isHuman && !defaultMapping.ai.includes(category)) continue;
        const visitor = views.visitor[row]!;
        const path = views.path[row]!;
        if (visitor % passes === pass) (isHuman ? site.human : site.ai).add(visitor);
        if (path % passes !== pass) continue;
        const page = pages.get(path) ?? newSets();
        pages.set(path, page);
        (isHuman ? page.human : page.ai).add(visitor);
      }
    }
    const before = counts.get(0)!;
    const found = sizes(site);
    counts.set(0, { human: before.human + found.human, ai: before.ai + found.ai, total: before.total + found.total });
    for (const [path, sets] of pages) counts.set(path, sizes(sets));
  }
  return counts;
}

function newSets() {
  return { human: new Set<number>(), ai: new Set<number>() };
}

function sizes({ human, ai }: ReturnType<typeof newSets>): Counts {
  return { human: human.size, ai: ai.size, total: human.union(ai).size };
}

function repeatedEvents(days: readonly StoredDay[]): string[] {
  const repeated: string[] = [];
  const byDay = Map.groupBy(days, ({ day }) => day);
  for (const [day, stored] of byDay) {
    const seen = new Set<string>();
    for (const { load } of stored) {
      const { event, length } = load();
      for (let row = 0; row < length; row += 1) {
        const id = event.subarray(row * 4, row * 4 + 4).join();
        if (id !== '0,0,0,0' && seen.has(id)) repeated.push(`day ${day} since the epoch holds an event twice: ${id}`);
        seen.add(id);
      }
    }
  }
  return repeated;
}
