/**
 * Sortable form of an IP address: eight UTF-16 code units, one per 16-bit group, IPv4 as `::ffff:a.b.c.d`. Keys compare
 * with `<` in the order of the addresses, so a sorted list of ranges needs no further machinery.
 */
export type AddressKey = string;

const mappedPrefix = '\0\0\0\0\0\uffff';

/**
 * Reads an address as it stands in logs and headers: IPv4, IPv6 (with zone, in brackets), either with a port.
 * Returns undefined for anything else.
 */
export function addressKey(text: string): AddressKey | undefined {
  if (text !== latestText) {
    latestKey = readAddress(text);
    latestText = text;
  }
  return latestKey;
}

/** The steps that a hit takes ask one after another for the same address. */
let latestText = '';
let latestKey: AddressKey | undefined;

function readAddress(text: string): AddressKey | undefined {
  if (text.length < 2 || text.length > 64) return undefined;
  return text.charCodeAt(0) === 91
    ? bracketed(text)
    : text.indexOf(':') === text.lastIndexOf(':')
      ? version4(text)
      : version6(text);
}

/** The address as others read it, without a port or a zone; IPv6 in the short form of RFC 5952. */
export function addressText(key: AddressKey): string {
  if (!isVersion4(key)) return shortened(hexadecimalGroups(key));
  const [high, low] = [key.charCodeAt(6), key.charCodeAt(7)];
  return `${high >>> 8}.${high & 0xff}.${low >>> 8}.${low & 0xff}`;
}

/** Indexed by code unit, because two groups may form a surrogate pair. */
function hexadecimalGroups(key: string): string {
  return Array.from({ length: key.length }, (_, index) => key.charCodeAt(index).toString(16)).join(':');
}

/** Writes the first of the longest runs of zeros as `::`. */
function shortened(groups: string): string {
  let longest = { zeros: 0, from: 0, to: 0 };
  for (const { 0: run, index: from } of groups.matchAll(/(?:^|:)(?:0(?::|$)){2,}/g)) {
    const zeros = run.replaceAll(':', '').length;
    if (zeros > longest.zeros) longest = { zeros, from, to: from + run.length };
  }
  return longest.zeros === 0 ? groups : `${groups.slice(0, longest.from)}::${groups.slice(longest.to)}`;
}

/** True when the key stands for an IPv4 address. */
export function isVersion4(key: AddressKey): boolean {
  return key.startsWith(mappedPrefix);
}

/** The key of an IPv4 address from its halves of 16 bits. */
export function version4Key(high: number, low: number): AddressKey {
  return mappedPrefix + String.fromCharCode(high, low);
}

/** The part of an address that names a household or a machine: the whole IPv4 address, the first 64 bits of IPv6. */
export function networkKey(key: AddressKey): string {
  return isVersion4(key) ? key.slice(6) : key.slice(0, 4);
}

/** The same as text, for counting uses; a text that is no address stands for itself. */
export function networkOfAddress(text: string): string {
  const key = addressKey(text);
  if (key === undefined) return text;
  if (isVersion4(key)) return addressText(key);
  return `${hexadecimalGroups(key.slice(0, 4))}::/64`;
}

function bracketed(text: string): AddressKey | undefined {
  const end = text.indexOf(']');
  if (end < 0) return undefined;
  if (end !== text.length - 1 && (text.charCodeAt(end + 1) !== 58 || !isPort(text, end + 2))) return undefined;
  return version6(text.slice(1, end));
}

function version4(text: string): AddressKey | undefined {
  let address = 0;
  let octet = -1;
  let octets = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57) {
      if (octet === 0) return undefined;
      octet = (octet < 0 ? 0 : octet * 10) + code - 48;
      if (octet > 255) return undefined;
    } else if (code === 46) {
      if (octet < 0 || octets === 3) return undefined;
      address = address * 256 + octet;
      octet = -1;
      octets += 1;
    } else if (code === 58 && index > 6) {
      if (!isPort(text, index + 1)) return undefined;
      break;
    } else return undefined;
  }
  if (octet < 0 || octets !== 3) return undefined;
  address = address * 256 + octet;
  return version4Key(Math.floor(address / 65536), address % 65536);
}

function isPort(text: string, start: number): boolean {
  if (start === text.length || text.length - start > 5) return false;
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 48 || code > 57) return false;
  }
  return true;
}

function version6(text: string): AddressKey | undefined {
  const zone = text.indexOf('%');
  const bare = zone < 0 ? text : text.slice(0, zone);
  const gap = bare.indexOf('::');
  if (gap < 0) {
    const groups = groupsOf(bare);
    return groups?.length === 8 ? groups : undefined;
  }
  if (bare.includes('::', gap + 1)) return undefined;
  const head = gap === 0 ? '' : groupsOf(bare.slice(0, gap));
  const tail = gap + 2 === bare.length ? '' : groupsOf(bare.slice(gap + 2));
  if (head === undefined || tail === undefined || head.length + tail.length > 7) return undefined;
  return head + '\0'.repeat(8 - head.length - tail.length) + tail;
}

