// Resolves host names. Those of public receivers are resolved by the name servers directly: the system's own lookup occupies one of the few
// threads that also sign tokens, so a name server that is silent about one receiver would hold up everybody's sign-in.
import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLoopbackHost } from '../loopback.ts';

/** Returns all addresses of a host, of both families. Throws when there is none. */
export type Resolve = (hostname: string) => Promise<string[]>;

const DNS_TIMEOUT_MILLISECONDS = 1500;

/** Asks the name servers, without hosts files and local names. */
export function createPublicResolve(): Resolve {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MILLISECONDS, tries: 2 });
  return async (hostname) => {
    if (isIP(hostname) !== 0) return [hostname];
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [ipv4, ipv6].flatMap((found) => (found.status === 'fulfilled' ? found.value : []));
    if (addresses.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
    return addresses;
  };
}

/** Asks the system, for the local demo: hosts files are included, and names that end in localhost are this machine (RFC 6761 section 6.3). */
export const resolveLocally: Resolve = async (hostname) => {
  if (isIP(hostname) !== 0) return [hostname];
  if (isLoopbackHost(hostname)) return ['127.0.0.1', '::1'];
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
};
