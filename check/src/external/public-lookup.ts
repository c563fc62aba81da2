import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The name leads to an address that is not of the public internet, or to none. */
export class NotPublic extends Error {
  override name = 'NotPublic';
}

/** Whether the host of a URL is written as an address, and as one that is not of the public internet. */
export function isPrivateLiteral({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/gu, '');
  return isIP(host) !== 0 && isPrivate(host);
}

/** All that IANA gives out of IPv6: what lies outside, the library takes for public where it is not registered. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** An address of IPv6 that is one of IPv4 counts as that; others that lead to one are refused. */
function isPrivate(text: string): boolean {
  if (!ipaddr.isValid(text)) return true;
  const address = ipaddr.process(text);
  return address.range() !== 'unicast' || (address.kind() === 'ipv6' && !address.match(globalUnicast));
}

/**
 * Looks a name up for a connection that is about to be made, and refuses it when any of its addresses is private: whatever the
 * name meant a moment before, this is the address that is connected to.
 */
export const lookupPublic: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    if (error !== null) {
      done(error, []);
      return;
    }
    const [first] = addresses;
    if (first === undefined || addresses.some(({ address }) => isPrivate(address)))
      done(new NotPublic(`${name} has no address on the public internet`), []);
    else if (options.all === true) done(null, addresses);
    else done(null, first.address, first.family);
  });
};
