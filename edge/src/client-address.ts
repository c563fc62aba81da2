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
  const hops = page.header(options.addressHeader.toLowerCase())?.split(',') ?? [];
  return plainAddress(hops.at(-(options.trustedProxies ?? 1)));
}

/** Also accepts `[2001:db8::1]:443`, `192.0.2.1:8080` and `::ffff:192.0.2.1`, which proxies send. */
function plainAddress(written: string | undefined): string | undefined {
  const address = written?.trim();
  if (!address) return undefined;
  const bracketed = /^\[([^\]]+)\]/.exec(address)?.[1];
  const withoutPort = /^([\d.]+):\d+$/.exec(address)?.[1];
  const bare = (bracketed ?? withoutPort ?? address).replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  return /^[\d.]+$|^[\da-f:.]*:[\da-f:.]*$/i.test(bare) ? bare : undefined;
}
