import { duration } from '../../../../kernel/clock.ts';
import { VisitStoreDamaged } from '../../errors.ts';
import type { TimeRange, VerifyProgress, VerifyReport } from '../../visit-store.ts';
import { defaultMapping } from '../../visit-store.ts';
import { isByTracker } from '../columns/category-codes.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { termKinds } from '../columns/term-kinds.ts';
import { hasEvent } from '../columns/event-filter.ts';
import { readColumn, readFilter } from '../columns/segment.ts';
import { dayText, eventWords } from '../columns/view-columns.ts';
import { bucketing } from '../../buckets.ts';
import type { Counter } from '../count/counter.ts';
import { findDamage } from './find-damage.ts';
import type { StoredRows } from './recount.ts';
import { countsByDay, recount, storedRows, type CountsPeople } from './recount.ts';
import { readTrackerDays } from '../columns/tracker-days.ts';

const maximumDifferences = 20;

/**
 * Reads everything that is stored, which finds damage; then compares what the counting code answers for all time and
 * for every month with a recount, and where a month differs, every day of it; and looks for event ids that a day holds
 * twice. All from one read transaction.
 */
export function verifyProject(
  database: VisitDatabase,
  counter: Counter,
  projectId: string,
  report: (progress: VerifyProgress) => void,
): VerifyReport {
  const opened = counter.open(projectId);
  if (!opened) return { ok: true, views: 0, compared: 0, differences: [] };
  try {
    const stored = storedRows(database, opened.key);
    const views = stored.reduce((sum, { rows }) => sum + rows, 0);
    // Each view is read, compared within its month, and compared within all time.
    const total = views * 3;
    let done = 0;
    const onViews = (count: number) => {
      done += count;
      report({ done: Math.min(done, total), total });
    };
    const damage = damageOf(database, projectId, onViews);
    if (damage.length > 0) return { ok: false, views, compared: 0, differences: damage.slice(0, maximumDifferences) };
    const reported = readTrackerDays(database, opened.key);
    const countsPeople = countsByDay(stored, reported);
    const comparison = new Comparison(database, counter, { project: opened.key, stored, countsPeople });
    const days = stored.map(({ day }) => day);
    // The closest to the cause first.
    const differences = [
      ...repeatedEvents(stored),
      ...unknownToFilters(database, stored),
      ...unnotedDays(stored, reported),
      ...comparison.differencesIn(
        days,
        'month',
        (month) => comparison.differencesIn(daysIn(days, month), 'day'),
        onViews,
      ),
      ...comparison.differences('all time', { from: undefined, to: undefined }),
    ];
    return {
      ok: differences.length === 0,
      views,
      compared: comparison.compared,
      differences: differences.slice(0, maximumDifferences),
    };
  } finally {
    counter.end();
  }
}

function damageOf(database: VisitDatabase, projectId: string, onRead: (views: number) => void): string[] {
  const check = database.pragma('integrity_check(1)', { simple: true });
  const fileDamage = check === 'ok' ? [] : [`the file is damaged: ${String(check)}`];
  return [
    ...fileDamage,
    ...findDamage(database, projectId, onRead).map((piece) => new VisitStoreDamaged({ ...piece, projectId }).message),
  ];
}

class Comparison {
  readonly #database: VisitDatabase;
  readonly #counter: Counter;
  readonly #project: number;
  readonly #stored: readonly StoredRows[];
  readonly #countsPeople: CountsPeople;
  /** How many counts were compared. */
  compared = 0;

  constructor(
    database: VisitDatabase,
    counter: Counter,
    of: { project: number; stored: readonly StoredRows[]; countsPeople: CountsPeople },
  ) {
    this.#database = database;
    this.#counter = counter;
    this.#project = of.project;
    this.#stored = of.stored;
    this.#countsPeople = of.countsPeople;
  }

