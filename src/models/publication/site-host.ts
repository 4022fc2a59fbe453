// The hosts of publications. A host that is held belongs to exactly one publication: the one at which it answers, and those
// that it left, which lead there. The others were asked for, and wait for the proof in the DNS that they are its own.
import type { Connection, Transaction } from '../../database/connection.ts';
import { randomSecret } from '../../database/secrets.ts';
import { ofAllPublications, statement } from '../../database/statement.ts';
import { Conflict, NotFound } from '../errors.ts';
import { first, TenantRecord, type RowOf, type Tenant } from '../record.ts';

/** Our choice: so many hosts may wait for their proof at a time. */
const WAITING_MAX = 5;

class SiteHostRecord extends TenantRecord {
  static override tableName = 'site_hosts';
  static override idColumn = ['publicationId', 'host'];
  static override booleans = ['isHeld'];
  declare host: string;
  /** Part of the TXT record that proves the host to be this publication's; public once it is in the DNS. */
  declare token: string;
  declare isHeld: boolean;
}

export type SiteHost = Pick<RowOf<SiteHostRecord>, 'host' | 'token' | 'isHeld'>;

const holder = ofAllPublications(
  statement<Tenant>('holder_of_host', 'select publication_id as id from site_hosts where host = :host and is_held'),
);
const movedTo = ofAllPublications(
  statement<{ siteUrl: string }>(
    'site_url_after_move',
    `select p.site_url from site_hosts h join publications p on p.id = h.publication_id
    where h.host = :host and h.is_held and p.site_host <> h.host`,
  ),
);
const release = ofAllPublications(
  statement(
    'release_left_host',
    `delete from site_hosts where host = :host and is_held and publication_id <> :publicationId
    and not exists (select 1 from publications p where p.site_host = :host)`,
  ),
);

/** The publication that answers at the host, or leads on from there. */
export function findHolder(connection: Connection, host: string): Promise<Tenant | undefined> {
  return connection.first(holder, { host: host.toLowerCase() });
}

/** The site URL of the publication that left the host; undefined for every other host. */
export async function findMovedSite(connection: Connection, host: string): Promise<string | undefined> {
  return (await connection.first(movedTo, { host: host.toLowerCase() }))?.siteUrl;
}

/** Lists the publication's hosts, by name. */
export function listSiteHosts(publication: Tenant, connection: Connection): Promise<SiteHost[]> {
  return SiteHostRecord.in(publication, connection).select('host', 'token', 'isHeld').orderBy('host').execute();
}

export function findSiteHost(publication: Tenant, connection: Connection, host: string): Promise<SiteHost | undefined> {
  return SiteHostRecord.find(publication, connection, { host });
}

/**
 * Makes the host the publication's. The unique index decides which of several concurrent callers gets it; the others
 * throw Conflict.
 */
export async function takeHost(publication: Tenant, transaction: Transaction, host: string): Promise<void> {
  const waiting = await first(SiteHostRecord.in(publication, transaction, { host, isHeld: false }));
  if (waiting !== undefined) await SiteHostRecord.in(publication, transaction, { host, isHeld: false }).delete();
  const token = waiting?.token ?? randomSecret();
  if (await SiteHostRecord.add(publication, transaction, { host, token, isHeld: true })) return;
  const own = await first(SiteHostRecord.in(publication, transaction, { host, isHeld: true }));
  if (own === undefined) throw new Conflict('host', 'Another publication has this host');
}

/**
 * Takes the host from a publication that left it, which leads nobody there any more. For a publication that has proved
 * the host to be its own.
 */
export async function releaseLeftHost(publication: Tenant, transaction: Transaction, host: string): Promise<void> {
  await transaction.run(release, { host, publicationId: publication.id });
}

/**
 * Notes that the publication wants the host, and makes the token of its proof. Idempotent. Throws Conflict where too many
 * wait.
 */
export async function askForHost(publication: Tenant, transaction: Transaction, host: string): Promise<SiteHost> {
  const known = await findSiteHost(publication, transaction, host);
  if (known !== undefined) return known;
  const waiting = await SiteHostRecord.in(publication, transaction, { isHeld: false }).resultSize();
  if (waiting >= WAITING_MAX) throw new Conflict('hosts', `At most ${WAITING_MAX} hosts may wait for their proof`);
  const token = randomSecret();
  await SiteHostRecord.add(publication, transaction, { host, token, isHeld: false });
  return { host, token, isHeld: false };
}

/** Removes a host that waits for its proof. Throws NotFound. */
export async function forgetHost(publication: Tenant, transaction: Transaction, host: string): Promise<void> {
  if ((await SiteHostRecord.in(publication, transaction, { host, isHeld: false }).delete()) === 0)
    throw new NotFound(`No such host: ${host}`);
}
