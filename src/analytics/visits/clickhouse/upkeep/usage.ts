import type { ProjectUsage } from '../../visit-store.ts';
import { dayName } from '../count/read-drops.ts';
import type { ClickHouse } from '../server/clickhouse.ts';
import { sql } from '../server/sql.ts';

interface UsageRow {
  readonly views: number;
  readonly visitors: number;
  readonly paths: number;
  readonly first: number;
  readonly last: number;
  readonly bytes: number;
}

/** The bytes are the project's share of the table: views of all projects are stored together. */
export async function readUsage(server: ClickHouse, projectId: string): Promise<ProjectUsage> {
  const { placement } = server;
  const parts = sql`FROM ${placement.ofAllServers('parts')}
    WHERE database = ${placement.database} AND table = ${placement.storedName('view')} AND active`;
  const [row] = await server.read<UsageRow>(
    sql`SELECT count() AS views, uniqExact(visitor) AS visitors, uniqExact(path) AS paths,
        min(day) AS first, max(day) AS last,
        ifNull(toUInt64(views * (SELECT sum(bytes_on_disk) / greatest(sum(rows), 1) ${parts})), 0) AS bytes
      FROM view FINAL WHERE project_id = ${projectId}`,
  );
  if (row === undefined || row.views === 0) {
    return { views: 0, visitors: 0, paths: 0, firstDay: undefined, lastDay: undefined, storedBytes: 0 };
  }
  const { views, visitors, paths, first, last, bytes } = row;
  return { views, visitors, paths, firstDay: dayName(first), lastDay: dayName(last), storedBytes: bytes };
}
