import { LRUCache } from 'lru-cache';
import { duration, type Clock } from '../kernel/clock.ts';
import { SnapshotReleased } from './visits/errors.ts';
import type { CountPage, PageQuery, VisitStore } from './visits/visit-store.ts';

/** Longest pause between two pages of a walk, and how many walks are remembered. */
const memory = { ttl: 10 * duration.minute, max: 10_000 };

/**
 * One page of a walk by a client that may know of no snapshot: the pages that the same reader asks of the same query come
 * from the data of the first, classes counted as they were then. `offset` 0 begins anew, and a snapshot in the query is the reader's own choice. Where that
 * data is gone, the walk goes on with what there is: such a client could do nothing else either.
 */
export type RememberedWalks = (reader: string, query: PageQuery) => Promise<CountPage>;

export function createRememberedWalks({
  store,
  clock,
}: {
  store: Pick<VisitStore, 'countPage'>;
  clock: Clock;
}): RememberedWalks {
  const begun = new LRUCache<string, Begun>({ ...memory, updateAgeOnGet: true, ttlResolution: 0, perf: clock });
  return async (reader, query) => {
    if (query.snapshot !== undefined) return store.countPage(query);
    const walk = nameOf(reader, query);
    const first = query.offset === 0 ? undefined : begun.get(walk);
    const continued = first === undefined ? undefined : await pageOf(store, { ...query, ...first });
    if (continued !== undefined) return continued;
    const page = await store.countPage(query);
    begun.set(walk, { snapshot: page.snapshot, mapping: query.mapping });
    return page;
  };
}

type Begun = Required<Pick<PageQuery, 'snapshot' | 'mapping'>>;

async function pageOf(store: Pick<VisitStore, 'countPage'>, query: PageQuery): Promise<CountPage | undefined> {
  try {
    return await store.countPage(query);
  } catch (error) {
    if (error instanceof SnapshotReleased) return undefined;
    throw error;
  }
}

function nameOf(reader: string, { projectId, measure, dimension, range, filters, order, search }: PageQuery): string {
  return JSON.stringify([reader, projectId, measure, dimension, range.from, range.to, filters, order, search]);
}
