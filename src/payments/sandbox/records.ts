// The sandbox's own records of subscriptions. They stand for the database of a real gateway, so nothing but the sandbox
// reads them.
import type { Connection, Transaction } from '../../database/connection.ts';
import { randomSecret } from '../../database/secrets.ts';
import type { Interval } from '../../models/catalog/price.ts';
import { first, PublicationRecord, type RowOf, type Tenant } from '../../models/record.ts';
import type { ChargedPrice, Discount, ListedSubscription } from '../gateway.ts';

/** Times are in milliseconds of the sandbox's clock. */
class SandboxSubscriptionRecord extends PublicationRecord {
  static override tableName = 'sandbox_subscriptions';
  declare checkoutId: string;
  declare card: string;
  declare state: 'active' | 'past_due' | 'paused' | 'ended';
  declare priceId: string;
  declare amount: number;
  declare currency: string;
  declare interval: Interval;
  /** The ChargedPrice from the next period on, as JSON. */
  declare nextPrice: string | null;
  /** The start of the first paid period at the present interval, from which periods are counted. */
  declare anchor: number;
  declare periods: number;
  declare periodStart: number;
  declare periodEnd: number;
  declare trialEnd: number | null;
  /** The Discount as JSON. */
  declare discount: string | null;
  /** The number of periods charged so far. */
  declare chargedPeriods: number;
  declare cancelAt: number | null;
  declare pauseFrom: number | null;
  declare pauseUntil: number | null;
  declare pastDueSince: number | null;
  declare retries: number;
  /** The debit for the present period that is under way, as JSON. */
  declare debit: string | null;
  /** The time of the next renewal, retry or end, or at which the debit succeeds or fails; null where none is due. */
  declare dueAt: number | null;
}

export type SandboxSubscription = RowOf<SandboxSubscriptionRecord>;

const BEGUN = {
  state: 'active',
  nextPrice: null,
  cancelAt: null,
  pauseFrom: null,
  pauseUntil: null,
  pastDueSince: null,
  retries: 0,
  debit: null,
} as const;

export async function insertSubscription(
  transaction: Transaction,
  given: Omit<SandboxSubscription, 'id' | 'dueAt' | keyof typeof BEGUN>,
): Promise<string> {
  const id = `sandbox_sub_${randomSecret(24)}`;
  await SandboxSubscriptionRecord.in({ id: given.publicationId }, transaction).insert({
    ...given,
    ...BEGUN,
    id,
    dueAt: given.periodEnd,
  });
  return id;
}

export async function updateSubscription(transaction: Transaction, changed: SandboxSubscription): Promise<void> {
  const { publicationId, id, ...fields } = changed;
  await SandboxSubscriptionRecord.in({ id: publicationId }, transaction, { id }).patch(fields);
}

export function findSubscription(
  publication: Tenant,
  connection: Connection,
  id: string,
): Promise<SandboxSubscription | undefined> {
  return SandboxSubscriptionRecord.find(publication, connection, { id });
}

export function listSandboxSubscriptions(
  publication: Tenant,
  connection: Connection,
  page: { readonly after: string; readonly limit: number },
): Promise<ListedSubscription[]> {
  return SandboxSubscriptionRecord.in(publication, connection)
    .select('id as ref', 'checkoutId as checkoutRef', 'state')
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.limit)
    .castTo<ListedSubscription[]>()
    .execute();
}

/** Finds the checkout of a subscription of any publication. */
export function findCheckoutOf(
  connection: Connection,
  id: string,
): Promise<Pick<SandboxSubscription, 'checkoutId'> | undefined> {
  return first(SandboxSubscriptionRecord.ofAll(connection, { id }).select('checkoutId'));
}

/** Finds the first subscription that is due by `until`. */
export function findNextDue(
  publication: Tenant,
  connection: Connection,
  until: Date,
): Promise<Pick<SandboxSubscription, 'id' | 'dueAt'> | undefined> {
  return first(
    SandboxSubscriptionRecord.in(publication, connection)
      .select('id', 'dueAt')
      .where('dueAt', '<=', until.getTime())
      .orderBy('dueAt')
      .orderBy('id'),
  );
}

/** Locks a subscription until the transaction ends, which serializes concurrent changes. */
export function lockSubscription(
  publication: Tenant,
  transaction: Transaction,
  id: string,
): Promise<SandboxSubscription | undefined> {
  return first(SandboxSubscriptionRecord.in(publication, transaction, { id }).forUpdate());
}

export function toPrice({ priceId, amount, currency, interval }: ChargedPrice): ChargedPrice {
  return { priceId, amount, currency, interval };
}

export function nextPriceOf({ nextPrice }: Pick<SandboxSubscription, 'nextPrice'>): ChargedPrice | undefined {
  // Only changePrice (lifecycle.ts) writes it.
  return nextPrice === null ? undefined : (JSON.parse(nextPrice) as ChargedPrice);
}

/** Parses the discount of a checkout or a subscription. */
export function discountOf({ discount }: Pick<SandboxSubscription, 'discount'>): Discount | null {
  // Only openSandboxCheckout (checkout.ts) writes it.
  return discount === null ? null : (JSON.parse(discount) as Discount);
}
