// The networks that rate limits count by, from the address of a request.
import { isIPv6 } from 'node:net';

export interface Network {
  /** Our choice: an IPv4 address, or an IPv6 /64, of which one visitor has all addresses. */
  readonly near: string;
  /** Our choice: the /48 of an IPv6 address, of which one customer of a provider may have all /64. */
  readonly wide: string | undefined;
}

export function networkOf(ip: string): Network {
  const address = ip.toLowerCase().replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  if (mapped !== null) return { near: mapped[1] ?? address, wide: undefined };
  if (!isIPv6(address)) return { near: address, wide: undefined };
  const [head = '', tail] = address.split('::');
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const all = [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''));
  return { near: all.slice(0, 4).join(':'), wide: all.slice(0, 3).join(':') };
}

function groups(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
