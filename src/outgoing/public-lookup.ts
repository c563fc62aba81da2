import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateAddress } from './private-addresses.ts';

/** The name leads to an address that is not of the public internet, or to none. */
export class NotPublic extends Error {
  override name = 'NotPublic';
}

/**
 * Looks a name up for a connection that is about to be made, and refuses it with `NotPublic` when any of its addresses is
 * private: whatever the name meant a moment before, this is the address that is connected to. An address in place of a name
 * is never looked up: ask `isPrivateLiteral` first.
 */
export const lookupPublic: LookupFunction = createPublicLookup(lookup);

/** Over any way to look names up. */
export function createPublicLookup(
  lookUpAll: (name: string, options: LookupAllOptions, done: Found) => void,
): LookupFunction {
  return (name, options, done) => {
    lookUpAll(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        done(error, []);
        return;
      }
      const [first] = addresses;
      if (first === undefined || addresses.some(({ address }) => isPrivateAddress(address)))
        done(new NotPublic(`${name} has no public IP address`), []);
      else if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

/** Throws `NotPublic` for a name that leads into a private network, as far as it is known here. */
export function refusePrivateName(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    lookupPublic(name, { all: true }, (error) => {
      if (error instanceof NotPublic) reject(error);
      else resolve();
    });
  });
}

type Found = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/** Whether the host of a URL is written as an address, and as one that is not of the public internet. */
export function isPrivateLiteral({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/gu, '');
  return isIP(host) !== 0 && isPrivateAddress(host);
}

/** Of an address that was judged as the connection was made, it is the cause. */
export function isNotPublic(error: unknown): boolean {
  return error instanceof NotPublic || (error instanceof Error && isNotPublic(error.cause));
}
