import { bytesOfUuid } from '../write/delivery.ts';
import type { StoredNames } from '../../visit-store.ts';
import type { ClickHouse } from '../server/clickhouse.ts';
import { sql } from '../server/sql.ts';

/** Every project that anything is kept of, in the order of their names. */
export async function readProjects(server: Pick<ClickHouse, 'read'>): Promise<string[]> {
  const rows = await server.read<{ id: string }>(
    sql`SELECT DISTINCT project_id AS id FROM view UNION DISTINCT SELECT DISTINCT project_id AS id FROM refusal`,
  );
  return rows.map(({ id }) => id).sort();
}

export async function readNames(server: Pick<ClickHouse, 'read'>, projectId: string): Promise<StoredNames> {
  const visitors = await server.read<{ visitor: string }>(
    sql`SELECT DISTINCT visitor FROM view WHERE project_id = ${projectId}`,
  );
  const paths = await server.read<{ path: string }>(
    sql`SELECT DISTINCT path FROM view WHERE project_id = ${projectId}`,
  );
  return { visitors: visitors.map(({ visitor }) => bytesOfUuid(visitor)), paths: paths.map(({ path }) => path) };
}
