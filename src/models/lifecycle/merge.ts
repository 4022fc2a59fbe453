// Two records of one person become one (decisions 10): a customer made by a publisher, and the person who proved an e-mail address before.
// The person's record stays, since their `sub` is known elsewhere; of the other one stays an empty row with its id and activation code, so that
// neither is ever given again.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import { moveGatewayCustomers } from '../money/gateway-customer.ts';
import { moveGifts } from '../money/gift.ts';
import { moveSubscriptions } from '../money/subscription.ts';
import { moveTrials } from '../money/trial.ts';
import { moveEvents } from '../outbox/event-person.ts';
import { recordEvent, type EventFields } from '../outbox/event.ts';
import { customerErasedEvent } from '../people/customer-event.ts';
import { findCustomer, type CustomerSummary } from '../people/customer-summary.ts';
import { recordCustomerEvent } from '../people/customer.ts';
import type { Tenant } from '../record.ts';
import { endSessions } from '../sign-in/session.ts';

export interface Merge {
  /** The customer who has not proved any e-mail address. */
  readonly fromId: string;
  readonly intoId: string;
}

export interface Merged {
  readonly state: 'merged' | 'over';
}

const nameOf = statement<{ name: string | null }>(
  'name_of_unproved_customer',
  'select name from customers where publication_id = ? and id = ? and gone_at is null and email_verified_at is null and activated_at is null',
);
const leave = statement(
  'merge_customer',
  `update customers set gone_at = ?, merged_into_id = ?, email = null, email_normalized = null, name = null, language = null
    where publication_id = ? and id = ? and gone_at is null and email_verified_at is null and activated_at is null`,
);
const isHere = statement<{ id: string }>(
  'customer_is_here',
  'select id from customers where publication_id = ? and id = ? and gone_at is null and email_verified_at is not null',
);
const takeName = statement(
  'take_name',
  'update customers set name = ? where publication_id = ? and id = ? and name is null',
);
const copyNewsletters = statement(
  'copy_newsletters',
  `insert into newsletter_subscriptions (customer_id, newsletter_id, publication_id, created_at)
    select cast(? as text), newsletter_id, publication_id, created_at from newsletter_subscriptions where publication_id = ? and customer_id = ? on conflict do nothing`,
);
const removeNewsletters = statement(
  'remove_newsletters_of_customer',
  'delete from newsletter_subscriptions where publication_id = ? and customer_id = ?',
);

/** Call it in a transaction; of two at once, one is `over` and has no effect. The person must be known to have proved their address. */
export async function mergeCustomer(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { fromId, intoId }: Merge,
): Promise<Merged> {
  const now = clock.now();
  const former = await transaction.first(nameOf, [publication.id, fromId]);
  const isPossible =
    former !== undefined &&
    fromId !== intoId &&
    (await transaction.first(isHere, [publication.id, intoId])) !== undefined;
  if (!isPossible || (await transaction.run(leave, [now, intoId, publication.id, fromId])) === 0)
    return { state: 'over' };
  const before = await findCustomer(publication, transaction, intoId);
  await transaction.run(takeName, [former.name, publication.id, intoId]);
  await moveSubscriptions(publication, transaction, clock, { fromId, intoId });
  await moveGatewayCustomers(publication, transaction, { fromId, intoId });
  await moveGifts(publication, transaction, { fromId, intoId });
  await moveTrials(publication, transaction, { fromId, intoId });
  await transaction.run(copyNewsletters, [intoId, publication.id, fromId]);
  await transaction.run(removeNewsletters, [publication.id, fromId]);
  await endSessions(publication, transaction, clock, { customerId: fromId, by: 'sign_out' });
  await moveEvents(publication, transaction, { fromId, intoId });
  await recordEvent(publication, transaction, clock, customerErasedEvent(fromId, intoId));
  const previous = await takenOver(publication, transaction, intoId, before);
  if (previous !== undefined)
    await recordCustomerEvent(publication, transaction, clock, intoId, 'customer.updated', previous);
  return { state: 'merged' };
}

/** Of the person who goes on, what was before, where the merge changed it. */
async function takenOver(
  publication: Tenant,
  connection: Connection,
  id: string,
  before: CustomerSummary | undefined,
): Promise<EventFields | undefined> {
  const after = await findCustomer(publication, connection, id);
  if (before === undefined || after === undefined) return undefined;
  const name = after.name === before.name ? {} : { name: before.name };
  const newsletters =
    after.newsletterSlugs.length === before.newsletterSlugs.length ? {} : { newsletterSlugs: before.newsletterSlugs };
  const previous = { ...name, ...newsletters };
  return Object.keys(previous).length === 0 ? undefined : previous;
}
