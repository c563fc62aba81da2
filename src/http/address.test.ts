import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { addressKey, addressText, createAddressSet, isAddressRange, isInNetworks, isVersion4 } from './address.ts';

/** The same key by an independent parser. */
function expectedKey(text: string): string {
  const parsed = ipaddr.parse(text);
  const six = parsed instanceof ipaddr.IPv4 ? parsed.toIPv4MappedAddress() : parsed;
  return String.fromCharCode(...six.parts);
}

/** ipaddr.js reads the deprecated `::1.2.3.4` as `::ffff:1.2.3.4`, so addresses that end like IPv4 are tested by hand. */
const plainIpV6 = fc.ipV6().filter((text) => !text.includes('.'));

describe('addressKey', () => {
  it('agrees with ipaddr.js on every well-formed address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), plainIpV6), (text) => {
        expect(addressKey(text)).toBe(expectedKey(text));
        expect(isVersion4(addressKey(text)!)).toBe(expectedKey(text).startsWith('\0\0\0\0\0\uffff'));
      }),
    );
  });

  it('reads what stands in logs: ports, brackets, zones', () => {
    expect(addressKey('192.0.2.1:8080')).toBe(addressKey('192.0.2.1'));
    expect(addressKey('[2001:db8::1]:443')).toBe(addressKey('2001:db8::1'));
    expect(addressKey('fe80::1%eth0')).toBe(addressKey('fe80::1'));
    expect(addressKey('::ffff:192.0.2.1')).toBe(addressKey('192.0.2.1'));
  });

  it.each([
    '',
    '-',
    'unknown',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '01.2.3.4',
    '1.2.3.4:',
    '1:2',
    ':::',
    '1::2::3',
    '12345::',
    '::1.2.3',
    '[::1',
    '1.2.3.4\0',
    'g::',
  ])('refuses %j', (text) => {
    expect(addressKey(text)).toBeUndefined();
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void addressKey(text)));
  });
});

describe('createAddressSet', () => {
  const cidr = fc.oneof(
    fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })),
    fc.tuple(
      fc.ipV6().filter((text) => !text.includes('.')),
      fc.integer({ min: 0, max: 128 }),
    ),
  );

  it('agrees with ipaddr.js on membership', () => {
    fc.assert(
      fc.property(fc.array(cidr, { maxLength: 6 }), fc.oneof(fc.ipV4(), plainIpV6), (cidrs, text) => {
        const ranges = cidrs.map(([address, bits]) => `${address}/${bits}`);
        const parsed = ipaddr.process(text);
        const inside = cidrs.some(([address, bits]) => {
          const range = ipaddr.parse(address);
          if (range instanceof ipaddr.IPv6 && range.isIPv4MappedAddress() && bits >= 96) {
            return parsed.kind() === 'ipv4' && parsed.match(range.toIPv4Address(), bits - 96);
          }
          return range.kind() === parsed.kind() && parsed.match(range, bits);
        });
        expect(createAddressSet(ranges).has(addressKey(text)!)).toBe(inside);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps IPv4 out of networks of IPv6 whose last address looks like it', () => {
    expect(createAddressSet(['::/80']).has(addressKey('0.0.0.0')!)).toBe(false);
    expect(createAddressSet(['::/80']).has(addressKey('::1')!)).toBe(true);
    expect(createAddressSet(['::ffff:0.0.0.0/96']).has(addressKey('192.0.2.1')!)).toBe(true);
  });

  it('knows a range from a word', () => {
    expect(['10.0.0.0/8', '2001:db8::/32', '192.0.2.1'].every(isAddressRange)).toBe(true);
    expect(['10.0.0.0/33', '10.0.0.0/', '2001:db8::/129', 'x', '10.0.0.0/8.5'].some(isAddressRange)).toBe(false);
  });
});

it('keeps the versions of IP apart', () => {
  expect(isInNetworks('198.51.100.7', ['::/0'])).toBe(false);
  expect(isInNetworks('2001:db8::1', ['::/0'])).toBe(true);
  expect(isInNetworks('2001:db8::1', ['0.0.0.0/0'])).toBe(false);
  expect(isInNetworks('::ffff:198.51.100.7', ['198.51.100.0/24'])).toBe(true);
  expect(isInNetworks('198.51.100.7', ['::ffff:198.51.100.0/120'])).toBe(true);
  expect(isInNetworks('garbage', ['0.0.0.0/0', '::/0'])).toBe(false);
});

it.each([
  ['0:0:1:0:1:0:0:1', '::1:0:1:0:0:1'],
  ['1:0:0:1:0:0:0:1', '1:0:0:1::1'],
  ['1:0:1:0:1:0:0:0', '1:0:1:0:1::'],
  ['0:0:0:0:0:0:0:0', '::'],
  ['1:0:1:0:1:0:1:0', '1:0:1:0:1:0:1:0'],
])('writes %s as %s: the first of the longest runs of zeros is short', (text, short) => {
  expect(addressText(addressKey(text)!)).toBe(short);
});

it('writes addresses as ipaddr.js does', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV6(), fc.ipV4()), (text) => {
      fc.pre(!text.includes(':') || !text.includes('.'));
      const key = addressKey(text) ?? '';
      fc.pre(isVersion4(key) !== text.includes(':'));
      expect(addressText(key)).toBe(ipaddr.parse(text).toString());
    }),
  );
});
