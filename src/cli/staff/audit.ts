// masthead audit: who did what to which record, when and from where, by the dashboard, API keys and the command line
// (decisions 37). A filter that names nobody and nothing is an error, not an empty list.
import type { Command } from 'commander';
import type { Connection } from '../../database/connection.ts';
import { parseEmailAddress } from '../../models/email-address.ts';
import { NotFound } from '../../models/errors.ts';
import { listIdsOfPerson } from '../../models/people/customer-person.ts';
import { HOUSE_ID } from '../../models/publication/publication.ts';
import type { Tenant } from '../../models/record.ts';
import { listKnownActors, listKnownActs } from '../../models/staff/audit-choices.ts';
import { listAuditEntries, type AuditEntry, type AuditFilter } from '../../models/staff/audit-entry.ts';
import { listColleagues } from '../../models/staff/role.ts';
import { findStaffMember } from '../../models/staff/staff-member.ts';
import { addPublicationVerb, withDatabase, withPublication, type PublicationOptions } from '../command.ts';
import { printPage, toTime, type Cells } from '../output.ts';
import { addPaging, toPageRequest, type PagingOptions } from '../paging.ts';
import { parseTime } from '../time.ts';

const COMMAND_LINE = 'command-line';

interface ListOptions extends PublicationOptions, PagingOptions {
  act?: string;
  actor?: string;
  record?: string;
  since?: string;
  until?: string;
  deployment?: true;
}

export function register(noun: Command): void {
  const example = 'audit list --actor ada@example.org --since 2027-03-01T00:00:00Z';
  addPaging(addPublicationVerb(noun, 'list', 'List the audit log, the newest first', example))
    .option('--act <act>', 'only this act, such as offer.archive')
    .option('--actor <who>', `only of this address or name of staff, id of an API key, or ${COMMAND_LINE}`)
    .option('--record <id>', 'only about this record')
    .option('--since <time>', 'only from this time on')
    .option('--until <time>', 'only before this time')
    .option('--deployment', 'what concerns no publication, such as signing keys')
    .action(list);
}

async function list(options: ListOptions): Promise<void> {
  if (options.deployment === true) {
    await withDatabase(({ database }) => print(options, { id: HOUSE_ID }, database));
    return;
  }
  await withPublication(options, ({ database }, publication) => print(options, publication, database));
}

async function print(options: ListOptions, publication: Tenant, connection: Connection): Promise<void> {
  const request = { ...toPageRequest(options), ...(await toFilter(options, publication, connection)) };
  const page = await listAuditEntries(publication, connection, request);
  printPage(options, { ...page, objects: page.objects.map(toEntryObject) }, toCells);
}

/** Throws InvalidValue, and NotFound for what the log does not know. */
async function toFilter(
  { act, actor, record, since, until }: ListOptions,
  publication: Tenant,
  connection: Connection,
): Promise<AuditFilter> {
  if (act !== undefined) await checkAct(publication, connection, act);
  const ids = record === undefined ? [] : await listIdsOfPerson(publication, connection, record);
  const known = ids.length > 0 ? ids : record;
  if (known !== undefined) await checkRecord(publication, connection, known);
  return {
    act,
    record: known,
    actorId: actor === undefined ? undefined : await actorIdOf(publication, connection, actor),
    // A range excludes its ends.
    createdAfter: since === undefined ? undefined : new Date(parseTime(since, 'since').getTime() - 1),
    createdBefore: until === undefined ? undefined : parseTime(until, 'until'),
  };
}

async function checkAct(publication: Tenant, connection: Connection, act: string): Promise<void> {
  const known = await listKnownActs(publication, connection);
  if (!known.includes(act)) throw new NotFound(`The log has no act ${act}. It has: ${known.join(', ') || 'none'}`);
}

async function checkRecord(
  publication: Tenant,
  connection: Connection,
  record: string | readonly string[],
): Promise<void> {
  const { objects } = await listAuditEntries(publication, connection, { record, limit: 1 });
  if (objects.length === 0)
    throw new NotFound(`The log has nothing about ${typeof record === 'string' ? record : (record[0] ?? '')}`);
}

/** Returns null for the command line. */
async function actorIdOf(publication: Tenant, connection: Connection, who: string): Promise<string | null> {
  if (who === COMMAND_LINE) return null;
  const actors = [
    ...(await listKnownActors(publication, connection)),
    ...(await listColleagues(publication, connection)),
  ];
  const address = who.includes('@') ? parseEmailAddress(who).emailNormalized : undefined;
  const id = address === undefined ? who : (await findStaffMember(connection, address))?.id;
  const named = actors.find((actor) => actor.id === id) ?? actors.find(({ name }) => name === who);
  if (named === undefined) throw new NotFound(`The log knows nobody called ${who}`);
  return named.id;
}

function toEntryObject(entry: AuditEntry) {
  return {
    id: entry.id,
    created_at: toTime(entry.createdAt),
    actor_kind: entry.actorKind,
    actor_id: entry.actorId,
    actor_name: entry.actorName,
    act: entry.act,
    record_id: entry.recordId,
    record_name: entry.recordName,
    network: entry.network,
    request_id: entry.requestId,
  };
}

function toCells(entry: ReturnType<typeof toEntryObject>): Cells {
  const { created_at, actor_kind, actor_name, act, record_id, record_name, network } = entry;
  const record = [record_name, record_id].filter((part) => part !== null);
  return { created_at, by: actor_kind.replace('_', ' '), actor: actor_name, act, record, network };
}
