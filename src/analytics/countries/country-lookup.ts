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
  const reader = openDatabase(file ?? fileURLToPath(import.meta.resolve(suppliedFile)));
  const lookUpVersion4 = createLookupOfVersion4(reader);
  const lookUpVersion6 = createLookupOfVersion6(reader);
  return (address) => {
    const key = addressKey(address);
    if (key === undefined) return undefined;
    const country = isVersion4(key) ? lookUpVersion4(key) : lookUpVersion6(key);
    return country === '' ? undefined : country;
  };
}

const suppliedFile = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

function openDatabase(file: string): Reader<Response> {
  try {
    return new Reader(readFileSync(file));
  } catch (cause) {
    throw new CountryDatabaseUnusable(file, cause);
  }
}

/**
 * Asking the file takes microseconds, so each block of 65,536 addresses is read as a whole when its first address comes: a few
 * networks on average, and never more memory than the countries of all addresses take. They lie in three arrays that the
 * processor's cache holds.
 */
function createLookupOfVersion4(reader: Reader<Response>): (key: AddressKey) => string {
  /** Where the ranges of each block begin, plus one; 0 for what was not read. */
  const begins = new Uint32Array(0x1_0000);
  const ends = new Uint32Array(0x1_0000);
  /** From which address of its block on, and of which country of `names`, each range is. */
  let starts = new Uint16Array(0x1_0000);
  let countries = new Uint16Array(0x1_0000);
  let size = 0;
  const names = [''];

  const readBlock = (high: number): void => {
    const ranges = rangesOf(reader, high);
    if (size + ranges.length > starts.length) {
      starts = enlarged(starts, size + ranges.length);
      countries = enlarged(countries, size + ranges.length);
    }
    begins[high] = size + 1;
    for (const { start, country } of ranges) {
      if (!names.includes(country)) names.push(country);
      starts[size] = start;
      countries[size] = names.indexOf(country);
      size += 1;
    }
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

function enlarged(array: Uint16Array<ArrayBuffer>, needed: number): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(2 * needed);
  larger.set(array);
  return larger;
}

/** The parts of a block that are of one country each, in order; '' where nobody knows. */
function rangesOf(reader: Reader<Response>, high: number): { readonly start: number; readonly country: string }[] {
  const ranges: { start: number; country: string }[] = [];
  for (let start = 0; start < 0x1_0000;) {
    const key = version4Key(high, start);
    const [record, prefixLength] = reader.getWithPrefixLength(addressText(key));
    const country = isPrivate(key) ? '' : (countryOf(record) ?? '');
    if (ranges.at(-1)?.country !== country) ranges.push({ start, country });
    start += 2 ** (32 - Math.max(16, prefixLength));
  }
  return ranges;
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
