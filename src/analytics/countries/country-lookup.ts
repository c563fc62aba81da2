import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { Reader, type Response } from 'mmdb-lib';
import {
  addressKey,
  addressText,
  isPrivate,
  isVersion4,
  networkKey,
  version4Key,
  type AddressKey,
} from '../../http/address.ts';
import { CountryDatabaseUnusable } from './errors.ts';

/** The country of an address (ISO 3166-1 alpha-2); undefined where nobody knows. Nothing leaves the machine. */
export type CountryLookup = (address: string) => string | undefined;

/** Networks of IPv6 that are remembered, those of one country as a whole apart; those of IPv4 are kept without a limit. */
const remembered = { blocks: 50_000, networks: 20_000 };

/**
 * Looks up in a file in MaxMind's format, of any provider that names the country of a network; without one, in what the
 * registries say, as `@ip-location-db/geo-whois-asn-country-mmdb` collects it. Throws CountryDatabaseUnusable.
 */
export function createCountryLookup({ file }: { file: string | undefined }): CountryLookup {
  const { reader, bytes } = openDatabase(file ?? fileURLToPath(import.meta.resolve(suppliedFile)));
  const lookUpVersion4 = createLookupOfVersion4(reader, bytes);
  const lookUpVersion6 = createLookupOfVersion6(reader);
  return (address) => {
    const key = addressKey(address);
    if (key === undefined) return undefined;
    const country = isVersion4(key) ? lookUpVersion4(key) : lookUpVersion6(key);
    return country === '' ? undefined : country;
  };
}

const suppliedFile = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

function openDatabase(file: string): { reader: Reader<Response>; bytes: Buffer } {
  try {
    const bytes = readFileSync(file);
    return { reader: new Reader(bytes), bytes };
  } catch (cause) {
    throw new CountryDatabaseUnusable(file, cause);
  }
}

/**
 * Asking the file takes microseconds, so each block of 65,536 addresses is read as a whole when its first address comes: a few
 * networks on average, and never more memory than the countries of all addresses take. They lie in three arrays that the
 * processor's cache holds.
 */
function createLookupOfVersion4(reader: Reader<Response>, bytes: Buffer): (key: AddressKey) => string {
  const { networksOf, names } = createNetworkReader(reader, bytes);
  /** Where the ranges of each block begin, plus one; 0 for what was not read. */
  const begins = new Uint32Array(0x1_0000);
  const ends = new Uint32Array(0x1_0000);
  /** From which address of its block on, and of which country of `names`, each range is. */
  let starts = new Uint16Array(0x1_0000);
  let countries = new Uint16Array(0x1_0000);
  let size = 0;

  const readBlock = (high: number): void => {
    begins[high] = size + 1;
    let last = -1;
    networksOf(high, (start, country) => {
      if (country === last) return;
      last = country;
      if (size === starts.length) {
        starts = enlarged(starts);
        countries = enlarged(countries);
      }
      starts[size] = start;
      countries[size] = country;
      size += 1;
    });
    ends[high] = size;
  };

  return (key) => {
    const high = key.charCodeAt(6);
    const low = key.charCodeAt(7);
    if (begins[high] === 0) readBlock(high);
    let index = (begins[high] ?? 0) - 1;
    for (let above = ends[high] ?? 0; above - index > 1;) {
      const middle = (index + above) >>> 1;
      if ((starts[middle] ?? 0) <= low) index = middle;
      else above = middle;
    }
    return names[countries[index] ?? 0] ?? '';
  };
}

function enlarged(array: Uint16Array<ArrayBuffer>): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(2 * array.length);
  larger.set(array);
  return larger;
}

/**
 * Makes what walks the networks of a block of IPv4 in order, with the first address of each within the block and the number of
 * its country. It reads the tree of the file itself (MaxMind DB 2.0): `mmdb-lib` finds one address at a time, in a text.
 */
function createNetworkReader(reader: Reader<Response>, bytes: Buffer) {
  const { nodeCount, nodeByteSize, recordSize, ipVersion } = reader.metadata;
  /** By where the file has it; what is not a node of the tree is a record, or nothing. */
  const countries = new Map<number, number>([[nodeCount, 0]]);
  const names = [''];

  const child = (node: number, side: number): number => {
    const offset = node * nodeByteSize;
    if (recordSize === 24) return bytes.readUIntBE(offset + side * 3, 3);
    if (recordSize === 32) return bytes.readUInt32BE(offset + side * 4);
    const middle = bytes[offset + 3] ?? 0;
    return (side === 0 ? middle >>> 4 : middle & 0xf) * 2 ** 24 + bytes.readUIntBE(offset + side * 4, 3);
  };

  /** The country of what lies in the tree at this address. */
  const countryAt = (record: number, key: AddressKey): number => {
    const known = countries.get(record);
    if (known !== undefined) return known;
    const name = countryOf(reader.get(addressText(key))) ?? '';
    const number = names.includes(name) ? names.indexOf(name) : names.push(name) - 1;
    countries.set(record, number);
    return number;
  };

  const descend = (from: number, path: number, bits: number): number => {
    let node = from;
    for (let bit = bits - 1; bit >= 0 && node < nodeCount; bit -= 1) node = child(node, (path >>> bit) & 1);
    return node;
  };
  // A file of both versions has IPv4 below 96 zeros.
  const root = ipVersion === 4 ? 0 : [32, 32, 32].reduce((node, bits) => descend(node, 0, bits), 0);

  const networksOf = (high: number, take: (start: number, country: number) => void): void => {
    const walk = (node: number, start: number, length: number): void => {
      if (node >= nodeCount) take(start, countryAt(node, version4Key(high, start)));
      else {
        walk(child(node, 0), start, length / 2);
        walk(child(node, 1), start + length / 2, length / 2);
      }
    };
    if (isPrivate(version4Key(high, 0))) take(0, 0);
    else walk(descend(root, high, 16), 0, 0x1_0000);
  };
  return { networksOf, names };
}

function createLookupOfVersion6(reader: Reader<Response>): (key: AddressKey) => string {
  const blocks = new LRUCache<string, string>({ max: remembered.blocks });
  const networks = new LRUCache<string, string>({ max: remembered.networks });
  return (key) => {
    if (isPrivate(key)) return '';
    const block = key.slice(0, 2);
    const network = networkKey(key);
    const known = blocks.get(block) ?? networks.get(network);
    if (known !== undefined) return known;
    const [record, prefixLength] = reader.getWithPrefixLength(addressText(key));
    const country = countryOf(record) ?? '';
    if (prefixLength <= 32) blocks.set(block, country);
    else networks.set(network, country);
    return country;
  };
}

/** Providers differ in where they write it. */
function countryOf(record: unknown): string | undefined {
  const { country_code: plain, country } = (record ?? {}) as Readonly<Record<string, unknown>>;
  const nested = typeof country === 'object' ? (country as { iso_code?: unknown } | null)?.iso_code : country;
  return [plain, nested].find((code): code is string => typeof code === 'string' && /^[A-Z]{2}$/.test(code));
}
