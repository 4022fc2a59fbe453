// The network that is shown and kept: enough to block it, too little to find a household (reliability R-P1); and the
// networks that limits count by.
import { expect, test } from 'vitest';
import { countedNetworkOf, shownNetworkOf } from '../../src/security/network.ts';

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:0DB8:00a0:1:2:3:4:5', '2001:db8:a0::/48'],
  ['2001:db8::7', '2001:db8:0::/48'],
  ['2001::1:2:3:4:5:6', '2001:0:1::/48'],
  ['::1', '0:0:0::/48'],
  ['64:ff9b::203.0.113.77', '64:ff9b:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['unknown', undefined],
  ['', undefined],
])('%s is in %s', (ip, network) => {
  expect(shownNetworkOf(ip)).toBe(network);
});

test.each([
  ['203.0.113.77', '203.0.113.77', undefined],
  ['::FFFF:203.0.113.77', '203.0.113.77', undefined],
  ['2001:0DB8:00a0:1:2:3:4:5', '2001:db8:a0:1', '2001:db8:a0'],
  ['2001:db8::7', '2001:db8:0:0', '2001:db8:0'],
  ['64:ff9b::203.0.113.77', '64:ff9b:0:0', '64:ff9b:0'],
  ['fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0'],
  ['unknown', 'unknown', undefined],
])('%s is counted as %s, and widely as %s', (ip, near, wide) => {
  expect(countedNetworkOf(ip)).toEqual({ near, wide });
});
