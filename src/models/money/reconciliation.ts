// The nightly comparison of our billing records with the gateway's: claimed by one worker for each publication and night, and kept with what it
// found, which names records and never people.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { first, PublicationRecord, type Tenant } from '../record.ts';

class ReconciliationRecord extends PublicationRecord {
  static override tableName = 'reconciliations';
  /** The day whose night it was, as 2026-11-21. */
  declare night: string;
  declare claimedAt: number;
  declare endedAt: number | null;
  /** How many records were compared. */
  declare compared: number | null;
  /** JSON. */
  declare found: string | null;
}

/** One that was finished. */
export interface KeptReconciliation {
  night: string;
  endedAt: number;
  compared: number;
  found: string;
}

/** Our choice: nights begin at 3 o'clock UTC; who claimed one and was not heard of for two hours is taken for dead. */
const NIGHT_BEGINS_SECONDS = 3 * 3600;
const CLAIM_SECONDS = 2 * 3600;

const due = statement<{ id: string }>(
  'publications_to_reconcile',
  `select p.id from publications p left join reconciliations r on r.publication_id = p.id and r.night = :night
    where r.id is null or (r.ended_at is null and r.claimed_at < :deadBefore) order by p.id`,
);
const claim = statement(
  'claim_reconciliation',
  `insert into reconciliations (id, publication_id, night, claimed_at) values (:id, :publicationId, :night, :now)
    on conflict (publication_id, night) do update set claimed_at = excluded.claimed_at
      where reconciliations.ended_at is null and reconciliations.claimed_at < :deadBefore`,
);

/** The night that it is now, or the last one by day. */
export function nightOf(clock: Clock): string {
  return addSeconds(clock.now(), -NIGHT_BEGINS_SECONDS).toISOString().slice(0, 10);
}

/** Whose comparison of this night nobody has made or is making. */
export function listPublicationsToReconcile(connection: Connection, clock: Clock, night: string): Promise<Tenant[]> {
  return connection.all(due, { night, deadBefore: addSeconds(clock.now(), -CLAIM_SECONDS) });
}

/** Of many processes one gets true. */
export async function claimReconciliation(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  night: string,
): Promise<boolean> {
  const now = clock.now();
  const times = { now, deadBefore: addSeconds(now, -CLAIM_SECONDS) };
  const claimed = { id: newId('rec', now), publicationId: publication.id, night, ...times };
  return (await transaction.run(claim, claimed)) === 1;
}

export async function endReconciliation(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { night, compared, found }: Omit<KeptReconciliation, 'endedAt'>,
): Promise<void> {
  await ReconciliationRecord.in(publication, transaction, { night }).patch({
    endedAt: clock.now().getTime(),
    compared,
    found,
  });
}

/** Of the last night that was finished. */
export function findNewestReconciliation(
  publication: Tenant,
  connection: Connection,
): Promise<KeptReconciliation | undefined> {
  return first(
    ReconciliationRecord.in(publication, connection)
      .select('night', 'endedAt', 'compared', 'found')
      .whereNotNull('endedAt')
      .orderBy('night', 'desc')
      .castTo<KeptReconciliation[]>(),
  );
}
