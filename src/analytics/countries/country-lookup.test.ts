import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Reader, type CountryResponse } from 'mmdb-lib';
import { expect, it } from 'vitest';
import { isPrivateAddress } from '../../outgoing/private-addresses.ts';
import { createCountryLookup } from './country-lookup.ts';
import { CountryDatabaseUnusable } from './errors.ts';

const countryOf = createCountryLookup({ file: undefined });

it.each([
  ['8.8.8.8', 'US'],
  ['8.8.8.8:443', 'US'],
  ['193.99.144.80', 'DE'],
  ['::ffff:193.99.144.80', 'DE'],
  ['[2a00:1450:4001:81c::200e]:80', 'IE'],
  ['2a02:2e0:3fe:1001:302::', 'DE'],
  ['127.0.0.1', undefined],
  ['10.1.2.3', undefined],
  ['fe80::1%eth0', undefined],
  ['unknown', undefined],
  ['', undefined],
])('knows the country of %j', (address, country) => {
  expect(countryOf(address)).toBe(country);
  // From memory, too.
  expect(countryOf(address)).toBe(country);
});

it('remembers no more of a network than the database says of it', () => {
  const file = import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');
  const reader = new Reader<CountryResponse>(readFileSync(new URL(file)));
  // Multiples of a number without a factor in common with 65,536 visit every block before one comes again.
  for (let index = 0; index < 400; index += 1) {
    const block = (0x0100 + index * 40_503) % 0xe000;
    for (let step = 0; step < 16; step += 1) {
      const inside = (step * 4_099) % 0x10000;
      const address = [block >>> 8, block & 0xff, inside >>> 8, inside & 0xff].join('.');
      const told = (reader.get(address) as { country_code?: string } | null)?.country_code;
      const isPublic = !isPrivateAddress(address);
      expect([address, countryOf(address)]).toEqual([address, isPublic ? told : undefined]);
    }
  }
});

it('refuses a file that is no such database by its name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countries-'));
  const file = join(folder, 'countries.mmdb');
  writeFileSync(file, 'no database');
  expect(() => createCountryLookup({ file })).toThrow(CountryDatabaseUnusable);
  expect(() => createCountryLookup({ file: join(folder, 'missing.mmdb') })).toThrow(/missing\.mmdb/);
  rmSync(folder, { recursive: true });
});
