import type { PageRequest } from './page-request.ts';

/** Whose word is taken for the reader's address. A header that no proxy of yours writes can be forged by anybody. */
export interface AddressOptions {
  /** Header in which a proxy of yours writes the reader's address, such as `x-forwarded-for` or `x-real-ip`. */
  addressHeader?: string | undefined;
  /** How many proxies of yours each add an entry to the list in that header (1). Counted from the right. */
  trustedProxies?: number | undefined;
}

/** The reader's address: from the trusted header, or, when none is configured, as the runtime knows it. */
export function clientAddress(page: PageRequest, options: AddressOptions): string | undefined {
  if (!options.addressHeader) return plainAddress(page.address);
  const hops = page.header(options.addressHeader.toLowerCase())?.split(',') ?? [];
  return plainAddress(hops.at(-(options.trustedProxies ?? 1)));
}

/** `[2001:db8::1]:443`, `192.0.2.1:8080` and `::ffff:192.0.2.1` are all seen in the wild. */
function plainAddress(written: string | undefined): string | undefined {
  const address = written?.trim();
  if (!address) return undefined;
  const bracketed = /^\[([^\]]+)\]/.exec(address)?.[1];
  const withoutPort = /^([\d.]+):\d+$/.exec(address)?.[1];
  const bare = (bracketed ?? withoutPort ?? address).replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  return /^[\d.]+$|^[\da-f:.]*:[\da-f:.]*$/i.test(bare) ? bare : undefined;
}
