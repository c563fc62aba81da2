/** A bounded memory of results. */
export interface RecentCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/**
 * Keeps at least the `size` most recently used entries and at most twice as many, in two generations: when the young
 * one is full it becomes the old one, and what is used again moves up. No bookkeeping per hit, unlike a linked list.
 */
export function createRecentCache<Value>(size: number): RecentCache<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  const insert = (key: string, value: Value) => {
    if (young.size >= size) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  };
  return {
    get(key) {
      const recent = young.get(key);
      if (recent !== undefined) return recent;
      const aged = old.get(key);
      if (aged !== undefined) insert(key, aged);
      return aged;
    },
    set: insert,
  };
}
