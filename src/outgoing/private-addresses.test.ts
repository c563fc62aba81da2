import { expect, it } from 'vitest';
import { isPrivateAddress } from './private-addresses.ts';

it.each([
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1'],
  ...['192.168.1.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '192.0.2.1', '198.51.100.1', '203.0.113.1'],
  ...[
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
  ],
  ...[
    '64:ff9b::10.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::808:808',
    '2002:7f00:1::',
    '2002:a00:1::1',
    '2002:c0a8:101::',
  ],
  // As URLs write ::127.0.0.1 and ::10.0.0.1, which some systems still route to IPv4.
  ...['::7f00:1', '::a00:1', '64:ff9b:1::7f00:1', '100:0:0:1::1', '1fff::1', '4000::1'],
  ...['2001:db8::1', '100::1', '2001::1', 'fe80::1%eth0', 'not an address', ''],
])('%s is not of the public internet', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

it.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '2002:808:808::1'])(
  '%s is',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  },
);
