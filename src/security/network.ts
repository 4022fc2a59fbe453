// The networks of an address: those that limits count by, and the one that is shown and kept.
import { isIPv4, isIPv6 } from 'node:net';

export interface CountedNetwork {
  /** Our choice: an IPv4 address, or an IPv6 /64, of which one visitor has all addresses. */
  readonly near: string;
  /** Our choice: the /48 of an IPv6 address, of which one customer of a provider may have all /64. */
  readonly wide: string | undefined;
}

/** The networks by which limits count. What is no IP address is counted as it is. */
export function countedNetworkOf(ip: string): CountedNetwork {
  const address = canonical(ip);
  if (!isIPv6(address)) return { near: address, wide: undefined };
  return { near: firstGroups(address, 4).join(':'), wide: firstGroups(address, 3).join(':') };
}

/**
 * The network that security events, the audit log and lists of sessions show: the /24 of an IPv4 address, the /48 of an
 * IPv6 address. Our choice: coarse enough that it names no household, fine enough that an operator can block it
 * (reliability R-P1). Undefined for what is no IP address.
 */
export function shownNetworkOf(ip: string): string | undefined {
  const address = canonical(ip);
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  return isIPv6(address) ? `${firstGroups(address, 3).join(':')}::/48` : undefined;
}

/** In lower case, without a zone, and an IPv4 address as such. */
function canonical(ip: string): string {
  return ip
    .toLowerCase()
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/, '');
}

/** The first groups of an IPv6 address, without leading zeros. */
function firstGroups(address: string, count: number): string[] {
  const [before = [], after] = address.split('::').map((half) => (half === '' ? [] : half.split(':')));
  // An IPv4 address at the end stands for two groups.
  const known = before.length + (after?.length ?? 0) + (address.includes('.') ? 1 : 0);
  const zeros = Array.from({ length: 8 - known }, () => '0');
  return [...before, ...zeros, ...(after ?? [])].slice(0, count).map((group) => group.replace(/^0+(?=.)/, ''));
}
