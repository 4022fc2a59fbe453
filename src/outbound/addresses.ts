// The addresses that the service may connect to at a stranger's request (decisions 25): public ones only, by the IANA special-purpose registries
// of IPv4 (RFC 6890 and its registry) and IPv6. What is not known to be public is refused.
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { isLoopbackHost } from '../loopback.ts';
import { InvalidValue } from '../models/errors.ts';
import type { RegistrationPolicy } from '../models/registered-uri.ts';

const SPECIAL_IPV4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/**
 * The special blocks inside 2000::/3, the only global unicast block: protocol assignments with Teredo and ORCHID, documentation, 6to4.
 * Loopback, mapped, NAT64, unique local, link-local and multicast addresses all lie outside of it.
 */
const SPECIAL_IPV6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const specialIpv4 = toBlockList(SPECIAL_IPV4, 'ipv4');
const specialIpv6 = toBlockList(SPECIAL_IPV6, 'ipv6');
const globalIpv6 = toBlockList([['2000::', 3]], 'ipv6');

/** Returns false for anything but a plain IP address, such as a name, an empty text or an address with a zone. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}

/**
 * Refuses a URL whose host is visibly not public when it is registered, so that a publisher learns it at once. A name
 * that leads to such an address is refused when something is sent. Throws InvalidValue.
 */
export function checkPublicHost(field: string, url: string, { allowsLoopbackHttp }: RegistrationPolicy): void {
  if (allowsLoopbackHttp || !URL.canParse(url)) return;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (isLoopbackHost(host) || (isIP(host) !== 0 && !isPublicAddress(host)))
    throw new InvalidValue(
      field,
      `${field} is not a public address: ${host} cannot be reached from the internet`,
      'private',
    );
}

function toBlockList(networks: readonly [string, number][], family: 'ipv4' | 'ipv6'): BlockList {
  const blocks = new BlockList();
  for (const [network, prefix] of networks) blocks.addSubnet(network, prefix, family);
  return blocks;
}