  /** For each month or day that the days lie in; `closer` may find better words for what differs. */
  differencesIn(
    days: readonly number[],
    interval: 'month' | 'day',
    closer?: (range: Required<TimeRange>) => readonly string[],
    onCompared?: (views: number) => void,
  ): string[] {
    const { bucketOf, startOf } = bucketing(interval);
    const buckets = new Set(days.map((day) => bucketOf(day * duration.day)));
    return [...buckets].flatMap((bucket) => {
      const range = { from: startOf(bucket), to: startOf(bucket + 1) };
      const name = new Date(range.from).toISOString().slice(0, interval === 'month' ? 7 : 10);
      const differences = this.differences(name, range);
      onCompared?.(viewsIn(this.#stored, range));
      const finer = differences.length > 0 && closer ? closer(range) : [];
      return finer.length > 0 ? finer : differences;
    });
  }

  differences(name: string, range: TimeRange): string[] {
    const query = { dimension: 'path', measure: 'visitors', range, mapping: defaultMapping } as const;
    const answered = this.#counter.sort(this.#project, query, [this.#counter.count(this.#project, query)]);
    const rangeRows = this.#stored.filter(({ day }) => isIn(day, range));
    const counted = recount(rangeRows, this.#countsPeople);
    this.compared += counted.size;
    const { group, human, ai, total } = answered.rows;
    const rows = new Map([...group].map((page, row) => [page, row]));
    const problems: string[] = [];
    for (const [page, expected] of counted) {
      const row = rows.get(page) ?? -1;
      const actual =
        page === 0 ? answered.totals : { human: human[row] ?? 0, ai: ai[row] ?? 0, total: total[row] ?? 0 };
      rows.delete(page);
      const [answer, count] = [JSON.stringify(actual), JSON.stringify(expected)];
      if (answer !== count) problems.push(`${name}, ${this.#nameOf(page)}: answered ${answer}, counted ${count}`);
    }
    for (const page of rows.keys()) problems.push(`${name}, ${this.#nameOf(page)}: in the answer, but in no row`);
    return problems;
  }

  #nameOf(page: number): string {
    if (page === 0) return 'the site';
    const select = this.#database
      .prepare('SELECT text FROM term WHERE project = ? AND kind = ? AND number = ?')
      .pluck();
    const text = select.get(this.#project, termKinds.path, page) as string | undefined;
    return `page ${text ?? page}`;
  }
}

function viewsIn(stored: readonly StoredRows[], range: TimeRange): number {
  return stored.reduce((sum, { day, rows }) => (isIn(day, range) ? sum + rows : sum), 0);
}

function daysIn(days: readonly number[], range: TimeRange): number[] {
  return days.filter((day) => isIn(day, range));
}

function isIn(day: number, { from = -Infinity, to = Infinity }: TimeRange): boolean {
  const start = day * duration.day;
  return start >= from && start < to;
}

/** An event that the filter of its segment does not know would be kept again. */
function unknownToFilters(database: VisitDatabase, stored: readonly StoredRows[]): string[] {
  return stored.flatMap(({ day, segment }) => {
    const filter = segment === undefined ? undefined : readFilter(database, segment);
    if (segment === undefined || filter === undefined) return [];
    const events = readColumn(database, segment, 'event');
    let unknown = 0;
    for (let row = 0; row * eventWords < events.length; row += 1) {
      if (hasEvent(events, row) && !filter.mayHold(events, row)) unknown += 1;
    }
    return unknown === 0 ? [] : [`${dayText(day)} has a filter that misses ${unknown} of its events`];
  });
}

/** Days with views of the tracker that are not known as its days; without them other views of people would count. */
function unnotedDays(stored: readonly StoredRows[], reported: ReadonlySet<number>): string[] {
  const missing = stored.filter(({ day, load }) => !reported.has(day) && load().source.some(isByTracker));
  return [...new Set(missing.map(({ day }) => `${dayText(day)} has tracker views but is not a tracker day`))];
}

function repeatedEvents(stored: readonly StoredRows[]): string[] {
  const repeated: string[] = [];
  for (const [day, dayRows] of Map.groupBy(stored, (rows) => rows.day)) {
    const seenIds = new Set<string>();
    for (const { load } of dayRows) {
      const { event, length } = load();
      for (let row = 0; row < length; row += 1) {
        const id = event.subarray(row * 4, row * 4 + 4).join();
        if (id !== '0,0,0,0' && seenIds.has(id)) repeated.push(`${dayText(day)} contains an event twice: ${id}`);
        seenIds.add(id);
      }
    }
  }
  return repeated;
}
