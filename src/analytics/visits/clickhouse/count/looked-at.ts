import type { ValuePattern } from '../../value-pattern.ts';
import { visitPauseMilliseconds } from '../../visit-store.ts';
import type { ClassMapping, Dimension, Filter, TimeRange } from '../../visit-store.ts';
import { daysOf, isEmpty } from '../../time-range.ts';
import { join, raw, sql, texts, type Sql } from '../server/sql.ts';
import { isOf } from './counted.ts';
import { clientDimensions, dimensionColumns, visitDimensions } from './dimension-columns.ts';

export interface LookedAt {
  readonly projectId: string;
  readonly range: TimeRange;
  readonly mapping: ClassMapping;
  readonly filters?: readonly Filter[] | undefined;
}

/** Views without named events, each once, and none of people that do not count: what follows SELECT. */
export function fromViews(lookedAt: Omit<LookedAt, 'filters'>): Sql {
  return sql`${fromEverything(lookedAt)} AND event = ''`;
}

/** The same with named events, which reach goals. */
export function fromEverything({ projectId, range, mapping }: Omit<LookedAt, 'filters'>): Sql {
  const conditions = [
    sql`project_id = ${projectId}`,
    ...rangeConditions(range),
    ...peopleThatCount(projectId, mapping),
  ];
  return sql`FROM view FINAL WHERE ${join(conditions, ' AND ')}`;
}

/** Of these the views that count as human or AI and pass the filters, with what they have in every dimension that is asked for. */
export function fromCounted(lookedAt: LookedAt, dimension?: Dimension): Sql {
  const { mapping, filters = [] } = lookedAt;
  const used = new Set([...filters.map((filter) => filter.dimension), ...(dimension === undefined ? [] : [dimension])]);
  const counted = sql`${fromViews(lookedAt)} AND ${isOf([...mapping.human, ...mapping.ai])}`;
  const passing = join([raw('true'), ...filters.flatMap(passes)], ' AND ');
  const isOfVisits = visitDimensions.some((candidate) => used.has(candidate));
  const isOfClients = clientDimensions.some((candidate) => used.has(candidate));
  if (!isOfVisits && !isOfClients) return sql`${counted} AND ${passing}`;
  const rows = isOfVisits ? withVisits(counted) : sql`SELECT * ${counted}`;
  const clients = isOfClients
    ? raw(
        'GLOBAL ANY LEFT JOIN (SELECT user_agent, browser, os, device FROM client FINAL) AS client USING (user_agent)',
      )
    : raw('');
  return sql`FROM (${rows}) AS counted ${clients} WHERE ${passing}`;
}

/** See `visitPauseMilliseconds`. A visit is a visitor's views from one that begins a visit to the next that does. */
function withVisits(counted: Sql): Sql {
  const byVisitor = 'PARTITION BY visitor ORDER BY at, path ROWS BETWEEN UNBOUNDED PRECEDING AND';
  const byVisit =
    'PARTITION BY visitor, visit ORDER BY at, path ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING';
  return sql`SELECT *, first_value(path) OVER (${raw(byVisit)}) AS entry_page, last_value(path) OVER (${raw(byVisit)}) AS exit_page
    FROM (
      SELECT *, sum(at - before >= ${visitPauseMilliseconds}) OVER (${raw(byVisitor)} CURRENT ROW) AS visit
      FROM (SELECT *, lagInFrame(at, 1, at) OVER (${raw(byVisitor)} CURRENT ROW) AS before ${counted})
    )`;
}

function rangeConditions(range: TimeRange): Sql[] {
  if (isEmpty(range)) return [raw('false')];
  const { from, to } = range;
  const { first, last } = daysOf(range);
  return [
    // Days find the rows, times take the ends off.
    ...(from === undefined ? [] : [sql`day >= ${first} AND at >= ${from}`]),
    ...(to === undefined ? [] : [sql`day <= ${last} AND at < ${to}`]),
  ];
}

/** Whether a question needs what user agents say. */
export function asksForClients({ filters = [] }: LookedAt, dimension?: Dimension): boolean {
  return [dimension, ...filters.map((filter) => filter.dimension)].some((used) =>
    clientDimensions.some((candidate) => candidate === used),
  );
}

/** See `HumanSource`. */
function peopleThatCount(projectId: string, { humanSource }: ClassMapping): Sql[] {
  if (humanSource === 'both') return [];
  const isOfTracker = raw(`source = 'tracker'`);
  if (humanSource === 'tracker') return [sql`(category != 'human' OR ${isOfTracker})`];
  if (humanSource === 'server') return [sql`(category != 'human' OR NOT ${isOfTracker})`];
  const days = sql`FROM tracker_day WHERE project_id = ${projectId}`;
  const first = sql`(SELECT min(day) ${days})`;
  const isSeenByServer = sql`(SELECT count() > 0 FROM view FINAL
    WHERE project_id = ${projectId} AND day = ${first} AND category = 'human' AND source != 'tracker' AND event = '')`;
  const isOfTrackersDay = sql`day GLOBAL IN (SELECT day ${days} AND (day > ${first} OR NOT ${isSeenByServer}))`;
  return [sql`(category != 'human' OR (${isOfTracker}) = (${isOfTrackersDay}))`];
}

function passes({ dimension, anyOf, noneOf }: Filter): Sql[] {
  const fits = (patterns: readonly ValuePattern[]) => fitsAny(dimensionColumns[dimension], patterns);
  return [...(anyOf.length === 0 ? [] : [fits(anyOf)]), ...(noneOf.length === 0 ? [] : [sql`NOT ${fits(noneOf)}`])];
}

export function fitsAny(column: Sql, patterns: readonly ValuePattern[]): Sql {
  const values = patterns.filter((pattern) => pattern.length === 1).map(([value = '']) => value);
  const likes = patterns.filter((pattern) => pattern.length > 1).map(likePattern);
  const equals = values.length === 0 ? [] : [sql`${column} IN ${texts(values)}`];
  return sql`(${join([...equals, ...likes.map((like) => sql`${column} LIKE ${like}`)], ' OR ')})`;
}

function likePattern(pattern: ValuePattern): string {
  return pattern.map((piece) => piece.replace(/[\\%_]/g, String.raw`\$&`)).join('%');
}
