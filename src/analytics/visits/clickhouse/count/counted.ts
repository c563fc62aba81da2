import type { TrafficCategory } from '../../view.ts';
import type { ClassMapping, Counts } from '../../visit-store.ts';
import { raw, sql, texts, type Sql } from '../server/sql.ts';

/** Human, AI and total as three expressions, exact: `uniqExact` of a UUID keeps every one. */
export function countsOf(measure: 'visitors' | 'views', { human, ai }: ClassMapping): [Sql, Sql, Sql] {
  const of = (categories: readonly TrafficCategory[]) =>
    measure === 'views' ? sql`countIf(${isOf(categories)})` : sql`uniqExactIf(visitor, ${isOf(categories)})`;
  return [of(human), of(ai), of([...human, ...ai])];
}

/** The same as columns of these names. */
export function countColumns(measure: 'visitors' | 'views', mapping: ClassMapping): Sql {
  const [human, ai, total] = countsOf(measure, mapping);
  return sql`${human} AS human, ${ai} AS ai, ${total} AS total`;
}

/**
 * Of a statement that counts: each shard counts by itself, and its counts are added up. A visitor of a project is on one
 * shard, so that nobody is counted twice, and no list of visitors is sent. On one server it changes nothing. `grouping` must
 * find on the shard the very expression that it names.
 */
export const eachShard: Sql = raw(
  'SETTINGS distributed_group_by_no_merge = 1, optimize_injective_functions_in_group_by = 0',
);
export const sumOfShards: Sql = raw('sum(human) AS human, sum(ai) AS ai, sum(total) AS total');

export function isOf(categories: readonly TrafficCategory[]): Sql {
  return categories.length === 0 ? raw('false') : sql`category IN ${texts(categories)}`;
}

export type ThreeCounts = readonly [human: number, ai: number, total: number];

export function toCounts([human, ai, total]: ThreeCounts): Counts {
  return { human, ai, total };
}

export const noCounts: Counts = { human: 0, ai: 0, total: 0 };
