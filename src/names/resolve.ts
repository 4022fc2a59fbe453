// Resolves host names. Those of others are asked of the name servers directly: the system's own look-up keeps one of the few threads of the process
// until the name servers answer, so where they are silent about one name, the look-ups of all others, such as the database, would wait for it.
import { lookup, Resolver } from 'node:dns/promises';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { isLoopbackHost } from '../loopback.ts';

/** Returns all addresses of a host, of both families. Throws when there is none. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** Of a look-up as a whole, however many name servers there are: less than an attempt may take, so that its record names them. */
const LOOK_UP_MILLISECONDS = 4000;
const TRY_MILLISECONDS = 1500;
const TRIES = 2;
/** Our choice: for the other family once one has answered, since some name servers never answer for IPv6. */
const OTHER_FAMILY_MILLISECONDS = 300;
const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'];
/** The name servers know of no such host, or there is no name server. */
const NOT_IN_DNS = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

/** Asks the name servers, without hosts files and local names. @param servers those of the system where there is none */
export function createPublicResolve(servers: readonly string[] = []): Resolve {
  return async (hostname) => {
    if (isIP(hostname) !== 0) return [hostname];
    const resolver = new Resolver({ timeout: TRY_MILLISECONDS, tries: TRIES });
    if (servers.length > 0) resolver.setServers(servers);
    const asked = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
    const cancelIn = (milliseconds: number): NodeJS.Timeout => setTimeout(() => resolver.cancel(), milliseconds);
    const timers = [cancelIn(LOOK_UP_MILLISECONDS)];
    for (const question of asked)
      question.then(
        () => timers.push(cancelIn(OTHER_FAMILY_MILLISECONDS)),
        () => undefined,
      );
    const [ipv4, ipv6] = await Promise.allSettled(asked);
    for (const timer of timers) clearTimeout(timer);
    const addresses = [ipv4, ipv6].flatMap((found) => (found?.status === 'fulfilled' ? found.value : []));
    if (addresses.length === 0 && ipv4?.status === 'rejected') throw ipv4.reason;
    return addresses;
  };
}

/** Asks the system, for the local demo: hosts files are included, and names that end in localhost are this machine (RFC 6761 section 6.3). */
export const resolveLocally: Resolve = async (hostname) => {
  if (isIP(hostname) !== 0) return [hostname];
  if (isLoopbackHost(hostname)) return LOOPBACK_ADDRESSES;
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
};

/** For a host that an operator or we ourselves name: the name servers are asked, and the hosts file where they know of no such host. */
export function createLookup(servers: readonly string[]): LookupFunction {
  const resolvePublic = createPublicResolve(servers);
  const resolve: Resolve = async (hostname) => {
    if (isLoopbackHost(hostname)) return LOOPBACK_ADDRESSES;
    try {
      return await resolvePublic(hostname);
    } catch (error) {
      if (error instanceof Error && 'code' in error && NOT_IN_DNS.has(String(error.code)))
        return resolveLocally(hostname);
      throw error;
    }
  };
  return async (hostname, { all }, callback) => {
    const found = await resolve(hostname).catch((error: Error) => error);
    if (found instanceof Error) return callback(found, '');
    const addresses = found.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    if (all === true) return callback(null, addresses);
    callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}
