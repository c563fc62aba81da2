import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { Reader, type Response } from 'mmdb-lib';
import { addressKey, addressText, isPrivate, isVersion4, networkKey, type AddressKey } from '../traffic/address.ts';
import { CountryDatabaseUnusable } from './errors.ts';

/** The country of an address (ISO 3166-1 alpha-2); undefined where nobody knows. Nothing leaves the machine. */
export type CountryLookup = (address: string) => string | undefined;

/**
 * What is remembered, in memory only, since looking up takes microseconds: blocks that are of one country as a whole, which
 * nearly nine of ten addresses of IPv4 lie in, and networks of the others.
 */
const remembered = { blocks: 100_000, networks: 20_000 };

/**
 * Looks up in a file in MaxMind's format, of any provider that names the country of a network; without one, in what the
 * registries say, as `@ip-location-db/geo-whois-asn-country-mmdb` collects it. Throws CountryDatabaseUnusable.
 */
export function createCountryLookup({ file }: { file: string | undefined }): CountryLookup {
  const reader = openDatabase(file ?? fileURLToPath(import.meta.resolve(suppliedFile)));
  const blocks = new LRUCache<string, string>({ max: remembered.blocks });
  const networks = new LRUCache<string, string>({ max: remembered.networks });
  return (address) => {
    const key = addressKey(address);
    if (key === undefined || isPrivate(key)) return undefined;
    const block = blockOf(key);
    const network = networkKey(key);
    let country = blocks.get(block.key) ?? networks.get(network);
    if (country === undefined) {
      const [record, prefixLength] = reader.getWithPrefixLength(addressText(key));
      country = countryOf(record) ?? '';
      if (prefixLength <= block.bits) blocks.set(block.key, country);
      else networks.set(network, country);
    }
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

/** The first 16 bits of IPv4, the first 32 of IPv6. */
function blockOf(key: AddressKey): { readonly key: string; readonly bits: number } {
  return isVersion4(key) ? { key: key.charAt(6), bits: 16 } : { key: key.slice(0, 2), bits: 32 };
}

/** Providers differ in where they write it. */
function countryOf(record: unknown): string | undefined {
  const { country_code: plain, country } = (record ?? {}) as Readonly<Record<string, unknown>>;
  const nested = typeof country === 'object' ? (country as { iso_code?: unknown } | null)?.iso_code : country;
  return [plain, nested].find((code): code is string => typeof code === 'string' && /^[A-Z]{2}$/.test(code));
}