/** Code units of `a:b:c` or `a:b:1.2.3.4`; undefined when a group is malformed. */
function groupsOf(text: string): string | undefined {
  let groups = '';
  let group = 0;
  let digits = 0;
  for (let index = 0; index <= text.length; index += 1) {
    const code = index === text.length ? 58 : text.charCodeAt(index);
    if (code === 58) {
      if (digits === 0) return undefined;
      groups += String.fromCharCode(group);
      group = 0;
      digits = 0;
    } else if (code === 46) {
      const four = version4(text.slice(index - digits));
      return four === undefined || text.includes(':', index) ? undefined : groups + four.slice(6);
    } else {
      const value = hexadecimal(code);
      if (value < 0 || digits === 4) return undefined;
      group = group * 16 + value;
      digits += 1;
    }
  }
  return groups;
}

function hexadecimal(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** Addresses that many machines have at once, each in a network of its own: whoever sees one stands inside that network. */
const privateRanges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::/127',
  'fc00::/7',
  'fe80::/10',
];

/** A set of address ranges that answers membership by binary search. */
export interface AddressSet {
  readonly size: number;
  has(key: AddressKey): boolean;
}

/**
 * `ranges` are CIDRs or single addresses. Overlapping and adjoining ranges are merged; malformed ones are returned by
 * `malformedRange` before they reach here, and skipped.
 */
export function createAddressSet(ranges: readonly string[]): AddressSet {
  const bounds = ranges.map(rangeOf).filter((range) => range !== undefined);
  // By their first address: the last one of `::/80` looks like IPv4.
  const four = createSortedSet(bounds.filter(({ first }) => isVersion4(first)));
  const six = createSortedSet(bounds.filter(({ first }) => !isVersion4(first)));
  return { size: four.size + six.size, has: (key) => (isVersion4(key) ? four : six).has(key) };
}

/** True when the address is in one of the ranges; false when the text is no address. */
export function isInNetworks(text: string, ranges: readonly string[]): boolean {
  const key = addressKey(text);
  return key !== undefined && createAddressSet(ranges).has(key);
}

/** Of one version of IP: `::/0` holds no IPv4 address, although keys of IPv4 lie between those of IPv6. */
function createSortedSet(bounds: AddressRange[]): AddressSet {
  bounds.sort((a, right) => (a.first < right.first ? -1 : a.first > right.first ? 1 : 0));
  const firsts: AddressKey[] = [];
  const lasts: AddressKey[] = [];
  for (const { first, last } of bounds) {
    const previous = lasts.at(-1);
    if (previous !== undefined && first <= previous) {
      if (last > previous) lasts[lasts.length - 1] = last;
    } else {
      firsts.push(first);
      lasts.push(last);
    }
  }
  return {
    size: firsts.length,
    has(key) {
      let low = 0;
      let high = firsts.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((firsts[middle] ?? '') <= key) low = middle + 1;
        else high = middle;
      }
      return low > 0 && key <= (lasts[low - 1] ?? '');
    },
  };
}

/** True when the text is a CIDR or an address that `createAddressSet` understands. */
export function isAddressRange(text: string): boolean {
  return rangeOf(text) !== undefined;
}

interface AddressRange {
  readonly first: AddressKey;
  readonly last: AddressKey;
}

function rangeOf(text: string): AddressRange | undefined {
  const slash = text.indexOf('/');
  const key = addressKey(slash < 0 ? text : text.slice(0, slash));
  if (key === undefined) return undefined;
  const four = isVersion4(key) && !text.includes(':');
  const width = four ? 32 : 128;
  const bits = slash < 0 ? width : Number(text.slice(slash + 1) || 'none');
  if (!Number.isInteger(bits) || bits < 0 || bits > width) return undefined;
  const fixed = bits + 128 - width;
  let first = '';
  let last = '';
  for (let group = 0; group < 8; group += 1) {
    const open = 16 - Math.min(16, Math.max(0, fixed - group * 16));
    const mask = 2 ** open - 1;
    const value = key.charCodeAt(group);
    first += String.fromCharCode(value & ~mask & 0xffff);
    last += String.fromCharCode(value | mask);
  }
  return { first, last };
}

const privateAddresses = createAddressSet(privateRanges);

/** Whether the address is private, of this machine, or of a carrier's inner network. */
export function isPrivate(key: AddressKey): boolean {
  return privateAddresses.has(key);
}
