// The allowlist of continue_url (service.md, hosted pages rule 1: "Only hosts on an allowlist kept by the service are
// linked or redirected to"). An entry is one exact host with an optional port, in the canonical form of the URL
// standard.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { InvalidValue, NotFound } from '../errors.ts';
import { TenantRecord, type Tenant } from '../record.ts';

const HOST_MAX_LENGTH = 253;
/** Characters that begin a scheme, user info, path, query, fragment, wildcard, escape or second entry. */
const NOT_IN_A_HOST = /[\s\u0000-\u0020/\\?#@*%,]/u;

class ContinueHostRecord extends TenantRecord {
  static override tableName = 'continue_hosts';
  static override idColumn = ['publicationId', 'host'];
  declare host: string;
  declare createdAt: number;
}

/**
 * Adds a host and returns its canonical form. Idempotent. Throws InvalidValue for anything but a host with an optional
 * port.
 */
export async function addContinueHost(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: { host: string },
): Promise<string> {
  const host = parseContinueHost(given.host);
  await ContinueHostRecord.add(publication, transaction, { host, createdAt: clock.now().getTime() });
  return host;
}

/** Removes a host. Throws NotFound if the host is not on the list. */
export async function removeContinueHost(
  publication: Tenant,
  transaction: Transaction,
  given: { host: string },
): Promise<void> {
  const host = parseContinueHost(given.host);
  if ((await ContinueHostRecord.in(publication, transaction, { host }).delete()) === 0)
    throw new NotFound(`No such continue host: ${host}`);
}

export async function listContinueHosts(publication: Tenant, connection: Connection): Promise<string[]> {
  const hosts = await ContinueHostRecord.in(publication, connection).orderBy('host');
  return hosts.map(({ host }) => host);
}

/**
 * Returns whether the host is on the allowlist.
 * @param host as `URL.host` gives it: in lower case, and without the default port of the scheme
 */
export async function isContinueHost(publication: Tenant, connection: Connection, host: string): Promise<boolean> {
  return (await ContinueHostRecord.find(publication, connection, { host })) !== undefined;
}

function parseContinueHost(text: string): string {
  const given = text.trim();
  const url = NOT_IN_A_HOST.test(given) || !URL.canParse(`https://${given}`) ? undefined : new URL(`https://${given}`);
  const isHost = url !== undefined && url.hostname.length <= HOST_MAX_LENGTH && !url.hostname.endsWith('.');
  if (!isHost)
    throw new InvalidValue(
      'host',
      'host must be one exact host such as www.example.org, with a port only where it is not the usual one: no scheme, path or wildcard',
    );
  return url.host;
}
