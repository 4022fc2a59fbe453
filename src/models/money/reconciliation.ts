// The nightly comparison of our billing records with the gateway's. One worker claims it for each publication and
// night; its findings are stored, and name records but never people.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { queueStatement, statement } from '../../database/statement.ts';
import { READ_MAX } from '../read-max.ts';
import { first, PublicationRecord, type Tenant } from '../record.ts';

class ReconciliationRecord extends PublicationRecord {
  static override tableName = 'reconciliations';
  /** The day on which the night began, such as 2026-11-21. */
  declare night: string;
  declare claimedAt: number;
  declare endedAt: number | null;
  /** The number of records that were compared. */
  declare compared: number | null;
  /** The findings as JSON. */
  declare found: string | null;
}

/** A finished comparison. */
export interface KeptReconciliation {
  night: string;
  endedAt: number;
  compared: number;
  found: string;
}

/** `unfinished`: under way, or the gateway did not answer. */
export type ReconciliationResult = 'agreed' | 'drifted' | 'unfinished';

/** Every publication is compared once in this time. */
const LATELY_SECONDS = 24 * 3600;
/** Our choice: a night begins at 3:00 UTC, and its claim is a lease of two hours. */
const NIGHT_BEGINS_SECONDS = 3 * 3600;
const CLAIM_SECONDS = 2 * 3600;

/** Our choice: enough to begin with. */
const LISTED_MAX = 20;

const due = statement<{ id: string }>(
  'publications_to_reconcile',
  `select p.id from publications p left join reconciliations r on r.publication_id = p.id and r.night = :night
    where p.move_state is null and (r.id is null or (r.ended_at is null and r.claimed_at < :deadBefore)) order by p.id`,
);
const claim = statement(
  'claim_reconciliation',
  `insert into reconciliations (id, publication_id, night, claimed_at) values (:id, :publicationId, :night, :now)
    on conflict (publication_id, night) do update set claimed_at = excluded.claimed_at
      where reconciliations.ended_at is null and reconciliations.claimed_at < :deadBefore`,
);

// Findings are JSON that begins with the lines (payments/reconciliation/nightly.ts).
const lately = queueStatement<{ result: ReconciliationResult; count: number }>(
  'count_reconciliations',
  `select result, cast(count(*) as integer) as count from
    (select case when ended_at is null then 'unfinished' when substr(found, 1, 11) = '{"lines":[]' then 'agreed' else 'drifted' end as result
      from reconciliations where claimed_at > :since order by claimed_at limit ${READ_MAX}) lately group by result`,
);

const drifted = queueStatement<{ id: string; siteHost: string; night: string }>(
  'publications_that_drifted',
  `select p.id, p.site_host, r.night from
    (select publication_id, night, ended_at, found from reconciliations where claimed_at > :since order by claimed_at limit ${READ_MAX}) r
    join publications p on p.id = r.publication_id
    where r.ended_at is not null and substr(r.found, 1, 11) <> '{"lines":[]' order by p.id limit ${LISTED_MAX}`,
);

/** Returns the night that began last. */
export function nightOf(clock: Clock): string {
  return addSeconds(clock.now(), -NIGHT_BEGINS_SECONDS).toISOString().slice(0, 10);
}

/** Lists the publications whose comparison of this night is neither finished nor claimed. */
export function listPublicationsToReconcile(connection: Connection, clock: Clock, night: string): Promise<Tenant[]> {
  return connection.all(due, { night, deadBefore: addSeconds(clock.now(), -CLAIM_SECONDS) });
}

/** Returns true for exactly one of several concurrent callers. */
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

/** Returns the last finished comparison. */
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

/** Counts publications by what the last comparison found, for an operator. */
export function countReconciliations(
  connection: Connection,
  clock: Clock,
): Promise<{ result: ReconciliationResult; count: number }[]> {
  return connection.all(lately, { since: addSeconds(clock.now(), -LATELY_SECONDS) });
}

/** The publications whose last comparison found differences, for an operator. */
export function listDrifted(
  connection: Connection,
  clock: Clock,
): Promise<{ id: string; siteHost: string; night: string }[]> {
  return connection.all(drifted, { since: addSeconds(clock.now(), -LATELY_SECONDS) });
}
