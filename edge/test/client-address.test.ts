import { expect, test } from 'vitest';
import cases from '../../test/fixtures/client-addresses.json' with { type: 'json' };
import { clientAddress, type AddressOptions } from '../src/client-address.ts';

function address(options: AddressOptions, headers: Record<string, string>, peer?: string): string | undefined {
  return clientAddress(
    { method: 'GET', url: '/', status: 200, header: (name) => headers[name], address: peer },
    options,
  );
}

test.each(cases as [header: string, value: string, plain: string | null][])(
  'reads %s: %s as the server does',
  (header, value, plain) => {
    const found = address({ addressHeader: header }, { [header]: value }, '10.0.0.2');
    // The server writes addresses of version 6 in their short form.
    const short = found?.includes(':') ? new URL(`http://[${found}]`).hostname.slice(1, -1) : found;
    expect(short).toBe(plain ?? undefined);
  },
);

test('no header is believed unless it is named', () => {
  const forged = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' };
  expect(address({}, forged, '192.0.2.1')).toBe('192.0.2.1');
});

test('entries that the reader wrote before the first trusted proxy are not believed', () => {
  const headers = { 'x-forwarded-for': 'forged, 203.0.113.9, 198.51.100.2' };
  expect(address({ addressHeader: 'X-Forwarded-For' }, headers, '10.0.0.1')).toBe('198.51.100.2');
  expect(address({ addressHeader: 'x-forwarded-for', trustedProxies: 2 }, headers, '10.0.0.1')).toBe('203.0.113.9');
  expect(address({ addressHeader: 'x-forwarded-for', trustedProxies: 9 }, headers, '10.0.0.1')).toBeUndefined();
});

test.each([
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['192.0.2.1:8080', '192.0.2.1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', undefined],
  ['', undefined],
])('%s is %s', (written, plain) => {
  expect(address({}, {}, written)).toBe(plain);
});
