import { BlockList, isIPv6 } from 'node:net';

/** Networks that are not the public internet. https://www.iana.org/assignments/iana-ipv4-special-registry and -ipv6- */
const networks = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
  ['::', 127],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const;

/** Tells whether an IP address is loopback, link-local, private or reserved, IPv4 inside of IPv6 included. */
export function createPrivateAddresses(): (address: string) => boolean {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, isIPv6(network) ? 'ipv6' : 'ipv4');
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
