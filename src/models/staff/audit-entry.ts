// The audit log: who did what to which record of a publication, when and from where, for the dashboard, the command line
// and API keys alike (decisions 37). An entry is written in the transaction of the act.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import { insertingEntry, toEntry, type Act, type Actor } from '../act.ts';
import { positionRange, toPage, type CreatedRange, type Page, type PageRequest } from '../page.ts';
import { PublicationRecord, type RowOf, type Tenant } from '../record.ts';

class AuditEntryRecord extends PublicationRecord {
  static override tableName = 'audit_entries';
  declare actorKind: Actor['kind'];
  declare actorId: string | null;
  declare actorName: string;
  declare act: string;
  declare recordId: string | null;
  declare recordName: string | null;
  declare network: string | null;
  declare requestId: string | null;
  declare createdAt: number;
}

export type AuditEntry = RowOf<AuditEntryRecord>;

export interface AuditFilter extends CreatedRange {
  /** A noun and a verb. */
  readonly act?: string | undefined;
  /** The id of a staff member or an API key; null for the command line. */
  readonly actorId?: string | null | undefined;
  /**
   * The id of a record, or what an entry calls it where it has none, such as the slug of an offer; or all ids of one, such
   * as those of a person into whom others were merged.
   */
  readonly record?: string | readonly string[] | undefined;
}

// A statement, as each write of the data API records its act: `npm run bench -- --parts writes`.
const insert = statement(
  'insert_audit_entry',
  insertingEntry({ columns: ':publicationId, :recordId, :now', from: '' }),
);

export async function recordAct(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { actor, act }: { readonly actor: Actor; readonly act: Act },
): Promise<void> {
  const where = { publicationId: publication.id, recordId: act.recordId, now: clock.now() };
  await transaction.run(insert, { ...toEntry(clock, { actor, act }), ...where });
}

const ID = /^[a-z]+_[0-9a-z]{26}$/;

/** Names the act of an operation of the contract: createCustomer is customer.create. */
export function actOf(operationId: string): string {
  const [, verb = operationId, noun = ''] = /^(signOut|[a-z]+)(\w*)$/.exec(operationId) ?? [];
  const hyphenated = (words: string): string => words.replaceAll(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
  return `${hyphenated(noun)}.${hyphenated(verb)}`;
}

/** The id of the record that a write returned, by itself or within what it returned; null for none. */
export function recordIn(result: unknown): string | null {
  if (typeof result !== 'object' || result === null) return null;
  if ('id' in result && typeof result.id === 'string' && ID.test(result.id)) return result.id;
  const inner: unknown = Object.values(result).find(
    (value) => typeof value === 'object' && value !== null && 'id' in value,
  );
  return inner === undefined ? null : recordIn(inner);
}

/** Returns a page of the log, newest first. */
export async function listAuditEntries(
  publication: Tenant,
  connection: Connection,
  request: PageRequest & AuditFilter,
): Promise<Page<AuditEntry>> {
  const { act, actorId, record } = request;
  const { below, from } = positionRange(request);
  const wanted = {
    ...(act !== undefined && { act }),
    ...(actorId !== undefined && { actorId }),
    ...(typeof record === 'string' && (ID.test(record) ? { recordId: record } : { recordName: record })),
  };
  const entries = AuditEntryRecord.in(publication, connection, wanted)
    .where('id', '<', `act_${below}`)
    .where('id', '>=', `act_${from}`);
  if (typeof record === 'object') void entries.whereIn('recordId', [...record]);
  return toPage(await entries.orderBy('id', 'desc').limit(request.limit + 1), request, (entry) => entry);
}
