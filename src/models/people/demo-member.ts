// Creates members in bulk for load tests: m1@example.test, m2@example.test and so on, in creation order, thousands of
// rows by one statement. The rows equal those of ordinary members, but no e-mail address was verified and no mail is
// sent.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import type { Newsletter } from '../catalog/newsletter.ts';
import type { Price } from '../catalog/price.ts';
import { publicationNow } from '../figure-change.ts';
import { first, type Tenant } from '../record.ts';
import { CustomerRecord } from './customer-record.ts';

/** The newsletters and prices that are assigned to the members in turn. */
export interface DemoCatalog {
  readonly newsletters: readonly Pick<Newsletter, 'id'>[];
  readonly prices: readonly Pick<Price, 'id' | 'planId'>[];
}

/** Builds a batch insert from a JSON array of rows. */
function insertMany(name: string, table: string, columns: Readonly<Record<string, 'text' | 'bigint' | 'boolean'>>) {
  const names = Object.keys(columns).join(', ');
  const typed = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  return statement(name, {
    sqlite: `insert into ${table} (${names}) select ${Object.keys(columns)
      .map((column) => `value ->> '${column}'`)
      .join(', ')} from json_each(?)`,
    postgres: `insert into ${table} (${names}) select ${names} from json_to_recordset(?::json) as given (${typed.join(', ')})`,
  });
}

const insertCustomers = insertMany('insert_demo_members', 'customers', {
  id: 'text',
  publication_id: 'text',
  email: 'text',
  email_normalized: 'text',
  name: 'text',
  email_verified_at: 'bigint',
  created_at: 'bigint',
  state: 'text',
  paying_since: 'bigint',
});
const insertNewsletterSubscriptions = insertMany('insert_demo_newsletter_subscriptions', 'newsletter_subscriptions', {
  customer_id: 'text',
  newsletter_id: 'text',
  publication_id: 'text',
  created_at: 'bigint',
});
const insertSubscriptions = insertMany('insert_demo_subscriptions', 'subscriptions', {
  id: 'text',
  publication_id: 'text',
  customer_id: 'text',
  plan_id: 'text',
  price_id: 'text',
  complimentary: 'boolean',
  status: 'text',
  billing: 'text',
  created_at: 'bigint',
});
const insertFigureChanges = insertMany('insert_demo_figure_changes', 'figure_changes', {
  publication_id: 'text',
  customer_id: 'text',
  at: 'bigint',
  figure: 'text',
  part: 'text',
  currency: 'text',
  amount: 'bigint',
  since: 'bigint',
});
/** Returns the number of the newest demo member, or 0 if there is none. */
export async function findNewestDemoMember(publication: Tenant, connection: Connection): Promise<number> {
  const row = await first(
    CustomerRecord.in(publication, connection)
      .select('email')
      .where('email', 'like', 'm%@example.test')
      .orderBy('id', 'desc'),
  );
  return Number(/^m(\d+)@example\.test$/.exec(row?.email ?? '')?.[1] ?? 0);
}

/** Returns the oldest customers with an e-mail address, the oldest first. */
export function listOldestMembers(
  publication: Tenant,
  connection: Connection,
  count: number,
): Promise<{ id: string; email: string }[]> {
  return CustomerRecord.in(publication, connection)
    .select('id', 'email')
    .whereNotNull('email')
    .orderBy('id')
    .limit(count)
    .castTo<{ id: string; email: string }[]>()
    .execute();
}

/**
 * Creates the members numbered `from` to `to`. Of ten, seven only receive newsletters, two pay and one is
 * complimentary.
 */
export async function addDemoMembers(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  catalog: DemoCatalog,
  range: { from: number; to: number },
): Promise<void> {
  const createdAt = clock.now();
  const at = await publicationNow(publication, transaction, clock);
  const made = Array.from({ length: range.to - range.from + 1 }, (_, index) =>
    demoMember(publication, catalog, { createdAt, at }, range.from + index),
  );
  await transaction.run(insertCustomers, [JSON.stringify(made.map(({ customer }) => customer))]);
  await transaction.run(insertNewsletterSubscriptions, [
    JSON.stringify(made.flatMap(({ newsletters }) => newsletters)),
  ]);
  await transaction.run(insertSubscriptions, [JSON.stringify(made.flatMap(({ subscriptions }) => subscriptions))]);
  const changes = made.flatMap(({ customer }) => changesOf(customer, at));
  await transaction.run(insertFigureChanges, [JSON.stringify(changes)]);
}

/** What figures count of a new member, as person-state.ts does. */
function changesOf({ publication_id, id, state }: ReturnType<typeof demoMember>['customer'], at: number) {
  const change = { publication_id, customer_id: id, at, part: '', currency: '', amount: 1, since: null };
  const came = { ...change, figure: 'people', part: `>${state}` };
  if (state !== 'paying') return [came];
  return [came, { ...change, figure: 'cohort', since: at }, { ...change, figure: 'first_paid' }];
}

/**
 * Returns the rows of one member.
 * @param times `at` is by the publication's clock
 */
function demoMember(
  publication: Tenant,
  catalog: DemoCatalog,
  { createdAt, at }: { readonly createdAt: Date; readonly at: number },
  number: number,
) {
  const email = `m${number}@example.test`;
  const customerId = newId('cus', createdAt);
  const shared = { publication_id: publication.id, created_at: createdAt.getTime() };
  const terms = termsOf(catalog, number);
  const state = terms === undefined ? 'free' : terms.complimentary ? 'complimentary' : 'paying';
  return {
    customer: {
      ...shared,
      id: customerId,
      email,
      email_normalized: email,
      name: `Member ${number}`,
      email_verified_at: shared.created_at,
      state,
      paying_since: state === 'paying' ? at : null,
    },
    newsletters: newslettersOf(catalog, number).map(({ id }) => ({
      ...shared,
      customer_id: customerId,
      newsletter_id: id,
    })),
    subscriptions:
      terms === undefined
        ? []
        : [{ ...shared, id: newId('sub', createdAt), customer_id: customerId, ...terms, status: 'active' }],
  };
}

/** Returns one newsletter, and a second one for every seventh member. */
function newslettersOf({ newsletters }: DemoCatalog, number: number): readonly Pick<Newsletter, 'id'>[] {
  const start = number % newsletters.length;
  return [...newsletters.slice(start), ...newsletters.slice(0, start)].slice(0, number % 7 === 0 ? 2 : 1);
}

function termsOf({ prices }: DemoCatalog, number: number) {
  const price = prices[Math.floor(number / 10) % prices.length];
  if (price === undefined || number % 10 > 2) return undefined;
  const isComplimentary = number % 10 === 0;
  return {
    plan_id: price.planId,
    price_id: isComplimentary ? null : price.id,
    complimentary: isComplimentary,
    billing: isComplimentary ? 'none' : 'outside',
  };
}
