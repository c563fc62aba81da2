import { createHmac, createSecretKey } from 'node:crypto';
import { createRecentCache } from './recent-cache.ts';
import { addressKey, networkKey } from './traffic/address.ts';
import type { TrafficDecision } from './traffic/classify.ts';
import type { UserAgentReading } from './traffic/user-agent-reader.ts';

/** Bytes of a visitor id. */
const visitorIdBytes = 16;

/**
 * How visitors without an id of their own are told apart. `device`: network address with the browser's family and
 * platform, or the product's name. `network`: the address alone.
 */
export type IdentityRule = 'device' | 'network';

/** What a request offers for telling its visitor apart. */
export interface IdentityClues {
  readonly userId?: string | undefined;
  readonly visitorId?: string | undefined;
  readonly ip?: string | undefined;
}

/**
 * The text that stands for a visitor before it is keyed, in this order: the site's user, the site's or the tracker's
 * visitor id, the network address. Undefined when the request offers none of them. Versions are left out, so that an
 * update of the browser or the agent is no new visitor; IPv6 counts by its first 64 bits. The text holds the address
 * and must be forgotten once it is keyed.
 */
export function identityOf(
  clues: IdentityClues,
  client: Pick<TrafficDecision, 'category' | 'product'>,
  reading: UserAgentReading,
  rule: IdentityRule,
): string | undefined {
  if (clues.userId) return `user:${clues.userId}`;
  if (clues.visitorId) return `visitor:${clues.visitorId}`;
  const key = clues.ip === undefined ? undefined : addressKey(clues.ip);
  if (key === undefined) return undefined;
  const network = `network:${networkKey(key)}`;
  return rule === 'network' ? network : `${network}|${deviceOf(client, reading)}`;
}

/** A person who opens `page.md` in the browser stays the same visitor, so a browser goes by its own name there too. */
function deviceOf(client: Pick<TrafficDecision, 'category' | 'product'>, reading: UserAgentReading): string {
  const person = client.category === 'human' || client.category === 'markdown_client';
  if (person && reading.browser && !reading.declared) return `${reading.browser.family}|${reading.browser.platform}`;
  return client.category === 'markdown_client' && reading.declared ? reading.declared.product.name : client.product;
}

/** Keys identities with one salt. The returned bytes may be shared between calls and must not be changed. */
export type VisitorKeyer = (identity: string) => Uint8Array;

/**
 * Visitor id = the first 16 bytes of HMAC-SHA256(salt, identity). Without the salt neither the address nor the user
 * can be found again, nor ids of two salts be linked. Remembers the most recent 100,000 identities, in memory only.
 * Throws RangeError when the salt has fewer than 16 bytes.
 */
export function createVisitorKeyer(salt: Uint8Array): VisitorKeyer {
  if (salt.length < 16) throw new RangeError('A visitor salt must have at least 16 bytes.');
  const key = createSecretKey(salt);
  const cache = createRecentCache<Uint8Array>(100_000);
  return (identity) => {
    const known = cache.get(identity);
    if (known) return known;
    const id = new Uint8Array(
      createHmac('sha256', key).update(identity, 'utf16le').digest().subarray(0, visitorIdBytes),
    );
    cache.set(identity, id);
    return id;
  };
}

/** How long a salt is used: for good, for a UTC month, or for a UTC day. */
export type SaltLife = 'stable' | 'month' | 'day';

/** Name of the salt that belongs to a moment: `stable`, `2026-11` or `2026-11-21`. */
export function saltPeriod(life: SaltLife, timestampMs: number): string {
  if (life === 'stable') return life;
  return new Date(timestampMs).toISOString().slice(0, life === 'month' ? 7 : 10);
}
