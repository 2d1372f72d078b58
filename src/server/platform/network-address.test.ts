import { describe, expect, it } from 'vitest';
import { maskAddress, networkCidr, networkPrefix, withoutPort } from './network-address.ts';

describe('the network of an IP address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.*', '203.0.113', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.*', '203.0.113', '203.0.113.0/24'],
    ['2001:db8:7:8::9', '2001:db8:7:*', '2001:db8:7', '2001:db8:7::/48'],
    ['2001:0DB8:85a3:1:2:3:4:5', '2001:db8:85a3:*', '2001:db8:85a3', '2001:db8:85a3::/48'],
    ['2001:db8::9', '2001:db8:0:*', '2001:db8:0', '2001:db8:0::/48'],
    ['::1', '0:0:0:*', '0:0:0', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:*', 'fe80:0:0', 'fe80:0:0::/48'],
    ['203.0.113.700', '', 'unknown', null],
    ['unknown', '', 'unknown', null],
  ])('%s is masked as “%s”, has the prefix “%s” and is in the network %s', (ip, masked, prefix, cidr) => {
    expect(maskAddress(ip)).toBe(masked);
    expect(networkPrefix(ip)).toBe(prefix);
    expect(networkCidr(ip)).toBe(cidr);
  });

  it('a missing address is masked as an empty text', () => {
    expect(maskAddress(null)).toBe('');
  });
});

it.each([
  ['203.0.113.7:52000', '203.0.113.7'],
  ['[2001:db8::9]:52000', '2001:db8::9'],
  ['[2001:db8::9]', '2001:db8::9'],
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8::9', '2001:db8::9'],
  ['unknown', 'unknown'],
])('%s without a port is %s', (written, address) => {
  expect(withoutPort(written)).toBe(address);
});
