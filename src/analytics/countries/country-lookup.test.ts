import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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

it('refuses a file that is no such database by its name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countries-'));
  const file = join(folder, 'countries.mmdb');
  writeFileSync(file, 'no database');
  expect(() => createCountryLookup({ file })).toThrow(CountryDatabaseUnusable);
  expect(() => createCountryLookup({ file: join(folder, 'missing.mmdb') })).toThrow(/missing\.mmdb/);
  rmSync(folder, { recursive: true });
});
