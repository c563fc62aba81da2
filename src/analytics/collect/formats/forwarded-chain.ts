import { addressKey, isPrivate } from '../../../http/address.ts';
import { chainHops } from '../../../http/client-address.ts';

/** Who asked, as a log tells it. */
export interface Peers {
  /** Whom the server spoke to. */
  readonly ip: string | undefined;
  /** `X-Forwarded-For` of the request: from the reader to the last proxy but one. */
  readonly forwarded: string | undefined;
}

/** A list as `X-Forwarded-For` holds it: addresses, and what proxies write where they do not tell one. */
export function isForwardedChain(text: string): boolean {
  let addresses = 0;
  for (const hop of chainHops(text)) {
    if (addressKey(hop) !== undefined) addresses += 1;
    else if (hop !== 'unknown' && hop !== '-' && !hop.startsWith('_')) return false;
  }
  return addresses > 0;
}

/** Takes a chain that stands where the peer's address is expected: its last address is the nearest that anybody saw. */
export function peersOf(text: string | undefined): Peers {
  const comma = text?.lastIndexOf(',') ?? -1;
  if (text === undefined || comma < 0) return { ip: text, forwarded: undefined };
  return { ip: text.slice(comma + 1).trim(), forwarded: text.slice(0, comma) };
}

/**
 * Reads the words before the time of a line: an address or a chain of them, perhaps with a host in front, and with the
 * peer's own address before or behind.
 */
export function peersInWords(text: string): Peers & { readonly host: string | undefined } {
  const words = text.trim().split(/ +/);
  let next = 0;
  const chain = (): string | undefined => {
    let end = next;
    while (words[end]?.endsWith(',') === true) end += 1;
    const phrase = words.slice(next, end + 1).join(' ');
    if (!isForwardedChain(phrase) || phrase === '-') return undefined;
    next = end + 1;
    return phrase;
  };
  let first = chain();
  let host: string | undefined;
  if (first === undefined) {
    host = words[0];
    next = 1;
    first = chain();
    if (first === undefined) return { ip: words[0], forwarded: undefined, host: undefined };
  }
  const second = chain();
  // A request without a host leaves only the port of `$host:$server_port`.
  const named = host === undefined || host === '-' || host.startsWith(':') ? undefined : host;
  if (second === undefined) return { ...peersOf(first), host: named };
  const [peer, forwarded] = first.includes(',') || isPeer(second, first) ? [second, first] : [first, second];
  return { ...joined(peersOf(peer), forwarded), host: named };
}

/** Of two addresses a private one is that of a proxy; of two others the first is, as `$remote_addr` stands there. */
function isPeer(text: string, peer: string): boolean {
  const [key, otherKey] = [addressKey(text), addressKey(peer)];
  return key !== undefined && otherKey !== undefined && isPrivate(key) && !isPrivate(otherKey);
}

function joined({ ip, forwarded }: Peers, before: string): Peers {
  return { ip, forwarded: forwarded === undefined ? before : `${before}, ${forwarded}` };
}
