import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../../kernel/clock.ts';
import { duration, forwardClock } from '../../../../kernel/clock.ts';
import { otherValue, type DailyLimits } from '../../visit-store.ts';
import type { ClickHouse } from '../server/clickhouse.ts';
import { join, raw, sql, texts } from '../server/sql.ts';

/** Columns of texts that senders choose, of which a day has room for so many different ones. */
export const limitedColumns = [
  'path',
  'user_agent',
  'accept',
  'referrer',
  'host',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'event',
] as const;
export type LimitedColumn = (typeof limitedColumns)[number];
type ByColumn<Value> = Readonly<Record<LimitedColumn, Value>>;

/** Tells what a view is kept with: the text itself, or `(other)` where its day has no room for another. */
export type FoldText = (column: LimitedColumn, text: string) => string;

const keepsItself: FoldText = (_, text) => text;
/** What other processes add meanwhile is not known, so that a day may come to have somewhat more texts than it should. */
const rememberedMilliseconds = duration.minute;

/** Of how many distinct texts a project may have on a day. Counting them takes a query, so it is done when there may be too many. */
export class DayRoom {
  readonly #server: Pick<ClickHouse, 'read'>;
  readonly #limits: DailyLimits;
  /** At most so many texts are there, by project and day. */
  readonly #bounds: LRUCache<string, ByColumn<number>>;

  constructor({ server, limits, clock }: { server: Pick<ClickHouse, 'read'>; limits: DailyLimits; clock: Clock }) {
    this.#server = server;
    this.#limits = limits;
    this.#bounds = new LRUCache({
      max: 10_000,
      ttl: rememberedMilliseconds,
      ttlResolution: 0,
      perf: forwardClock(clock),
    });
  }

  /** For views with these texts that are about to be kept. */
  async of(projectId: string, day: number, requested: ByColumn<ReadonlySet<string>>): Promise<FoldText> {
    const key = `${day} ${projectId}`;
    const sum = (counts: ByColumn<number>) => byColumn((column) => counts[column] + requested[column].size);
    const isWithin = (counts: ByColumn<number>, column: LimitedColumn) => counts[column] <= this.#limitOf(column);
    const bound = this.#bounds.get(key);
    const after = bound === undefined ? undefined : sum(bound);
    if (after !== undefined && limitedColumns.every((column) => isWithin(after, column))) {
      this.#bounds.set(key, after, { noUpdateTTL: true });
      return keepsItself;
    }
    const dayCondition = sql`project_id = ${projectId} AND day = ${day}`;
    const counting = limitedColumns.map((column) => {
      const name = raw(column);
      return sql`uniqExactIf(${name}, ${name} NOT IN ('', ${otherValue})) AS ${raw(`${column}s`)}`;
    });
    const [counted] = await this.#server.read<Record<string, number>>(
      sql`SELECT ${join(counting, ', ')} FROM view WHERE ${dayCondition}`,
    );
    const counts = byColumn((column) => counted?.[`${column}s`] ?? 0);
    const total = sum(counts);
    this.#bounds.set(key, total);
    const folds = new Map<LimitedColumn, (text: string) => string>();
    for (const column of limitedColumns.filter((name) => !isWithin(total, name))) {
      const name = raw(column);
      const rows = await this.#server.read<{ text: string }>(
        sql`SELECT DISTINCT ${name} AS text FROM view WHERE ${dayCondition} AND ${name} IN ${texts([...requested[column]])}`,
      );
      const knownTexts = new Set(['', otherValue, ...rows.map(({ text }) => text)]);
      folds.set(column, foldPast(this.#limitOf(column) - counts[column], knownTexts));
    }
    if (folds.size === 0) return keepsItself;
    return (column, text) => folds.get(column)?.(text) ?? text;
  }

  #limitOf(column: LimitedColumn): number {
    return column === 'path' ? this.#limits.paths : this.#limits.values;
  }
}

function foldPast(room: number, knownTexts: Set<string>): (text: string) => string {
  let remaining = room;
  return (text) => {
    if (knownTexts.has(text)) return text;
    if (remaining <= 0) return otherValue;
    remaining -= 1;
    knownTexts.add(text);
    return text;
  };
}

export function byColumn<Value>(of: (column: LimitedColumn) => Value): ByColumn<Value> {
  return Object.fromEntries(limitedColumns.map((column) => [column, of(column)])) as ByColumn<Value>;
}
