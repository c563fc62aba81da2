import type { ApiKeyRow } from '../db/schema.ts';
import type { Clock } from '../kernel/clock.ts';
import { duration } from '../kernel/clock.ts';

/** How long, in milliseconds, a key that another process revoked may still be believed here. */
const trustMilliseconds = 2 * duration.second;
/** Keeps memory bounded however many keys an installation has. */
const mostEntries = 10_000;

/**
 * Rows of keys by id, read again after two seconds. Only keys that exist are kept, so that guessing ids cannot fill it.
 * `forget` also disowns a read that is under way: what it finds is not kept.
 */
export function createApiKeyCache(options: { clock: Clock; load: (id: string) => Promise<ApiKeyRow | undefined> }) {
  const { clock, load } = options;
  const entries = new Map<string, { row: ApiKeyRow; readAt: number }>();
  let generation = 0;
  return {
    async find(id: string): Promise<ApiKeyRow | undefined> {
      const known = entries.get(id);
      if (known !== undefined && clock.now() - known.readAt < trustMilliseconds) return known.row;
      const startedIn = generation;
      const readAt = clock.now();
      const row = await load(id);
      if (row === undefined || startedIn !== generation) {
        entries.delete(id);
        return row;
      }
      if (entries.size >= mostEntries) entries.clear();
      entries.set(id, { row, readAt });
      return row;
    },
    forget(id: string): void {
      generation += 1;
      entries.delete(id);
    },
  };
}
