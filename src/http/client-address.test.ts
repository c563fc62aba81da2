import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import cases from '../../test/fixtures/client-addresses.json' with { type: 'json' };
import { networkOfAddress } from './address.ts';
import { createClientAddressReader, forwardingHeaders } from './client-address.ts';

const read = createClientAddressReader(['10.0.0.0/8', '::1', 'fe80::/10', '2001:db8:cd::/48']);
const forwarded = (headers: Record<string, string>, peer = '10.0.0.2') => read(peer, headers).address;

it('believes forwarded addresses only from trusted proxies, from the right to the first stranger', () => {
  const chain = (value: string, peer?: string) => forwarded({ 'x-forwarded-for': value }, peer);
  expect(chain('198.51.100.1', '203.0.113.9')).toBe('203.0.113.9');
  expect(chain('1.2.3.4, 198.51.100.1, 10.9.9.9')).toBe('198.51.100.1');
  expect(chain('10.1.1.1, 10.9.9.9')).toBe('10.1.1.1');
  expect(chain('198.51.100.1,, ')).toBe('198.51.100.1');
  expect(chain('198.51.100.1', '::ffff:10.0.0.2')).toBe('198.51.100.1');
  expect(chain('198.51.100.1', 'fe80::1%eth0')).toBe('198.51.100.1');
  expect(read(undefined, { 'x-forwarded-for': '1.2.3.4' }).address).toBeUndefined();
});

it.each(['unknown', '_hidden', 'garbage', '1.2.3.4, unknown', '1.2.3.4, 300.1.1.1'])(
  'keeps to the nearest address that is known where a trusted hop says %s',
  (value) => {
    expect(forwarded({ 'x-forwarded-for': value })).toBe('10.0.0.2');
    expect(forwarded({ 'x-forwarded-for': value, 'x-real-ip': '1.2.3.4' })).toBe('10.0.0.2');
  },
);

const table = cases as [header: string, value: string, address: string | null][];
const forms = table.flatMap(([name, text, address]) =>
  name === 'x-forwarded-for' && text !== '' && address !== null ? [[text, address] as const] : [],
);
/** These write the port behind every address. */
const portless = forwardingHeaders.filter((name) => !['forwarded', 'cloudfront-viewer-address'].includes(name));
it.each(portless.flatMap((name) => forms.map(([text, address]) => [name, text, address] as const)))(
  '%s: %s',
  (name, text, address) => {
    expect(forwarded({ [name]: text })).toBe(address);
  },
);

// The package for the edge reads the same table.
it.each(table)('%s: %s is %s', (name, value, address) => {
  expect(forwarded({ [name]: value })).toBe(address ?? '10.0.0.2');
});

it('passes over trusted hops of Forwarded', () => {
  expect(forwarded({ forwarded: 'for=1.2.3.4, for="198.51.100.7", for=10.1.1.1' })).toBe('198.51.100.7');
});

describe('several headers', () => {
  const both = { 'x-real-ip': '1.2.3.4', 'x-forwarded-for': '198.51.100.7' };
  it('takes the list to which every proxy appends', () => {
    expect(forwarded(both)).toBe('198.51.100.7');
  });

  it('takes only the configured one, where one is configured', () => {
    const onlyReal = createClientAddressReader(['10.0.0.0/8'], 'x-real-ip');
    expect(onlyReal('10.0.0.2', both).address).toBe('1.2.3.4');
    expect(onlyReal('10.0.0.2', { 'x-forwarded-for': '198.51.100.7' }).address).toBe('10.0.0.2');
    expect(createClientAddressReader(['10.0.0.0/8'], 'x-my-own')('10.0.0.2', { 'x-my-own': '1.2.3.4' }).address).toBe(
      '1.2.3.4',
    );
  });

  it('names the header of a peer that is not trusted', () => {
    expect(read('203.0.113.9', both)).toEqual({ address: '203.0.113.9', ignoredHeader: 'x-forwarded-for' });
    expect(read('203.0.113.9', {}).ignoredHeader).toBeUndefined();
    expect(read('10.0.0.2', both).ignoredHeader).toBeUndefined();
  });
});

it('never throws, and never believes what stands left of a stranger', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('x-forwarded-for', 'forwarded'), (forged, name) => {
      const appended = name === 'forwarded' ? 'for=203.0.113.5' : '203.0.113.5';
      expect(['203.0.113.5', '10.0.0.2']).toContain(forwarded({ [name]: `${forged}, ${appended}` }));
    }),
  );
});

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:d800:dc00:2:ffff::1', '2001:d800:dc00:2::/64'],
  ['unknown', 'unknown'],
])('counts what %s does for %s', (address, network) => {
  expect(networkOfAddress(address)).toBe(network);
});
