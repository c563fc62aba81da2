import type { PageRequest } from './page-request.ts';

/** Where the reader's address comes from. Anyone can forge a header that your own proxy does not write. */
export interface AddressOptions {
  /** Header in which your proxy writes the reader's address, such as `x-forwarded-for` or `x-real-ip`. */
  addressHeader?: string | undefined;
  /** How many of your proxies add an entry to that header, counted from the right. Default 1. */
  trustedProxies?: number | undefined;
}

/** The reader's address from the trusted header, or from the runtime if none is configured. */
export function clientAddress(page: PageRequest, options: AddressOptions): string | undefined {
  if (!options.addressHeader) return plainAddress(page.address);
  const name = options.addressHeader.toLowerCase();
  return plainAddress(hopsOf(name, page.header(name) ?? '').at(-(options.trustedProxies ?? 1)));
}

/** The hops in a header, nearest last. Server and edge are tested against the same table. */
function hopsOf(name: string, value: string): string[] {
  if (name === 'forwarded') return split(value, ',').map(forwardedHop);
  // The port follows the address of either version without brackets.
  if (name === 'cloudfront-viewer-address') return [value.trim().replace(/:\d{1,5}$/, '')];
  return value.split(',').filter((hop) => hop.trim() !== '');
}

/** The `for` of one element of `Forwarded` (RFC 7239), without an obfuscated port. */
function forwardedHop(element: string): string {
  const pairs = split(element, ';').map((pair) => pair.split('='));
  const [, ...value] = pairs.find(([key]) => key?.trim().toLowerCase() === 'for') ?? [];
  return unquoted(value.join('=').trim()).replace(/:_[\w.-]+$/, '');
}

/** Splits at separators outside quotes. */
function split(text: string, separator: ',' | ';'): string[] {
  const piece = separator === ',' ? /(?:"(?:\\.|[^"\\])*(?:"|$)|[^,"])+/g : /(?:"(?:\\.|[^"\\])*(?:"|$)|[^;"])+/g;
  return (text.match(piece) ?? []).filter((part) => part.trim() !== '');
}

function unquoted(text: string): string {
  return /^".*"$/.test(text) ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
}

/** Also accepts `[2001:db8::1]:443`, `192.0.2.1:8080` and `::ffff:192.0.2.1`, which proxies send. */
function plainAddress(written: string | undefined): string | undefined {
  const address = unquoted(written?.trim() ?? '');
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(address)?.[1];
  const withoutPort = /^([\d.]+):\d{1,5}$/.exec(address)?.[1];
  const bare = (bracketed ?? withoutPort ?? address).replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  if (/^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(bare)) return bare;
  return bare.includes(':') && isVersion6(bare) ? bare : undefined;
}

function isVersion6(text: string): boolean {
  try {
    return /^[\da-f:.]+$/i.test(text) && new URL(`http://[${text}]`).hostname !== '';
  } catch {
    return false;
  }
}
