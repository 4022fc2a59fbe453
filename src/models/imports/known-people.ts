// The people of a block of rows who are here already, with what an import compares, by six statements however many they
// are.
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import type { SubscriptionRecord } from '../money/subscription-record.ts';
import type { CustomerRecord } from '../people/customer-record.ts';
import type { Tenant } from '../record.ts';
import { readSaid, type Said } from './imported-person.ts';

type CustomerRow = Pick<
  CustomerRecord,
  'id' | 'emailNormalized' | 'name' | 'postalAddress' | 'activationCodeMac' | 'activatedAt'
>;

export type HeldSubscription = Pick<
  SubscriptionRecord,
  'id' | 'customerId' | 'planId' | 'complimentary' | 'billing' | 'endsAt'
>;

export interface KnownPerson extends CustomerRow {
  /** Ids, in order. */
  readonly newsletters: readonly string[];
  readonly subscriptions: readonly HeldSubscription[];
  /** Undefined for somebody whom no file has named yet. */
  readonly said: Said | undefined;
}

export interface KnownPeople {
  readonly byEmail: ReadonlyMap<string, KnownPerson>;
  readonly byCode: ReadonlyMap<string, KnownPerson>;
  /** The ids of erased and merged people among those asked for. */
  readonly gone: ReadonlySet<string>;
}

export interface WantedPeople {
  readonly emails: readonly string[];
  /** Keyed hashes of activation codes. */
  readonly codes: readonly string[];
  /** People who were found before, and may be gone by now. */
  readonly ids: readonly string[];
}

const inGiven = (column: string, values: string): Record<'sqlite' | 'postgres', string> => ({
  sqlite: `${column} in (select value from json_each(:${values}))`,
  postgres: `${column} in (select value from json_array_elements_text(:${values}::json) given (value))`,
});
const columns =
  'c.id, c.email_normalized, c.name, c.postal_address, c.activation_code_mac, coalesce(c.activated_at, c.email_verified_at) as activated_at';
const customersBy = (name: string, column: string, lock = '') => {
  const text = (dialect: 'sqlite' | 'postgres', end: string): string =>
    `select ${columns} from customers c where c.publication_id = :publicationId and c.gone_at is null and ${inGiven(`c.${column}`, 'given')[dialect]} order by c.id${end}`;
  return statement<CustomerRow>(name, { sqlite: text('sqlite', ''), postgres: text('postgres', lock) });
};
const byEmail = customersBy('customers_of_import', 'email_normalized');
const byCode = customersBy('customers_of_import_by_code', 'activation_code_mac');
// In the order of their ids, as whoever locks several people does.
const byEmailLocked = customersBy('customers_of_import_to_change', 'email_normalized', ' for update of c');
const byCodeLocked = customersBy('customers_of_import_by_code_to_change', 'activation_code_mac', ' for update of c');
const ofPeople = (name: string, text: (given: string) => string) => {
  const given = inGiven('t.customer_id', 'given');
  return { name, sqlite: text(given.sqlite), postgres: text(given.postgres) };
};
const newsletterTexts = ofPeople(
  'newsletters_of_import',
  (given) =>
    `select t.customer_id, t.newsletter_id from newsletter_subscriptions t where t.publication_id = :publicationId and ${given} order by t.newsletter_id`,
);
const subscriptionTexts = ofPeople(
  'subscriptions_of_import',
  (given) =>
    `select t.id, t.customer_id, t.plan_id, t.complimentary, t.billing, t.ends_at, t.status from subscriptions t where t.publication_id = :publicationId and ${given} order by t.id`,
);
const newsletters = statement<{ customerId: string; newsletterId: string }>(newsletterTexts.name, newsletterTexts);
const subscriptions = statement<HeldSubscription & { status: string }>(subscriptionTexts.name, subscriptionTexts);
const goneTexts = inGiven('c.id', 'given');
const gone = statement<{ id: string }>('gone_people_of_import', {
  sqlite: `select c.id from customers c where c.publication_id = :publicationId and c.gone_at is not null and ${goneTexts.sqlite}`,
  postgres: `select c.id from customers c where c.publication_id = :publicationId and c.gone_at is not null and ${goneTexts.postgres}`,
});

/** Reads the people whom rows name by address or activation code. */
export function readKnownPeople(
  publication: Tenant,
  connection: Connection,
  wanted: WantedPeople,
): Promise<KnownPeople> {
  return read(publication, connection, wanted, [byEmail, byCode]);
}

/** The same, locked until the end of the transaction. */
export function lockKnownPeople(
  publication: Tenant,
  transaction: Transaction,
  wanted: WantedPeople,
): Promise<KnownPeople> {
  return read(publication, transaction, wanted, [byEmailLocked, byCodeLocked]);
}

async function read(
  { id: publicationId }: Tenant,
  connection: Connection,
  wanted: WantedPeople,
  [ofEmails, ofCodes]: readonly [typeof byEmail, typeof byCode],
): Promise<KnownPeople> {
  const all = <Row>(query: ReturnType<typeof statement<Row>>, given: readonly string[]): Promise<Row[]> =>
    given.length === 0 ? Promise.resolve([]) : connection.all(query, { publicationId, given: JSON.stringify(given) });
  const found = await all(ofEmails, wanted.emails);
  const foundByCode = await all(ofCodes, wanted.codes);
  const ids = [...new Set([...found, ...foundByCode].map(({ id }) => id))];
  const reading = Map.groupBy(await all(newsletters, ids), ({ customerId }) => customerId);
  const holding = Map.groupBy(await all(subscriptions, ids), ({ customerId }) => customerId);
  const said = await readSaid({ id: publicationId }, connection, ids);
  const toPerson = (row: CustomerRow): KnownPerson => ({
    ...row,
    newsletters: (reading.get(row.id) ?? []).map(({ newsletterId }) => newsletterId),
    // A condition on the status would make SQLite choose the index of all active subscriptions.
    subscriptions: (holding.get(row.id) ?? [])
      .filter(({ status }) => status === 'active')
      .map((held) => ({ ...held, complimentary: Boolean(held.complimentary) })),
    said: said.get(row.id),
  });
  return {
    byEmail: new Map(found.map((row) => [row.emailNormalized ?? '', toPerson(row)])),
    byCode: new Map(foundByCode.map((row) => [row.activationCodeMac ?? '', toPerson(row)])),
    gone: new Set((await all(gone, wanted.ids)).map(({ id }) => id)),
  };
}
