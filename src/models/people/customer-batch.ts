// Creates many customers at once, for imports: each with its event, by three statements however many there are.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { givenRows } from '../../database/given-rows.ts';
import { jsonIn } from '../../database/json.ts';
import { statement } from '../../database/statement.ts';
import { COUNT_NEW_PEOPLE } from '../figure-change.ts';
import { recordingOfRow, type RowColumn } from '../outbox/event.ts';
import type { Tenant } from '../record.ts';
import { customerContent } from './customer-event.ts';
import type { CustomerRecord } from './customer-record.ts';
import { newsletterSlugsJson } from './customer-summary.ts';

/** `createdAt` is the original time, which the id carries, too (decisions 9). */
export type CustomerOfBatch = Pick<
  CustomerRecord,
  'id' | 'email' | 'emailNormalized' | 'name' | 'postalAddress' | 'activationCodeMac' | 'createdAt'
>;

const given = givenRows({
  id: 'text',
  email: 'text',
  emailNormalized: 'text',
  name: 'text',
  postalAddress: 'text',
  activationCodeMac: 'text',
  createdAt: 'bigint',
});
// In one order, so that two batches wait for each other and do not lock each other out.
const inserting = (
  rows: string,
): string => `insert into customers (publication_id, id, email, email_normalized, name, postal_address, activation_code_mac, created_at)
    select :publicationId, given.id, given.email, given.email_normalized, given.name, given.postal_address, given.activation_code_mac, given.created_at
    from ${rows} where true order by given.email_normalized, given.activation_code_mac on conflict do nothing returning id`;
const insert = statement<{ id: string }>('insert_customers', {
  sqlite: inserting(given.sqlite),
  postgres: inserting(given.postgres),
});
const ofCustomer: RowColumn = (column) => `c.${column}`;
const recording = (ids: string) =>
  recordingOfRow(
    ofCustomer,
    customerContent(ofCustomer, { planSlug: jsonIn("'null'"), newsletterSlugs: newsletterSlugsJson }),
    "'customer.created'",
    'cast(:now as bigint)',
    `from customers c where c.publication_id = :publicationId and c.id in (${ids}) and c.gone_at is null`,
  );
const givenIds = {
  sqlite: 'select value from json_each(:ids)',
  postgres: 'select value from json_array_elements_text(:ids::json) given (value)',
};
const record = statement('record_customers_created', {
  sqlite: recording(givenIds.sqlite).sqlite,
  postgres: recording(givenIds.postgres).postgres,
});
const counting = (ids: string): string =>
  `${COUNT_NEW_PEOPLE} from customers made where made.publication_id = :publicationId and made.id in (${ids})`;
const count = statement('count_new_customers', {
  sqlite: counting(givenIds.sqlite),
  postgres: counting(givenIds.postgres),
});

/**
 * Inserts customers whose values were parsed, without their events: call `recordCustomersCreated` once they have their
 * newsletters. Returns the ids of those inserted; an address or a code that somebody has leaves its customer out.
 */
export async function insertCustomers(
  publication: Tenant,
  transaction: Transaction,
  customers: readonly CustomerOfBatch[],
): Promise<ReadonlySet<string>> {
  if (customers.length === 0) return new Set();
  const values = { publicationId: publication.id, given: JSON.stringify(customers) };
  return new Set((await transaction.all(insert, values)).map(({ id }) => id));
}

/** Records `customer.created` for customers of this transaction, with the newsletters that they have by now, and counts them for the figures. */
export async function recordCustomersCreated(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const made = { publicationId: publication.id, ids: JSON.stringify(ids) };
  await transaction.run(record, { ...made, now: clock.now() });
  await transaction.run(count, made);
}
