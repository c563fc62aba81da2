import { LRUCache } from 'lru-cache';
import type { Clock } from '../../kernel/clock.ts';
import { duration, forwardClock } from '../../kernel/clock.ts';
import { addressKey } from '../../http/address.ts';

/** The two questions to the domain name system; `node:dns/promises` has both. */
export interface NameResolver {
  reverse(address: string): Promise<string[]>;
  /** All addresses of a name, IPv4 and IPv6. */
  resolve(name: string): Promise<string[]>;
}

export interface ReverseDns {
  /**
   * Name of the address that is known to be true in both directions; undefined when there is none, or not yet: the
   * first question about an address starts a look-up and does not wait for it.
   */
  confirmedHostName(address: string): string | undefined;
  /** Resolves when no look-up is under way. */
  settled(): Promise<void>;
}

/** Addresses remembered, and look-ups at once; what comes past the second is asked again later. */
const remembered = 10_000;
const mostLookups = 20;
/** Milliseconds that an answer, or that there is none, is believed. */
const lifetimeMs = duration.day;

/**
 * Reverse DNS with forward confirmation: the owner of an address may claim any name for it, so the name counts only if
 * it points back. Slow, hence beside the traffic and remembered; an operator who wants it turns it on.
 */
export function createReverseDns({ resolver, clock }: { resolver: NameResolver; clock: Clock }): ReverseDns {
  const answers = new LRUCache<string, { readonly name: string | undefined }>({
    max: remembered,
    ttl: lifetimeMs,
    ttlResolution: 0,
    perf: forwardClock(clock),
  });
  const running = new Map<string, Promise<void>>();

  async function lookUp(address: string): Promise<void> {
    const name = await confirm(address, resolver).catch(() => undefined);
    answers.set(address, { name });
    running.delete(address);
  }

  return {
    confirmedHostName(address) {
      const cached = answers.get(address);
      if (cached) return cached.name;
      if (!running.has(address) && running.size < mostLookups) running.set(address, lookUp(address));
      return undefined;
    },
    async settled() {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}

async function confirm(address: string, resolver: NameResolver): Promise<string | undefined> {
  const key = addressKey(address);
  if (key === undefined) return undefined;
  for (const name of await resolver.reverse(address)) {
    const addresses = await resolver.resolve(name).catch(() => []);
    if (addresses.some((candidate) => addressKey(candidate) === key)) return name.toLowerCase().replace(/\.$/, '');
  }
  return undefined;
}
