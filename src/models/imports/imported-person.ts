// What the last file said of a person, so that the next one changes only what it says anew: what was changed here by hand
// since stays. And who of an import is still to be invited.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { givenRows } from '../../database/given-rows.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import { TenantRecord, type Tenant } from '../record.ts';
import type { WantedSubscription } from './row.ts';

const SHORT_MAC = 16;

class ImportedPersonRecord extends TenantRecord {
  static override tableName = 'imported_people';
  static override idColumn = ['publicationId', 'customerId'];
  declare customerId: string;
  declare importId: string;
  /** JSON: Said. */
  declare said: string;
  /** When the person is to be invited; null once they were, or are not. */
  declare inviteAt: number | null;
}

/** Undefined where the file said nothing of it. */
export interface Said {
  /** A keyed hash, as are `note` and `postalAddress`: only whether it is the same matters. */
  readonly name?: string;
  readonly newsletters?: readonly string[];
  readonly subscription?: WantedSubscription | null;
  /** The subscription that the import made or changed. */
  readonly subscriptionId?: string;
  readonly note?: string;
  readonly postalAddress?: string;
}

export interface ImportedPerson {
  readonly customerId: string;
  readonly said: Said;
  readonly inviteAt: number | null;
}

const given = givenRows({ customerId: 'text', said: 'text', inviteAt: 'bigint' });
const upserting = (
  rows: string,
): string => `insert into imported_people (publication_id, customer_id, import_id, said, invite_at)
    select :publicationId, given.customer_id, :importId, given.said, given.invite_at from ${rows} where true
    on conflict (publication_id, customer_id) do update set import_id = excluded.import_id, said = excluded.said,
      invite_at = coalesce(imported_people.invite_at, excluded.invite_at)`;
const upsert = statement('upsert_imported_people', {
  sqlite: upserting(given.sqlite),
  postgres: upserting(given.postgres),
});

/** Returns what the last file said, by customer. */
export async function readSaid(
  publication: Tenant,
  connection: Connection,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, Said>> {
  if (customerIds.length === 0) return new Map();
  const rows = await ImportedPersonRecord.in(publication, connection).whereIn('customerId', [...customerIds]);
  // Written below.
  return new Map(rows.map(({ customerId, said }) => [customerId, JSON.parse(said) as Said]));
}

export async function keepSaid(
  publication: Tenant,
  transaction: Transaction,
  importId: string,
  people: readonly ImportedPerson[],
): Promise<void> {
  if (people.length === 0) return;
  const rows = people.map(({ said, ...person }) => ({ ...person, said: JSON.stringify(said) }));
  await transaction.run(upsert, { publicationId: publication.id, importId, given: JSON.stringify(rows) });
}

/** Claims an invitation that is due. Returns true for exactly one of several concurrent callers. */
export async function claimInvitation(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  customerId: string,
): Promise<boolean> {
  const due = ImportedPersonRecord.in(publication, transaction, { customerId });
  return (await due.where('inviteAt', '<=', clock.now().getTime()).patch({ inviteAt: null })) === 1;
}

/** Gives up the invitations of an import that were not sent yet. */
export async function dropInvitations(publication: Tenant, transaction: Transaction, importId: string): Promise<void> {
  await ImportedPersonRecord.in(publication, transaction, { importId })
    .whereNotNull('inviteAt')
    .patch({ inviteAt: null });
}

/** A short keyed hash, by which texts are compared that are not kept. */
export function shortMac(secretKeys: SecretKeys, publication: Tenant, text: string): string {
  return secretKeys.mac('import', `${publication.id} ${text}`).slice(0, SHORT_MAC);
}

/** Whether the hash is of this text, by any secret in use. */
export function isShortMac(secretKeys: SecretKeys, publication: Tenant, text: string, mac: string): boolean {
  return secretKeys.macs('import', `${publication.id} ${text}`).some((one) => one.slice(0, SHORT_MAC) === mac);
}
