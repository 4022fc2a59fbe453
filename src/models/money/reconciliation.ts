// The nightly comparison of our billing records with the gateway's: claimed by one worker for each publication and night, and kept with what it
// found, which names records and never people.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import type { Tenant } from '../record.ts';

export interface KeptReconciliation {
  /** The day whose night it was, as 2026-11-21. */
  night: string;
  endedAt: number;
  /** How many records were compared. */
  compared: number;
  /** JSON. */
  found: string;
}

/** Our choice: nights begin at 3 o'clock UTC; who claimed one and was not heard of for two hours is taken for dead. */
const NIGHT_BEGINS_SECONDS = 3 * 3600;
const CLAIM_SECONDS = 2 * 3600;

const due = statement<{ id: string }>(
  'publications_to_reconcile',
  `select p.id from publications p left join reconciliations r on r.publication_id = p.id and r.night = ?
    where r.id is null or (r.ended_at is null and r.claimed_at < ?) order by p.id`,
);
const claim = statement(
  'claim_reconciliation',
  `insert into reconciliations (id, publication_id, night, claimed_at) values (?, ?, ?, ?)
    on conflict (publication_id, night) do update set claimed_at = excluded.claimed_at
      where reconciliations.ended_at is null and reconciliations.claimed_at < ?`,
);
const end = statement(
  'end_reconciliation',
  'update reconciliations set ended_at = ?, compared = ?, found = ? where publication_id = ? and night = ?',
);
const newest = statement<KeptReconciliation>(
  'newest_reconciliation',
  `select night, ended_at, compared, found from reconciliations where publication_id = ? and ended_at is not null order by night desc limit 1`,
);
const gateways = statement<{ gateway: string }>(
  'gateways_of_billings',
  'select distinct gateway from billings where publication_id = ?',
);
const refs = statement<{ id: string; ref: string }>(
  'billing_refs',
  'select id, ref from billings where publication_id = ? and gateway = ? and id > ? order by id limit ?',
);

/** The night that it is now, or the last one by day. */
export function nightOf(clock: Clock): string {
  return addSeconds(clock.now(), -NIGHT_BEGINS_SECONDS).toISOString().slice(0, 10);
}

/** Whose comparison of this night nobody has made or is making. */
export function listPublicationsToReconcile(connection: Connection, clock: Clock, night: string): Promise<Tenant[]> {
  return connection.all(due, [night, addSeconds(clock.now(), -CLAIM_SECONDS)]);
}

/** Of many processes one gets true. */
export async function claimReconciliation(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  night: string,
): Promise<boolean> {
  const now = clock.now();
  return (
    (await transaction.run(claim, [newId('rec', now), publication.id, night, now, addSeconds(now, -CLAIM_SECONDS)])) ===
    1
  );
}

export async function endReconciliation(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { night, compared, found }: Omit<KeptReconciliation, 'endedAt'>,
): Promise<void> {
  await transaction.run(end, [clock.now(), compared, found, publication.id, night]);
}

/** Of the last night that was finished. */
export function findNewestReconciliation(
  publication: Tenant,
  connection: Connection,
): Promise<KeptReconciliation | undefined> {
  return connection.first(newest, [publication.id]);
}

/** Every gateway that has ever collected for the publication. */
export async function listGatewaysOf(publication: Tenant, connection: Connection): Promise<string[]> {
  return (await connection.all(gateways, [publication.id])).map(({ gateway }) => gateway);
}

/** What the gateway calls our records, a page of them. @param after the id of the last one of the page before, or '' */
export function listBillingRefs(
  publication: Tenant,
  connection: Connection,
  { gateway, after, limit }: { readonly gateway: string; readonly after: string; readonly limit: number },
): Promise<{ id: string; ref: string }[]> {
  return connection.all(refs, [publication.id, gateway, after, limit]);
}
