import { daysOf, isEmpty } from '../../time-range.ts';
import type { DropCount, TimeRange } from '../../visit-store.ts';
import type { ClickHouse } from '../server/clickhouse.ts';
import { join, sql } from '../server/sql.ts';

/** Refused events without those that are kept: two processes may have taken and refused one at the same time. */
export async function readDrops(server: ClickHouse, projectId: string, range: TimeRange): Promise<DropCount[]> {
  if (isEmpty(range)) return [];
  const { first, last } = daysOf(range);
  const dayConditions = join(
    [
      sql`project_id = ${projectId}`,
      ...(range.from === undefined ? [] : [sql`day >= ${first}`]),
      ...(range.to === undefined ? [] : [sql`day <= ${last}`]),
    ],
    ' AND ',
  );
  const rows = await server.read<{ day: number; reason: string; refused: number }>(
    sql`SELECT day, reason, sum(count) AS refused FROM refusal FINAL
      WHERE ${dayConditions} AND count > 0 AND (day, id) GLOBAL NOT IN (
        SELECT day, id FROM view WHERE ${dayConditions} AND id GLOBAL IN (SELECT id FROM refusal WHERE ${dayConditions}))
      GROUP BY day, reason ORDER BY day, reason`,
  );
  return rows.map(({ day, reason, refused }) => ({ day: dayName(day), reason, count: refused }));
}

/** `YYYY-MM-DD`. */
export function dayName(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}
