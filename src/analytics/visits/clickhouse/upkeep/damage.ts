import { DamageOnCluster } from '../../errors.ts';
import type { DamagedPiece } from '../../visit-store.ts';
import type { ClickHouse } from '../server/clickhouse.ts';
import { raw, sql } from '../server/sql.ts';

/** Pieces of files that ClickHouse checks against the sums that it wrote beside them. They hold views of many projects. Throws DamageOnCluster. */
export async function findDamage(server: ClickHouse): Promise<DamagedPiece[]> {
  const { cluster } = server.placement;
  if (cluster !== undefined) throw new DamageOnCluster(cluster);
  const checked = await server.read<{ part_path: string; is_passed: number; message: string }>(
    sql`CHECK TABLE view SETTINGS check_query_single_value_result = 0`,
  );
  const damaged = checked.filter(({ is_passed }) => is_passed === 0).map(({ part_path }) => part_path);
  const sizes = await server.read<{ name: string; rows: number; bytes: number }>(
    sql`SELECT name, rows, bytes_on_disk AS bytes FROM system.parts
      WHERE database = currentDatabase() AND table = 'view' AND active`,
  );
  const sizeByName = new Map(sizes.map((size) => [size.name, size]));
  return damaged.map((name) => {
    const { bytes = 0, rows = 0 } = sizeByName.get(name) ?? {};
    return { day: undefined, kind: 'segment', piece: `part ${name} of all projects`, bytes, views: rows };
  });
}

/** Set aside in the folder `detached` of the table, from where whoever can mend them brings them back. */
export async function dropDamaged(server: ClickHouse): Promise<DamagedPiece[]> {
  const pieces = await findDamage(server);
  for (const { piece } of pieces) {
    const [, name = ''] = /^part (\w+) /.exec(piece) ?? [];
    await server.run(sql`ALTER TABLE view DETACH PART ${raw(`'${name}'`)}`);
  }
  return pieces;
}
