import { expect, it } from 'vitest';
import { networkOf, networksOf } from './address.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('an address of IPv6 is counted in the network of its subscriber too, IPv4 as it is', () => {
  expect(networksOf('2001:0db8:0001:0002::1')).toEqual([
    { key: '2001:db8:1:2::/64', times: 1 },
    { key: '2001:db8:1::/48', times: 4 },
  ]);
  expect(networksOf('::ffff:203.0.113.7')).toEqual([{ key: '203.0.113.7', times: 1 }]);
});
