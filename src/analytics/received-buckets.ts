import { everything } from './class-mapping.ts';
import type { TimeBucket, TimeseriesQuery, VisitStore } from './visits/visit-store.ts';

export interface ReceivedBucket extends TimeBucket {
  /** Whether any view was received in the bucket, those that do not count included: tells a true zero from silence. */
  readonly received: boolean;
}

/** A time series that knows silence. Looks twice only where a bucket is empty, then whatever the filters. */
export async function readReceivedBuckets(
  store: Pick<VisitStore, 'timeseries'>,
  query: TimeseriesQuery,
): Promise<readonly ReceivedBucket[]> {
  const buckets = await store.timeseries(query);
  const hasEmpty = buckets.some(({ views }) => views.total === 0);
  const allBuckets = hasEmpty ? await store.timeseries({ ...query, mapping: everything, filters: [] }) : [];
  const withOthers = new Set(allBuckets.filter(({ views }) => views.total > 0).map(({ startMs }) => startMs));
  return buckets.map((bucket) => ({
    ...bucket,
    received: bucket.views.total > 0 || withOthers.has(bucket.startMs),
  }));
}
