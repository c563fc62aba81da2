import { ClusterShardsChanged, VisitsLaidOutOtherwise, VisitStoreTooNew } from '../errors.ts';
import type { ClickHouse } from './server/clickhouse.ts';
import { onCluster, textOf, type Placement } from './server/placement.ts';
import { raw, sql, type Sql } from './server/sql.ts';

interface Table {
  readonly name: string;
  readonly columns: string;
  readonly engine: 'ReplacingMergeTree' | 'MergeTree';
  /** Of rows that replace each other: the column whose greatest value counts, where not the last written does. */
  readonly version?: string;
  /** All that replace each other, and all of a visitor in a project, have to be on one shard: what shards count adds up. */
  readonly shardBy: string;
  readonly order: string;
  readonly settings?: string;
  /** Written to the disk before it is acknowledged; a delivery that is sent again is known for as many deliveries. */
  readonly isDurable?: boolean;
}

/** Deliveries that are known when they are sent again. */
const knownDeliveries = 10_000;
/** Days of about a month together. Days are counted from the epoch; those of `Date` end in 2149 and begin in 1970. */
const byMonth = 'PARTITION BY intDiv(day, 32)';
/** How long an answer is held after its last use, in minutes; see `renewAfter` in `held-answers.ts`. */
const heldMinutes = 30;

/** A table, or a statement that a placement needs. */
type Step = Table | ((placement: Placement) => string);

/**
 * One list for each version of the schema, in their order. A row is a view, found again by its day and id, so that the
 * same one is counted once however often it comes; `FINAL` is what sees to it.
 */
const versions: readonly (readonly Step[])[] = [
  [
    {
      name: 'view',
      columns: `project_id LowCardinality(String), day Int32 CODEC(Delta, ZSTD), id UUID,
        at Int64 CODEC(ZSTD), visitor UUID CODEC(ZSTD), path LowCardinality(String), category LowCardinality(String),
        product LowCardinality(String), operator LowCardinality(String), verdict LowCardinality(String),
        evidence LowCardinality(String), user_agent LowCardinality(String), accept LowCardinality(String),
        referrer LowCardinality(String), country LowCardinality(String), source LowCardinality(String),
        host LowCardinality(String), status UInt16, utm_source LowCardinality(String), utm_medium LowCardinality(String),
        utm_campaign LowCardinality(String), event LowCardinality(String)`,
      engine: 'ReplacingMergeTree',
      shardBy: 'sipHash64(project_id, visitor)',
      order: `${byMonth} ORDER BY (project_id, day, id)`,
      isDurable: true,
    },
    {
      // One row for each refused event, and one for each number of others that came together; the last reason counts.
      name: 'refusal',
      columns: `project_id LowCardinality(String), day Int32, id UUID, reason LowCardinality(String), count UInt64,
        version UInt64 DEFAULT toUnixTimestamp64Nano(now64(9))`,
      engine: 'ReplacingMergeTree',
      version: 'version',
      shardBy: 'sipHash64(project_id, id)',
      order: `${byMonth} ORDER BY (project_id, day, id)`,
      isDurable: true,
    },
    {
      name: 'tracker_day',
      columns: 'project_id LowCardinality(String), day Int32',
      engine: 'ReplacingMergeTree',
      shardBy: 'sipHash64(project_id)',
      order: 'ORDER BY (project_id, day)',
    },
    // Each shard notes those of its own views.
    ({ cluster, storedName }) =>
      `CREATE MATERIALIZED VIEW IF NOT EXISTS note_tracker_day${onCluster(cluster)} TO ${storedName('tracker_day')} AS
        SELECT DISTINCT project_id, day FROM ${storedName('view')} WHERE source = 'tracker'`,
    {
      // What user agents say, see `client-values.ts`: noted again as long as somebody asks.
      name: 'client',
      columns: `user_agent String, browser LowCardinality(String), os LowCardinality(String),
        device LowCardinality(String), noted DateTime DEFAULT now()`,
      engine: 'ReplacingMergeTree',
      shardBy: 'sipHash64(user_agent)',
      order: 'ORDER BY user_agent TTL noted + INTERVAL 1 DAY',
    },
    {
      // Position 0 holds the totals. A deletion takes all answers of its project.
      name: 'answer',
      columns: `snapshot String, project_id LowCardinality(String), position UInt32, value String, human UInt64, ai UInt64,
        total UInt64, deletion UInt64, used DateTime DEFAULT now()`,
      engine: 'ReplacingMergeTree',
      version: 'used',
      shardBy: 'sipHash64(snapshot)',
      order: `ORDER BY (snapshot, position) TTL used + INTERVAL ${heldMinutes} MINUTE`,
      settings: 'merge_with_ttl_timeout = 600',
    },
    {
      name: 'deletion',
      columns: `project_id LowCardinality(String), version UInt64 DEFAULT toUnixTimestamp64Nano(now64(9)),
        at DateTime DEFAULT now()`,
      engine: 'MergeTree',
      shardBy: 'sipHash64(project_id)',
      order: 'ORDER BY (project_id, version) TTL at + INTERVAL 1 DAY',
    },
  ],
];

