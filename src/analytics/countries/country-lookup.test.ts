import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Reader, type CountryResponse } from 'mmdb-lib';
import { afterAll, expect, it } from 'vitest';
import { isPrivateAddress } from '../../outgoing/private-addresses.ts';
import { createCountryLookup } from './country-lookup.ts';
import { CountryDatabaseUnusable } from './errors.ts';

const folder = mkdtempSync(join(tmpdir(), 'countries-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

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

const supplied = (name: string) =>
  fileURLToPath(import.meta.resolve(`@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country${name}.mmdb`));

it.each([
  ['of both versions', supplied('')],
  ['of IPv4 alone', supplied('-ipv4')],
  ['with records of 28 bits', withRecordsOf(28, supplied('-ipv4'))],
  ['with records of 32 bits', withRecordsOf(32, supplied('-ipv4'))],
])('remembers no more of a network than the database says of it: one %s', (_, file) => {
  const reader = new Reader<CountryResponse>(readFileSync(file));
  const countryIn = createCountryLookup({ file });
  // Multiples of a number without a factor in common with 65,536 visit every block before one comes again.
  for (let index = 0; index < 400; index += 1) {
    const block = (0x0100 + index * 40_503) % 0xe000;
    for (let step = 0; step < 16; step += 1) {
      const inside = (step * 4_099) % 0x10000;
      const address = [block >>> 8, block & 0xff, inside >>> 8, inside & 0xff].join('.');
      const told = (reader.get(address) as { country_code?: string } | null)?.country_code;
      const isPublic = !isPrivateAddress(address);
      expect([address, countryIn(address)]).toEqual([address, isPublic ? told : undefined]);
    }
  }
});

/** The same database with a tree of wider records, as larger ones have. */
function withRecordsOf(bits: 28 | 32, file: string): string {
  const bytes = readFileSync(file);
  const { nodeCount, searchTreeSize } = new Reader(bytes).metadata;
  const nodeBytes = bits / 4;
  const tree = Buffer.alloc(nodeCount * nodeBytes);
  for (let node = 0; node < nodeCount; node += 1) {
    for (const side of [0, 1]) {
      const record = bytes.readUIntBE(node * 6 + side * 3, 3);
      if (bits === 32) tree.writeUInt32BE(record, node * nodeBytes + side * 4);
      else tree.writeUIntBE(record, node * nodeBytes + side * 4, 3);
    }
  }
  const behind = Buffer.from(bytes.subarray(searchTreeSize));
  const name = 'record_size';
  // Behind the name stand the type, a number of one byte, and that number.
  behind[behind.indexOf(name) + name.length + 1] = bits;
  const wider = join(folder, `${bits}.mmdb`);
  writeFileSync(wider, Buffer.concat([tree, behind]));
  return wider;
}

it('refuses a file that is no such database by its name', () => {
  const file = join(folder, 'countries.mmdb');
  writeFileSync(file, 'no database');
  expect(() => createCountryLookup({ file })).toThrow(CountryDatabaseUnusable);
  expect(() => createCountryLookup({ file: join(folder, 'missing.mmdb') })).toThrow(/missing\.mmdb/);
});
