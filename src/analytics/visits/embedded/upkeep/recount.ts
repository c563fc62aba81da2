import { viewSources } from '../../view.ts';
import type { Counts } from '../../visit-store.ts';
import { defaultMapping } from '../../visit-store.ts';
import { categoryOfCode } from '../columns/category-codes.ts';
import { selectBatches, viewsOfBatch } from '../columns/batch.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { readSegment } from '../columns/segment.ts';
import type { ViewColumns } from '../columns/view-columns.ts';
import { categoryOf, concatenateViews } from '../columns/view-columns.ts';

/** Pairs of page and visitor in memory at once; larger ranges are counted in several passes. */
const viewsPerPass = 1_000_000;

/** Rows that are kept together for one day, read anew whenever they are asked for. */
export interface StoredRows {
  readonly day: number;
  /** Undefined for rows that wait in a batch. */
  readonly segment: number | undefined;
  readonly rows: number;
  readonly load: () => ViewColumns;
}

/** All that is stored of a project, oldest day first. */
export function storedRows(database: VisitDatabase, project: number): StoredRows[] {
  const select = (table: 'segment' | 'batch') =>
    database.prepare(`SELECT id, day, rows FROM ${table} WHERE project = ?`).all(project) as {
      id: number;
      day: number;
      rows: number;
    }[];
  return [
    ...select('segment').map(({ id, day, rows }) => ({
      day,
      segment: id,
      rows,
      load: () => readSegment(database, id),
    })),
    ...select('batch').map(({ id, day, rows }) => ({
      day,
      segment: undefined,
      rows,
      load: () => concatenateViews(selectBatches(database, 'id = ?', id).map((batch) => viewsOfBatch(database, batch))),
    })),
  ].sort((a, b) => a.day - b.day);
}

/** Whether a view of a person by that source counts, on a day. */
export type CountsPeople = (day: number, source: number) => boolean;

/**
 * The rule of `automatic`, from the rows: on days of the tracker those that it saw, on others the rest. `reported`: the days on which
 * the tracker did.
 */
export function countsByDay(stored: readonly StoredRows[], reported: ReadonlySet<number>): CountsPeople {
  const first = Math.min(...reported);
  const firstDayRows = stored.filter(({ day }) => day === first);
  const hasOthers = firstDayRows.some(({ load }) => {
    const { agent, source } = load();
    return agent.some(
      (of, row) => categoryOfCode(categoryOf(of)) === 'human' && viewSources[source[row]!] !== 'tracker',
    );
  });
  const isOfTracker = (day: number) => reported.has(day) && (day > first || !hasOthers);
  return (day, source) => isOfTracker(day) === (viewSources[source] === 'tracker');
}

/**
 * Visitors by page number with plain sets filled row by row, sharing nothing with the code that answers queries; 0 is
 * the whole site. Pages without human and AI visitors are left out, the site never.
 */
export function recount(stored: readonly StoredRows[], countsPeople: CountsPeople): Map<number, Counts> {
  const passes = Math.ceil(stored.reduce((sum, { rows }) => sum + rows, 0) / viewsPerPass) || 1;
  const counts = new Map<number, Counts>([[0, { human: 0, ai: 0, total: 0 }]]);
  for (let pass = 0; pass < passes; pass += 1) {
    const site = newSets();
    const pages = new Map<number, ReturnType<typeof newSets>>();
    for (const { day, load } of stored) {
      const views = load();
      for (let row = 0; row < views.length; row += 1) {
        const category = categoryOfCode(categoryOf(views.agent[row]!));
        if (category === undefined || (category === 'human' && !countsPeople(day, views.source[row]!))) continue;
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
    const counted = sizes(site);
    counts.set(0, {
      human: before.human + counted.human,
      ai: before.ai + counted.ai,
      total: before.total + counted.total,
    });
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
