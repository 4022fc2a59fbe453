// The network of an address, as security events show it: coarse enough that it names no household, fine enough that an
// operator can block it (reliability R-P1).
import { isIPv4, isIPv6 } from 'node:net';

/** The /24 of an IPv4 address, the /48 of an IPv6 address; undefined for anything else. */
export function shownNetworkOf(ip: string): string | undefined {
  const address = ip
    .toLowerCase()
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/, '');
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  return isIPv6(address) ? `${firstGroups(address).join(':')}::/48` : undefined;
}

/** The first three groups, without leading zeros. */
function firstGroups(address: string): string[] {
  const [before = [], after] = address.split('::').map((half) => (half === '' ? [] : half.split(':')));
  // An IPv4 address at the end stands for two groups.
  const known = before.length + (after?.length ?? 0) + (address.includes('.') ? 1 : 0);
  const zeros = Array.from({ length: 8 - known }, () => '0');
  return [...before, ...zeros, ...(after ?? [])].slice(0, 3).map((group) => group.replace(/^0+(?=.)/, ''));
}
