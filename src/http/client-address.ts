import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Parses `10.0.0.0/8`, `::1` and the like. Throws on anything else. */
export function parseNetwork(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

export function isInNetworks(address: string, networks: readonly Network[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits));
}

/**
 * Whom an address stands for where uses are counted: the first 64 bits of IPv6 are one household or machine, which has
 * all the addresses below them to itself.
 */
export function networkOfAddress(address: string): string {
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/** Peers of ours that are remembered: proxies and clients of one machine send request after request. */
const rememberedPeers = 1_000;

/**
 * Makes what tells the address of the client: the socket's, or, while that is a configured proxy, the rightmost address of
 * `X-Forwarded-For` that is not one. A forwarded address from anybody else is ignored.
 */
export function createClientAddressResolver(trustedProxies: readonly Network[]) {
  const peers = new LRUCache<string, { readonly address: string; readonly isProxy: boolean }>({ max: rememberedPeers });

  /** Reads an address anew only if it was not seen lately: that takes as long as a tenth of a short request. */
  function readPeer(socketAddress: string) {
    const known = peers.get(socketAddress);
    if (known !== undefined || !ipaddr.isValid(socketAddress)) return known;
    const address = ipaddr.process(socketAddress).toString();
    const peer = { address, isProxy: isInNetworks(address, trustedProxies) };
    peers.set(socketAddress, peer);
    return peer;
  }

  return (socketAddress: string | undefined, forwardedFor: string | undefined): string | undefined => {
    const peer = socketAddress === undefined ? undefined : readPeer(socketAddress);
    if (peer === undefined || forwardedFor === undefined) return peer?.address;
    let { address: client, isProxy } = peer;
    const hops = isProxy ? forwardedFor.split(',') : [];
    while (isProxy) {
      const before = hops.pop()?.trim();
      if (before === undefined || isIP(before) === 0) break;
      client = before;
      isProxy = hops.length > 0 && isInNetworks(client, trustedProxies);
    }
    return client;
  };
}
