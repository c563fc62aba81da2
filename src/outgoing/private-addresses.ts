import ipaddr from 'ipaddr.js';

/** Networks that lead to the IPv4 address in their last four bytes, or at the byte that is named. */
const carriesIpv4: Readonly<Record<string, number>> = { rfc6052: 12, '6to4': 2 };

/** NAT64 within a network (RFC 8215), which the library takes for NAT64 of everybody. */
const localNat64 = ipaddr.parseCIDR('64:ff9b:1::/48');

/** All that IANA gives out of IPv6; the library takes what lies outside and is not registered for public. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/**
 * Tells whether an IP address is anything but one of the public internet: loopback, link-local, private, reserved, multicast.
 * An IPv4 address inside of IPv6 (mapped, NAT64 `64:ff9b::/96`, 6to4 `2002::/16`) counts as itself. By the registries of IANA,
 * iana-ipv4-special-registry and iana-ipv6-special-registry, as ipaddr.js keeps them.
 */
export function isPrivateAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return true;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv6' && address.match(localNat64)) return true;
  const range = address.range();
  const from = carriesIpv4[range];
  if (from === undefined) return range !== 'unicast' || (address.kind() === 'ipv6' && !address.match(globalUnicast));
  return isPrivateAddress(
    address
      .toByteArray()
      .slice(from, from + 4)
      .join('.'),
  );
}
