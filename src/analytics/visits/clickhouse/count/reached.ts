import type { ValuePattern } from '../../value-pattern.ts';
import type { Goal, ReachAnswer, ReachQuery } from '../../visit-store.ts';
import type { ClickHouse } from '../server/clickhouse.ts';
import { join, raw, sql, type Sql } from '../server/sql.ts';
import type { ClientValues } from './client-values.ts';
import { isOf, toCounts, type ThreeCounts } from './counted.ts';
import { asksForClients, fitsAny, fromCounted, fromEverything } from './looked-at.ts';

export async function countReached(
  { server, clients }: { server: ClickHouse; clients: ClientValues },
  query: ReachQuery,
): Promise<ReachAnswer> {
  if (asksForClients(query)) await clients.noteOfProject(query.projectId);
  const { mapping, goals, inOrder: isOrdered } = query;
  const isHuman = sql`${isOf(mapping.human)} AS is_human`;
  const isCounted = isOf([...mapping.human, ...mapping.ai]);
  const matches = sql`[${join(goals.map(isReached), ', ')}]`;
  const reached = goals.map((_, index) => countsWhere(raw(`reached[${index + 1}] = 1`)));
  const [row] = await server.read<{ visitors: ThreeCounts; reached: readonly ThreeCounts[] }>(
    sql`SELECT ${countsWhere(raw('true'))} AS visitors,
      ${goals.length === 0 ? raw('[]') : sql`[${join(reached, ', ')}]`} AS reached
    FROM (SELECT DISTINCT visitor, ${isHuman} ${fromCounted(query)}) AS asked
    GLOBAL ANY LEFT JOIN (
      SELECT visitor, is_human, ${isOrdered ? stepsInOrder(goals.length) : raw('maxForEach(matches)')} AS reached
      FROM (SELECT visitor, at, path, event, ${isHuman}, ${goals.length === 0 ? raw('[0]') : matches} AS matches
        ${fromEverything(query)} AND ${isCounted})
      WHERE has(matches, 1) GROUP BY visitor, is_human
    ) AS came USING (visitor, is_human)`,
  );
  const counts = row ?? { visitors: [0, 0, 0], reached: [] };
  return {
    visitors: toCounts(counts.visitors),
    reached: goals.map((_, index) => toCounts(counts.reached[index] ?? [0, 0, 0])),
  };
}

function countsWhere(condition: Sql): Sql {
  return sql`[uniqExactIf(visitor, is_human AND ${condition}), uniqExactIf(visitor, NOT is_human AND ${condition}),
    uniqExactIf(visitor, ${condition})]`;
}

/** Each row is the next step, if it can be: what comes later is then looked for among later rows. */
function stepsInOrder(steps: number): Sql {
  const rows = 'arraySort(groupArray((at, path, event, matches)))';
  const depth = `arrayFold((depth, row) -> if(row.4[depth + 1] = 1, depth + 1, depth), ${rows}, toUInt64(0))`;
  return raw(`arrayMap(step -> toUInt8(step <= ${depth}), range(1, ${steps + 1}))`);
}

function isReached({ paths, events }: Goal): Sql {
  const fits = (column: string, patterns: readonly ValuePattern[]) =>
    patterns.length === 0 ? raw('false') : fitsAny(raw(column), patterns);
  return sql`toUInt8(if(event = '', ${fits('path', paths)}, ${fits('event', events)}))`;
}
