import { VisitStoreTooNew } from '../errors.ts';
import type { ClickHouse } from './server/clickhouse.ts';
import { raw, sql, type Sql } from './server/sql.ts';

/** Written to the disk before it is acknowledged; a delivery that is sent again is known for as many deliveries. */
const durable = 'fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 10000';
/** Days of about a month together. Days are counted from the epoch; those of `Date` end in 2149 and begin in 1970. */
const byMonth = 'PARTITION BY intDiv(day, 32)';
/** How long an answer is held after its last use, in minutes; see `renewAfter` in `held-answers.ts`. */
const heldMinutes = 30;

/**
 * One list for each version of the schema, in their order. A row is a view, found again by its day and id, so that the
 * same one is counted once however often it comes; `FINAL` is what sees to it.
 */
const versions: readonly (readonly string[])[] = [
  [
    `CREATE TABLE IF NOT EXISTS view (
      project_id LowCardinality(String), day Int32 CODEC(Delta, ZSTD), id UUID,
      at Int64 CODEC(ZSTD), visitor UUID CODEC(ZSTD), path LowCardinality(String), category LowCardinality(String),
      product LowCardinality(String), operator LowCardinality(String), verdict LowCardinality(String),
      evidence LowCardinality(String), user_agent LowCardinality(String), accept LowCardinality(String),
      referrer LowCardinality(String), country LowCardinality(String), source LowCardinality(String),
      host LowCardinality(String), status UInt16, utm_source LowCardinality(String), utm_medium LowCardinality(String),
      utm_campaign LowCardinality(String), event LowCardinality(String)
    ) ENGINE = ReplacingMergeTree ${byMonth} ORDER BY (project_id, day, id) SETTINGS ${durable}`,
    // One row for each refused event, and one for each number of others that came together; the last reason counts.
    `CREATE TABLE IF NOT EXISTS refusal (
      project_id LowCardinality(String), day Int32, id UUID, reason LowCardinality(String), count UInt64,
      version UInt64 DEFAULT toUnixTimestamp64Nano(now64(9))
    ) ENGINE = ReplacingMergeTree(version) ${byMonth} ORDER BY (project_id, day, id) SETTINGS ${durable}`,
    `CREATE TABLE IF NOT EXISTS tracker_day (project_id LowCardinality(String), day Int32)
      ENGINE = ReplacingMergeTree ORDER BY (project_id, day)`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS note_tracker_day TO tracker_day AS
      SELECT DISTINCT project_id, day FROM view WHERE source = 'tracker'`,
    // What user agents say, see `client-values.ts`: noted again as long as somebody asks.
    `CREATE TABLE IF NOT EXISTS client (
      user_agent String, browser LowCardinality(String), os LowCardinality(String), device LowCardinality(String),
      noted DateTime DEFAULT now()
    ) ENGINE = ReplacingMergeTree ORDER BY user_agent TTL noted + INTERVAL 1 DAY`,
    // Position 0 holds the totals. A deletion takes all answers of its project.
    `CREATE TABLE IF NOT EXISTS answer (
      snapshot String, project_id LowCardinality(String), position UInt32, value String, human UInt64, ai UInt64,
      total UInt64, deletion UInt64, used DateTime DEFAULT now()
    ) ENGINE = ReplacingMergeTree(used) ORDER BY (snapshot, position) TTL used + INTERVAL ${heldMinutes} MINUTE
      SETTINGS merge_with_ttl_timeout = 600`,
    `CREATE TABLE IF NOT EXISTS deletion (
      project_id LowCardinality(String), version UInt64 DEFAULT toUnixTimestamp64Nano(now64(9)), at DateTime DEFAULT now()
    ) ENGINE = MergeTree ORDER BY (project_id, version) TTL at + INTERVAL 1 DAY`,
  ],
];

/** Makes what is missing. Several processes may do so at once: every statement may be done again. */
export async function prepareSchema(server: ClickHouse): Promise<void> {
  await server.proveVersion();
  await server.run(
    sql`CREATE TABLE IF NOT EXISTS schema_version (version UInt32) ENGINE = ReplacingMergeTree ORDER BY version`,
  );
  const [known] = await server.read<{ version: number }>(sql`SELECT max(version) AS version FROM schema_version`);
  const found = known?.version ?? 0;
  if (found > versions.length) throw new VisitStoreTooNew('ClickHouse', found, versions.length);
  for (const [index, statements] of versions.entries()) {
    if (index < found) continue;
    for (const statement of statements) await server.run(raw(statement));
    await server.run(noteVersion(index + 1));
  }
}

function noteVersion(version: number): Sql {
  return sql`INSERT INTO schema_version SELECT ${version}`;
}
