import type { IncomingHttpHeaders } from 'node:http';
import { addressKey, addressText, createAddressSet, type AddressKey } from './address.ts';

/**
 * Headers in which proxies and CDNs forward the reader's address, in the order in which they are asked. The lists come
 * first: every proxy appends to them, while a header of one vendor passes unchanged through the proxies of another.
 */
export const forwardingHeaders: readonly string[] = [
  'x-forwarded-for',
  'forwarded',
  'cf-connecting-ipv6',
  'cf-connecting-ip',
  'true-client-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'cloudfront-viewer-address',
  'x-azure-clientip',
  'x-envoy-external-address',
  'x-vercel-forwarded-for',
  'x-nf-client-connection-ip',
  'do-connecting-ip',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
];

interface ForwardedRequest {
  /** Whom the server spoke to, as the connection or the log names it. */
  readonly peer: string | undefined;
  /** A header by its lower-case name, with the values of a repeated one joined by commas. */
  readonly header: (name: string) => string | undefined;
  /** Whether this hop may say for whom it forwards; undefined for a peer without an address. */
  readonly isTrusted: (hop: AddressKey | undefined) => boolean;
  /** The only header that is believed; left out, the first of `forwardingHeaders` that was sent. */
  readonly onlyHeader?: string | undefined;
}

export interface ClientAddress {
  /** In a form that `addressKey` reads; undefined when nobody told it. */
  readonly address: string | undefined;
  /** A forwarding header that was sent by a peer that is not trusted. */
  readonly ignoredHeader: string | undefined;
}

/**
 * The reader's address: the peer's, or, while the hop is trusted, the one it forwards for, read from the right. What
 * stands left of the first stranger was written by that stranger. Where a trusted hop does not tell (`unknown`,
 * `_hidden`), the nearest address that is known counts.
 */
export function readClientAddress({ peer, header, isTrusted, onlyHeader }: ForwardedRequest): ClientAddress {
  const key = peer === undefined ? undefined : addressKey(peer);
  const address = key === undefined ? undefined : peer;
  const names = onlyHeader === undefined ? forwardingHeaders : [onlyHeader];
  const sent = names.find((name) => isSent(header(name)));
  if (sent === undefined) return { address, ignoredHeader: undefined };
  if (!isTrusted(key)) return { address, ignoredHeader: sent };
  let client = address;
  for (const hop of hopsOf(sent, header(sent) ?? '').reverse()) {
    const before = addressKey(hop);
    if (before === undefined) break;
    client = hop;
    if (!isTrusted(before)) break;
  }
  return { address: client, ignoredHeader: undefined };
}

/** Logs write `-` for a header that was not sent. */
function isSent(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '-';
}

/** The hops that a header names, nearest last. What is no address stays, since it ends the chain there. */
function hopsOf(name: string, value: string): string[] {
  if (name === 'forwarded') return forwardedHops(value);
  // The port follows the address of either version without brackets: `2001:db8::1:46532`.
  if (name === 'cloudfront-viewer-address') return [value.trim().replace(/:\d{1,5}$/, '')];
  return chainHops(value);
}

/** The hops of `X-Forwarded-For` and its like; empty elements say nothing. */
export function chainHops(value: string): string[] {
  return value
    .split(',')
    .map((hop) => unquoted(hop.trim()))
    .filter((hop) => hop !== '');
}

/** The hops of `Forwarded` (RFC 7239). An element without `for` is a hop that does not tell. */
function forwardedHops(value: string): string[] {
  return split(value, ',').map((element) => {
    for (const pair of split(element, ';')) {
      const equals = pair.indexOf('=');
      // A port may be hidden, too.
      if (pair.slice(0, equals).trim().toLowerCase() === 'for')
        return unquoted(pair.slice(equals + 1).trim()).replace(/:_[\w.-]+$/, '');
    }
    return 'unknown';
  });
}

function unquoted(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"')
    ? text.slice(1, -1).replace(/\\(.)/g, '$1')
    : text;
}

/** Splits at what stands outside of quotes, and leaves out blanks. */
function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isQuoted && character === '\\') index += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.filter((part) => part.trim() !== '');
}

/** The address in the form that rate limits and allowlists compare. */
function canonicalAddress(text: string | undefined): string | undefined {
  const key = text === undefined ? undefined : addressKey(text);
  return key === undefined ? undefined : addressText(key);
}

/** Makes what tells the client's address of a live request. `trustedProxies` are addresses and networks. */
export function createClientAddressReader(
  trustedProxies: readonly string[],
  onlyHeader?: string,
): (peer: string | undefined, headers: IncomingHttpHeaders) => ClientAddress {
  const trusted = createAddressSet(trustedProxies);
  const isTrusted = (hop: AddressKey | undefined) => hop !== undefined && trusted.has(hop);
  return (peer, headers) => {
    const header = (name: string) => headers[name]?.toString();
    const { address, ignoredHeader } = readClientAddress({ peer, header, isTrusted, onlyHeader });
    return { address: canonicalAddress(address), ignoredHeader };
  };
}
