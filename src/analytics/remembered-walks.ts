import { LRUCache } from 'lru-cache';
import { duration, forwardClock, type Clock } from '../kernel/clock.ts';
import { SnapshotReleased } from './visits/errors.ts';
import type { CountPage, PageQuery, VisitStore } from './visits/visit-store.ts';

/** Longest pause between two pages of a walk, and how many walks are remembered. */
const memory = { ttl: 10 * duration.minute, max: 10_000 };

/** Walks of one reader through one query that are remembered side by side. */
const mostSideBySide = 8;

/**
 * One page of a walk by a client that may know of no snapshot: the pages that the same reader asks of the same query come
 * from the data of the first, with the classes as they were then. `offset` 0 begins a walk; a later page belongs to the walk
 * that has come so far, so that two programs with one key do not disturb each other. A snapshot in the query is the
 * reader's own choice. Where the data is gone, the walk goes on with what there is: such a client has no other way.
 */
export type RememberedWalks = (reader: string, query: PageQuery) => Promise<CountPage>;

export function createRememberedWalks({
  store,
  clock,
}: {
  store: Pick<VisitStore, 'countPage'>;
  clock: Clock;
}): RememberedWalks {
  const begun = new LRUCache<string, Walk[]>({
    ...memory,
    updateAgeOnGet: true,
    ttlResolution: 0,
    perf: forwardClock(clock),
  });
  return async (reader, query) => {
    if (query.snapshot !== undefined) return store.countPage(query);
    const name = nameOf(reader, query);
    const walks = begun.get(name) ?? [];
    const walk = query.offset === 0 ? undefined : walkAt(walks, query.offset);
    if (walk !== undefined) {
      // Before it is counted, so that another program at the same place finds its own walk.
      const before = { next: walk.next, last: walk.last };
      Object.assign(walk, { next: query.offset + query.limit, last: query.offset });
      const { snapshot, mapping } = walk;
      const page = await pageOf(store, { ...query, snapshot, mapping });
      if (page !== undefined) return page;
      Object.assign(walk, before);
    }
    const page = await store.countPage(query);
    const { snapshot } = page;
    const fresh = { snapshot, mapping: query.mapping, next: query.offset + query.limit, last: query.offset };
    begun.set(name, [...walks.filter((each) => each !== walk), fresh].slice(-mostSideBySide));
    return page;
  };
}

interface Walk extends Required<Pick<PageQuery, 'snapshot' | 'mapping'>> {
  /** Offset of the page after the last one, and of the last one, which may be asked again. */
  next: number;
  last: number;
}

function walkAt(walks: readonly Walk[], offset: number): Walk | undefined {
  return walks.find(({ next }) => next === offset) ?? walks.findLast(({ last }) => last === offset) ?? walks.at(-1);
}

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
