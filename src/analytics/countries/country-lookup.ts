import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { Reader, type Response } from 'mmdb-lib';
import { addressKey, addressText, isPrivate, networkKey } from '../traffic/address.ts';
import { CountryDatabaseUnusable } from './errors.ts';

/** The country of an address (ISO 3166-1 alpha-2); undefined where nobody knows. Nothing leaves the machine. */
export type CountryLookup = (address: string) => string | undefined;

/** How many networks are remembered, in memory only: readers make many requests, and looking up takes microseconds. */
const rememberedNetworks = 20_000;

/**
 * Looks up in a file in MaxMind's format, of any provider that names the country of a network; without one, in what the
 * registries say, as `@ip-location-db/geo-whois-asn-country-mmdb` collects it. Throws CountryDatabaseUnusable.
 */
export function createCountryLookup({ file }: { file: string | undefined }): CountryLookup {
  const reader = openDatabase(file ?? fileURLToPath(import.meta.resolve(suppliedFile)));
  const known = new LRUCache<string, string>({ max: rememberedNetworks });
  return (address) => {
    const key = addressKey(address);
    if (key === undefined || isPrivate(key)) return undefined;
    const network = networkKey(key);
    const remembered = known.get(network);
    if (remembered !== undefined) return remembered === '' ? undefined : remembered;
    const country = countryOf(reader.get(addressText(key)));
    known.set(network, country ?? '');
    return country;
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

/** Providers differ in where they write it. */
function countryOf(record: unknown): string | undefined {
  const { country_code: plain, country } = (record ?? {}) as Readonly<Record<string, unknown>>;
  const nested = typeof country === 'object' ? (country as { iso_code?: unknown } | null)?.iso_code : country;
  return [plain, nested].find((code): code is string => typeof code === 'string' && /^[A-Z]{2}$/.test(code));
}
