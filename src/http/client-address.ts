import ipaddr from 'ipaddr.js';

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
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/**
 * The address of the client: the socket's, or, while that is a configured proxy, the rightmost address of
 * `X-Forwarded-For` that is not one. A forwarded address from anybody else is ignored.
 */
export function resolveClientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: readonly Network[],
): string | undefined {
  if (socketAddress === undefined || !ipaddr.isValid(socketAddress)) return undefined;
  const hops = [
    ...(forwardedFor?.split(',').map((part) => part.trim()) ?? []),
    ipaddr.process(socketAddress).toString(),
  ];
  for (let index = hops.length - 1; index > 0; index -= 1) {
    const hop = hops[index] ?? '';
    const before = hops[index - 1] ?? '';
    if (!isInNetworks(hop, trustedProxies) || !ipaddr.isValid(before)) return hop;
  }
  return hops[0];
}
