import { LRUCache } from 'lru-cache';
import type { ApiKeyRow } from '../db/schema.ts';
import type { Clock } from '../kernel/clock.ts';
import { duration, forwardClock } from '../kernel/clock.ts';

/** How long, in milliseconds, a key that another process revoked may still be believed here. */
const trustMilliseconds = 2 * duration.second;
/** Keeps memory bounded however many keys an installation has. */
const mostEntries = 10_000;

/**
 * Rows of keys by id, read again after two seconds. Only keys that exist are kept, so that guessing ids cannot fill it.
 * `forget` also disowns a read that is under way: what it finds is not kept.
 */
export function createApiKeyCache(options: { clock: Clock; load: (id: string) => Promise<ApiKeyRow | undefined> }) {
  const { load } = options;
  const clock = forwardClock(options.clock);
  const rows = new LRUCache<string, ApiKeyRow>({
    max: mostEntries,
    ttl: trustMilliseconds,
    ttlResolution: 0,
    perf: clock,
  });
  let generation = 0;
  return {
    async find(id: string): Promise<ApiKeyRow | undefined> {
      const cached = rows.get(id);
      if (cached !== undefined) return cached;
      const startedIn = generation;
      const readAt = clock.now();
      const row = await load(id);
      if (row !== undefined && startedIn === generation) rows.set(id, row, { start: readAt });
      return row;
    },
    forget(id: string): void {
      generation += 1;
      rows.delete(id);
    },
  };
}
