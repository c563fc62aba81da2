import { bucketing, fillBuckets } from '../../buckets.ts';
import { TooManyBuckets } from '../../errors.ts';
import { maximumBuckets, type TimeBucket, type TimeseriesQuery } from '../../visit-store.ts';
import { isEmpty } from '../../time-range.ts';
import type { ClickHouse } from '../server/clickhouse.ts';
import { join, moments, raw, sql, type Sql } from '../server/sql.ts';
import type { ClientValues } from './client-values.ts';
import { countsOf, eachShard, toCounts, type ThreeCounts } from './counted.ts';
import { asksForClients, fromCounted } from './looked-at.ts';

interface BucketRow {
  readonly bucket: number;
  readonly visitors: ThreeCounts;
  readonly views: ThreeCounts;
}

/** Throws TooManyBuckets. */
export async function countSeries(
  { server, clients }: { server: ClickHouse; clients: ClientValues },
  query: TimeseriesQuery,
): Promise<TimeBucket[]> {
  if (isEmpty(query.range)) return [];
  // Before anything is counted, where the ends are known.
  if (query.range.from !== undefined && query.range.to !== undefined) {
    fillBuckets(query, { visitors: new Map(), views: new Map() });
  }
  const { mapping } = query;
  const zone = query.timeZone === undefined || query.timeZone === 'UTC' ? undefined : query.timeZone;
  if (asksForClients(query)) await clients.noteOfProject(query.projectId);
  const rows = await server.read<BucketRow>(
    sql`SELECT bucket, sumForEach(visitors) AS visitors, sumForEach(views) AS views
      FROM (
        SELECT ${zone === undefined ? bucketOf(query.interval) : await startIn(server, query, zone)} AS bucket,
          [${join(countsOf('visitors', mapping), ', ')}] AS visitors, [${join(countsOf('views', mapping), ', ')}] AS views
        ${fromCounted(query)} GROUP BY bucket ${eachShard}
      )
      GROUP BY bucket ORDER BY bucket`,
  );
  // Of a place rows come by the moment that their bucket begins.
  const numberOf = zone === undefined ? (bucket: number) => bucket : bucketing(query.interval, zone).bucketOf;
  return fillBuckets(query, {
    visitors: new Map(rows.map(({ bucket, visitors }) => [numberOf(bucket), toCounts(visitors)])),
    views: new Map(rows.map(({ bucket, views }) => [numberOf(bucket), toCounts(views)])),
  });
}

/** The last beginning of a bucket before a view: those between the first view and the last are told to ClickHouse. */
async function startIn(server: ClickHouse, query: TimeseriesQuery, zone: string): Promise<Sql> {
  const [ends] = await server.read<{ first: number; last: number }>(
    sql`SELECT min(at) AS first, max(at) AS last ${fromCounted(query)}`,
  );
  const { bucketOf: numberOf, startOf } = bucketing(query.interval, zone);
  const [first, last] = [numberOf(ends?.first ?? 0), numberOf(ends?.last ?? 0)];
  const length = last - first + 1;
  if (length > maximumBuckets) throw new TooManyBuckets(length, maximumBuckets);
  const starts = Array.from({ length }, (_, index) => startOf(first + index));
  return sql`roundDown(at, ${moments(starts)})`;
}

/** The number that `bucketing` gives, which for all but months is a line through the origin of time. */
function bucketOf(interval: TimeseriesQuery['interval']): Sql {
  if (interval === 'month') {
    const date = "addDays(toDate32('1970-01-01'), day)";
    return raw(`(toYear(${date}) - 1799) * 12 + toMonth(${date}) - 1`);
  }
  const { bucketOf: numberOf, startOf } = bucketing(interval);
  const origin = numberOf(0);
  const start = startOf(origin);
  const length = startOf(origin + 1) - start;
  return raw(`toInt64(floor((at - (${start})) / ${length})) + ${origin}`);
}