const schemaVersion: Table = {
  name: 'schema_version',
  columns: 'version UInt32',
  engine: 'ReplacingMergeTree',
  shardBy: 'version',
  order: 'ORDER BY version',
};
/** Over which shards rows are spread, since the tables were made. */
const clusterShards: Table = {
  name: 'cluster_shards',
  columns: 'shards String',
  engine: 'ReplacingMergeTree',
  shardBy: 'sipHash64(shards)',
  order: 'ORDER BY shards',
};

/** Makes what is missing. Several processes may do so at once: every statement may be done again. */
export async function prepareSchema(server: ClickHouse): Promise<void> {
  await server.proveVersion();
  const version = await versionOf(server);
  if (version > versions.length) throw new VisitStoreTooNew('ClickHouse', version, versions.length);
  for (const [index, steps] of versions.entries()) {
    if (index < version) continue;
    for (const statement of steps.flatMap((step) => statementsOf(step, server.placement))) {
      await server.run(raw(statement));
    }
    await server.run(noteVersion(index + 1));
  }
}

/** Once it is certain that the tables are where they are looked for. Nothing is made that is there: that would take all servers of a cluster. */
async function versionOf(server: ClickHouse): Promise<number> {
  const { cluster, database } = server.placement;
  const tables = await server.read<{ name: string; engine: string }>(
    sql`SELECT name, engine FROM system.tables WHERE database = ${database} AND name IN ('schema_version', 'view')`,
  );
  for (const { engine } of tables) {
    const isSpread = engine === 'Distributed';
    if (isSpread !== (cluster !== undefined)) throw new VisitsLaidOutOtherwise(database, isSpread);
  }
  if (cluster !== undefined) await refuseOtherShards(server, cluster, tables.length === 0);
  if (!tables.some(({ name }) => name === 'schema_version')) {
    for (const statement of statementsOf(schemaVersion, server.placement)) await server.run(raw(statement));
  }
  const [row] = await server.read<{ version: number }>(sql`SELECT max(version) AS version FROM schema_version`);
  return row?.version ?? 0;
}

/** With another number of shards, or other weights, the views of a visitor would be on several, and be counted on each. */
async function refuseOtherShards(server: ClickHouse, cluster: string, isNew: boolean): Promise<void> {
  const rows = await server.read<{ shard: number; weight: number }>(
    sql`SELECT shard_num AS shard, any(shard_weight) AS weight FROM system.clusters WHERE cluster = ${cluster}
      GROUP BY shard_num ORDER BY shard_num`,
  );
  const shards = rows.map(({ shard, weight }) => `${shard}:${weight}`).join(' ');
  if (isNew) {
    for (const statement of statementsOf(clusterShards, server.placement)) await server.run(raw(statement));
    await server.run(sql`INSERT INTO cluster_shards SELECT ${shards}`);
  }
  const storedShards = await server.read<{ shards: string }>(sql`SELECT DISTINCT shards FROM cluster_shards`);
  const mismatch = storedShards.find((row) => row.shards !== shards);
  if (mismatch !== undefined) throw new ClusterShardsChanged(cluster, mismatch.shards, shards);
}

function statementsOf(step: Step, placement: Placement): string[] {
  if (typeof step === 'function') return [step(placement)];
  const { name, columns, engine, version = '', shardBy, order } = step;
  const { cluster, database, storedName } = placement;
  const replicas = `${textOf(`/docwright/${encodeURIComponent(database)}/${name}/{shard}`)}, '{replica}'`;
  const tableEngine =
    cluster === undefined
      ? engine + (version && `(${version})`)
      : `Replicated${engine}(${[replicas, version].filter(Boolean).join(', ')})`;
  const settings = [step.settings, step.isDurable === true ? durable(placement) : ''].filter(Boolean).join(', ');
  const stored = `CREATE TABLE IF NOT EXISTS ${storedName(name)}${onCluster(cluster)} (${columns})
    ENGINE = ${tableEngine} ${order}${settings && ` SETTINGS ${settings}`}`;
  if (cluster === undefined) return [stored];
  const parts = [cluster, database, storedName(name)].map(textOf).join(', ');
  const spread = `CREATE TABLE IF NOT EXISTS ${name}${onCluster(cluster)} AS ${storedName(name)}
    ENGINE = Distributed(${parts}, ${shardBy})`;
  return [stored, spread];
}

function durable({ cluster }: Placement): string {
  const window = `${cluster === undefined ? 'non_' : ''}replicated_deduplication_window = ${knownDeliveries}`;
  return `fsync_after_insert = 1, fsync_part_directory = 1, ${window}`;
}

function noteVersion(version: number): Sql {
  return sql`INSERT INTO schema_version SELECT ${version}`;
}
