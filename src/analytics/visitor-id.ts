import { hash } from 'node:crypto';
import type { AnalyticsSettings } from '../contract/project.ts';
import { addressKey, networkKey } from '../http/address.ts';
import type { TrafficDecision } from './traffic/classify.ts';
import type { UserAgentReading } from './traffic/user-agent-reader.ts';

/** Bytes of a visitor id. */
const visitorIdBytes = 16;

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
 * and must be forgotten once it is keyed. `identity` `device`: the address with the browser's family and platform, or the
 * product's name; `network`: the address alone.
 */
export function identityOf(
  clues: IdentityClues,
  client: Pick<TrafficDecision, 'category' | 'product'>,
  reading: UserAgentReading,
  identity: AnalyticsSettings['identity'],
): string | undefined {
  if (clues.userId) return `user:${clues.userId}`;
  if (clues.visitorId) return `visitor:${clues.visitorId}`;
  const key = clues.ip === undefined ? undefined : addressKey(clues.ip);
  if (key === undefined) return undefined;
  const network = `network:${networkKey(key)}`;
  return identity === 'network' ? network : `${network}|${deviceOf(client, reading)}`;
}

/** A person who opens `page.md` in the browser stays the same visitor, so a browser goes by its own name there too. */
function deviceOf(client: Pick<TrafficDecision, 'category' | 'product'>, reading: UserAgentReading): string {
  const person = client.category === 'human' || client.category === 'markdown_client';
  if (person && reading.browser && !reading.declared) return `${reading.browser.family}|${reading.browser.platform}`;
  return client.category === 'markdown_client' && reading.declared ? reading.declared.product.name : client.product;
}

/** Keys identities with one salt. */
export type VisitorKeyer = (identity: string) => Uint8Array;

/**
 * Visitor id = the first 16 bytes of HMAC-SHA256(salt, identity). Without the salt neither the address nor the user
 * can be found again, nor ids of two salts be linked. Nothing is remembered: looking an identity up among many takes as long
 * as keying it again. Throws RangeError when the salt has fewer than 16 bytes.
 */
export function createVisitorKeyer(salt: Uint8Array): VisitorKeyer {
  if (salt.length < 16) throw new RangeError('A visitor salt must have at least 16 bytes.');
  return createKeyedHash(salt);
}

/** Block and digest of SHA-256, in bytes. */
const blockBytes = 64;
const digestBytes = 32;

/**
 * First 16 bytes of HMAC-SHA256 (RFC 2104) over UTF-16LE. Written out, since two calls of the one-shot hash take a third
 * of the time of `createHmac`; a test holds the two together.
 */
function createKeyedHash(salt: Uint8Array): (text: string) => Uint8Array {
  const key = Buffer.alloc(blockBytes);
  key.set(salt.length > blockBytes ? hash('sha256', salt, 'buffer') : salt);
  let inner = Buffer.alloc(blockBytes + 512);
  const outer = Buffer.alloc(blockBytes + digestBytes);
  key.forEach((byte, index) => {
    inner[index] = byte ^ 0x36;
    outer[index] = byte ^ 0x5c;
  });
  return (text) => {
    const length = blockBytes + text.length * 2;
    if (length > inner.length) inner = Buffer.concat([inner.subarray(0, blockBytes)], length * 2);
    inner.write(text, blockBytes, 'utf16le');
    outer.write(hash('sha256', inner.subarray(0, length), 'binary'), blockBytes, 'binary');
    const digest = hash('sha256', outer, 'binary');
    const id = new Uint8Array(visitorIdBytes);
    for (let index = 0; index < visitorIdBytes; index += 1) id[index] = digest.charCodeAt(index);
    return id;
  };
}

/** Name of the salt that belongs to a moment, of all time, its UTC month or day: `stable`, `2026-11` or `2026-11-21`. */
export function saltPeriod(saltLife: AnalyticsSettings['saltLife'], timestampMs: number): string {
  if (saltLife === 'stable') return saltLife;
  return new Date(timestampMs).toISOString().slice(0, saltLife === 'month' ? 7 : 10);
}
