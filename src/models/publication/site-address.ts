// The addresses at which publishers may have a publication answer: a name below the domain that the deployment has for
// them, and hosts of their own.
import type { Transaction } from '../../database/connection.ts';
import { isLoopbackHost } from '../../loopback.ts';
import { Conflict, InvalidValue, NotFound } from '../errors.ts';
import type { Tenant } from '../record.ts';
import { getPublication, moveTo, type Publication } from './publication.ts';
import { findSiteHost, listSiteHosts, releaseLeftHost, takeHost } from './site-host.ts';

/** What the deployment says of its sites. */
export interface SiteRules {
  /** `https://`, or `http://` in the local demo. */
  readonly scheme: string;
  /** Such as sites.example.org; undefined where publishers need a host of their own. */
  readonly domain: string | undefined;
  /** The port of the local demo, with its colon; else empty. */
  readonly port: string;
  /** The host to which the DNS of a host of one's own has to lead. */
  readonly target: string;
  /** Hosts of the deployment itself. */
  readonly taken: readonly string[];
}

const LABEL = /^[a-z0-9](?:[a-z0-9-]{1,61}[a-z0-9])$/;
const HOST_MAX_LENGTH = 253;
/** Our choice: names that readers would take for the deployment's own, and those that mail and browsers ask for by themselves. */
const RESERVED = new Set(
  [
    'about abuse account accounts admin administrator api app apps assets auth autoconfig autodiscover billing blog cdn',
    'contact dashboard demo dev docs email example files ftp help home host hostmaster id imap info login mail mailbox',
    'masthead mta-sts mx news noreply ns1 ns2 oauth openid pay payment payments pop pop3 postmaster preview press root',
    'secure security sign-in signin sites smtp staff static status store support system test webmaster webmail wpad www',
  ].flatMap((line) => line.split(' ')),
);
/** Names that no public DNS has. */
const NOT_PUBLIC = /\.(?:localhost|local|internal|invalid|onion|arpa|home|lan)$/;

/** The host of a name below the deployment's domain. Throws InvalidValue, and Conflict for a reserved name. */
function parseSiteName(rules: SiteRules, text: string): string {
  const name = text.trim().toLowerCase();
  // A label with hyphens in these places is read as an encoded one (RFC 5891, 4.2.3.1).
  if (rules.domain === undefined || !LABEL.test(name) || name.slice(2, 4) === '--')
    throw new InvalidValue('label', 'a name has 3 to 63 letters, digits and hyphens');
  const host = `${name}.${rules.domain}${rules.port}`;
  if (RESERVED.has(name) || rules.taken.includes(host)) throw new Conflict('label', 'This name is taken');
  return host;
}

/** A host of the publisher's own, as they type or paste it. Throws InvalidValue. */
export function parseOwnHost(rules: SiteRules, text: string): string {
  const typed = text
    .trim()
    .replace(/^https:\/\//i, '')
    .replace(/\/$/, '');
  const url =
    /[\s/\\?#@:*%,]/u.test(typed) || !URL.canParse(`https://${typed}`) ? undefined : new URL(`https://${typed}`);
  const host = url?.host ?? '';
  const isOwn =
    host.length <= HOST_MAX_LENGTH &&
    /^(?:[a-z0-9_](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host) &&
    !NOT_PUBLIC.test(host) &&
    !isLoopbackHost(host) &&
    !rules.taken.includes(host) &&
    !isBelow(rules, host);
  if (!isOwn) throw new InvalidValue('host', 'host must be a host of your own, such as members.example.org');
  return host;
}

/** Whether the host is the deployment's to give, so that it needs no proof. */
export function isBelow({ domain, port }: SiteRules, host: string): boolean {
  return domain !== undefined && (host === domain || host.endsWith(`.${domain}${port}`));
}

export function toSiteUrl(rules: SiteRules, host: string): string {
  return `${rules.scheme}${host}`;
}

/**
 * Takes a name below the deployment's domain. Our choice: one for each publication, and no name is ever given to another,
 * since tokens were issued in it. Throws InvalidValue and Conflict.
 */
export async function takeSiteName(
  publication: Tenant,
  transaction: Transaction,
  rules: SiteRules,
  text: string,
): Promise<string> {
  const host = parseSiteName(rules, text);
  const known = await listSiteHosts(publication, transaction);
  if (known.some((one) => one.isHeld && isBelow(rules, one.host) && one.host !== host))
    throw new Conflict('label', 'The publication has a name already');
  await takeHost(publication, transaction, host).catch((error: unknown) => {
    throw error instanceof Conflict ? new Conflict('label', 'This name is taken') : error;
  });
  return host;
}

/**
 * Has the publication answer at one of its hosts from now on. Throws NotFound, InvalidValue for a host of the publisher's
 * own whose proof was not seen just now, and Conflict for a host at which another publication answers.
 */
export async function changeAddress(
  publication: Tenant,
  transaction: Transaction,
  rules: SiteRules,
  { host, isProved }: { readonly host: string; readonly isProved: boolean },
): Promise<Publication> {
  const [current, known] = [
    await getPublication(transaction, publication.id),
    await findSiteHost(publication, transaction, host),
  ];
  const isOurs = isBelow(rules, host);
  if (known === undefined || (isOurs && !known.isHeld)) throw new NotFound(`No such host: ${host}`);
  if (host === current.siteHost) return current;
  if (!isOurs && !isProved) throw new InvalidValue('host', 'The DNS does not prove the host');
  if (!isOurs) await releaseLeftHost(publication, transaction, host);
  return moveTo(current, transaction, new URL(toSiteUrl(rules, host)));
}
