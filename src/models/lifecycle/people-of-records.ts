// The people whom records are about, by the ids of the records: of customers, subscriptions, payments and gifts.
import type { Connection } from '../../database/connection.ts';
import { GiftRecord } from '../money/gift-record.ts';
import { PaymentRecord } from '../money/payment-record.ts';
import { SubscriptionRecord } from '../money/subscription-record.ts';
import { CustomerRecord } from '../people/customer-record.ts';
import { toCustomerId } from '../people/customer-summary.ts';
import type { Tenant } from '../record.ts';

/** Maps the ids of the records that there are to the ids of their people; the person of a gift is its buyer. */
export async function findPeopleOfRecords(
  publication: Tenant,
  connection: Connection,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const withPrefix = (...prefixes: string[]): string[] =>
    recordIds.filter((id) => prefixes.some((prefix) => id.startsWith(`${prefix}_`)));
  const people = withPrefix('cus', 'memb');
  const [known, ...owned] = await Promise.all([
    CustomerRecord.in(publication, connection).whereIn('id', people.map(toCustomerId)).select('id'),
    SubscriptionRecord.in(publication, connection).whereIn('id', withPrefix('sub')).select('id', 'customerId'),
    PaymentRecord.in(publication, connection).whereIn('id', withPrefix('pay')).select('id', 'customerId'),
    GiftRecord.in(publication, connection).whereIn('id', withPrefix('gift')).select('id', 'customerId'),
  ]);
  const knownIds = new Set(known.map(({ id }) => id));
  const themselves = people
    .map((id) => ({ id, customerId: toCustomerId(id) }))
    .filter(({ customerId }) => knownIds.has(customerId));
  return new Map([...themselves, ...owned.flat()].map(({ id, customerId }) => [id, customerId]));
}
