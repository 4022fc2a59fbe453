// Merges two records of one person (decisions 10): a customer created by a publisher, and the person who verified an
// e-mail address before. The person's record stays, since their `sub` is known elsewhere. The other becomes an empty
// row (tombstone) that keeps its id and activation code, so that neither is ever assigned again.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement, type Statement } from '../../database/statement.ts';
import { forgetWords } from '../finding/word-index.ts';
import { endBillingsOfCanceled } from '../money/billing.ts';
import { moveGatewayCustomers } from '../money/gateway-customer.ts';
import { moveGifts } from '../money/gift.ts';
import { moveTrials } from '../money/trial.ts';
import { moveEvents } from '../outbox/event-person.ts';
import { recordEvent, type EventFields } from '../outbox/event.ts';
import { moveMailProblems } from '../outbox/mail-problem.ts';
import { moveMailReports } from '../outbox/mail-report.ts';
import { moveTurns } from '../outbox/turn.ts';
import { moveAddressChanges, recordAddressChange } from '../people/address-change.ts';
import { changedDetails } from '../people/customer-details.ts';
import { customerErasedEvent } from '../people/customer-event.ts';
import { CustomerRecord, ERASED, TAKEN_OVER } from '../people/customer-record.ts';
import { findCustomer, type CustomerSummary } from '../people/customer-summary.ts';
import { recordCustomerEvent } from '../people/customer.ts';
import { moveNewsletters } from '../people/newsletter-subscription.ts';
import { moveNotes } from '../people/note.ts';
import { UNACTIVATED } from '../people/unactivated-customer.ts';
import { moveIdempotencyAnswers } from '../publication/idempotency-answer.ts';
import { moveReceipts } from '../receipts/receipt.ts';
import { first, type Tenant } from '../record.ts';
import { endSessions } from '../sign-in/session.ts';
import { endSignInLinks } from '../sign-in/sign-in-link.ts';
import { moveTrail } from '../sign-in/sign-in-trail.ts';
import { moveBuyer } from '../tax/buyer.ts';
import { forgetImportedPerson } from './imported-person.ts';
import { moveSubscriptions } from './merge-subscriptions.ts';

export interface Merge {
  readonly fromId: string;
  readonly intoId: string;
}

export interface Merged {
  readonly state: 'merged' | 'over';
}

/**
 * Merges one customer into another, who must have verified their address. Of two concurrent calls, one returns `over`
 * and has no effect.
 */
export async function mergeCustomer(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { fromId, intoId }: Merge,
): Promise<Merged> {
  const now = clock.now();
  const leaving = () => CustomerRecord.in(publication, transaction, { id: fromId, ...UNACTIVATED });
  const former = await first(leaving().select('searchedAs', 'email', 'emailNormalized', ...TAKEN_OVER));
  if (former === undefined || fromId === intoId || !(await hasProvedAddress(publication, transaction, intoId)))
    return { state: 'over' };
  if ((await leaving().patch({ ...ERASED, goneAt: now.getTime(), mergedIntoId: intoId })) === 0)
    return { state: 'over' };
  const before = await findCustomer(publication, transaction, intoId);
  await takeOver(publication, transaction, intoId, former);
  await moveAddressChanges(publication, transaction, { fromId, intoId });
  await moveTurns(publication, transaction, { fromId, intoId });
  await keepFormerAddress(publication, transaction, clock, { intoId, former, email: before?.email ?? null });
  await moveEverything(publication, transaction, clock, { fromId, intoId, former, before, kept: NONE_CHOSEN });
  return { state: 'merged' };
}

/**
 * Keeps the address at which the publisher knew the leaving customer, so that mails to it are found. Our choice: nobody is
 * mailed, as the reader has just merged the two themselves.
 */
async function keepFormerAddress(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: {
    readonly intoId: string;
    readonly former: Pick<CustomerRecord, 'email' | 'emailNormalized'>;
    readonly email: string | null;
  },
): Promise<void> {
  const { intoId: customerId, email } = given;
  const { email: formerEmail, emailNormalized } = given.former;
  if (formerEmail === null || emailNormalized === null || email === null) return;
  const former = { email: formerEmail, emailNormalized };
  const change = { customerId, changedBy: 'customer', former, email, isUndoable: false, isUntold: true } as const;
  await recordAddressChange(publication, transaction, clock, change);
}

/**
 * Moves what the leaving person has to the remaining one, with the events of it. Their row is empty by now.
 * @param given `former` and `before` are the two as they were; `kept` names subscriptions of a plan that both pay for
 */
export async function moveEverything(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: Merge & {
    readonly former: Pick<CustomerRecord, 'searchedAs'>;
    readonly before: CustomerSummary | undefined;
    readonly kept: ReadonlySet<string>;
  },
): Promise<void> {
  const { fromId, intoId, former, before, kept } = given;
  // Whoever was merged into the leaving person before is the remaining one now.
  await CustomerRecord.in(publication, transaction, { mergedIntoId: fromId }).patch({ mergedIntoId: intoId });
  await forgetWords(publication, transaction, fromId, former);
  for (const move of MOVES) await transaction.run(move, { publicationId: publication.id, fromId, intoId });
  await moveSubscriptions(publication, transaction, clock, { fromId, intoId, kept });
  await endBillingsOfCanceled(publication, transaction, { customerId: intoId, isLeaving: false });
  await moveGatewayCustomers(publication, transaction, { fromId, intoId });
  await moveGifts(publication, transaction, { fromId, intoId });
  await moveReceipts(publication, transaction, { fromId, intoId });
  await moveBuyer(publication, transaction, { fromId, intoId });
  await moveTrials(publication, transaction, { fromId, intoId });
  await moveNewsletters(publication, transaction, { fromId, intoId });
  await forgetImportedPerson(publication, transaction, fromId);
  await moveNotes(publication, transaction, { fromId, intoId });
  await endSessions(publication, transaction, clock, { customerId: fromId, by: 'sign_out', endedBy: 'merge' });
  await endSignInLinks(publication, transaction, fromId);
  await moveTrail(publication, transaction, { fromId, intoId });
  await moveEvents(publication, transaction, { fromId, intoId });
  await moveMailProblems(publication, transaction, { fromId, intoId });
  await moveMailReports(publication, transaction, { fromId, intoId });
  await moveIdempotencyAnswers(publication, transaction, { fromId, intoId });
  await recordEvent(publication, transaction, clock, customerErasedEvent(fromId, intoId));
  const previous = await takenOver(publication, transaction, intoId, before);
  if (previous !== undefined)
    await recordCustomerEvent(publication, transaction, clock, intoId, 'customer.updated', previous);
}

async function hasProvedAddress(publication: Tenant, connection: Connection, id: string): Promise<boolean> {
  const proved = CustomerRecord.in(publication, connection, { id, goneAt: null }).whereNotNull('emailVerifiedAt');
  return (await first(proved.select('id'))) !== undefined;
}

const NONE_CHOSEN: ReadonlySet<string> = new Set();

/**
 * The tables whose rows only change hands. The revision of billing records grows, so that a state of the gateway that
 * was read before is applied anew. Our choice: where both have an open checkout of a plan, used one discount code or were
 * imported, the row of the leaving person stays with their bare id, since each person has one.
 */
const MOVES: readonly Statement<unknown>[] = [
  statement(
    'move_billings',
    'update billings set customer_id = :intoId, revision = revision + 1 where publication_id = :publicationId and customer_id = :fromId',
  ),
  statement(
    'move_payments',
    'update payments set customer_id = :intoId where publication_id = :publicationId and customer_id = :fromId',
  ),
  statement(
    'move_checkouts',
    `update checkouts set customer_id = :intoId where publication_id = :publicationId and customer_id = :fromId
      and not exists (select 1 from checkouts own where own.publication_id = checkouts.publication_id and own.customer_id = :intoId
        and own.plan_id = checkouts.plan_id and own.purpose = checkouts.purpose and own.state = 'open' and checkouts.state = 'open')`,
  ),
  statement(
    'move_imported_people',
    `update imported_people set customer_id = :intoId where publication_id = :publicationId and customer_id = :fromId
      and not exists (select 1 from imported_people own where own.publication_id = imported_people.publication_id and own.customer_id = :intoId)`,
  ),
  statement(
    'move_discount_redemptions',
    `update discount_redemptions set customer_id = :intoId where publication_id = :publicationId and customer_id = :fromId
      and not exists (select 1 from discount_redemptions own where own.publication_id = discount_redemptions.publication_id
        and own.customer_id = :intoId and own.code_id = discount_redemptions.code_id)`,
  ),
];

/** Copies each detail that the remaining person lacks. */
export async function takeOver(
  publication: Tenant,
  transaction: Transaction,
  id: string,
  former: Pick<CustomerRecord, (typeof TAKEN_OVER)[number]>,
): Promise<void> {
  for (const name of TAKEN_OVER)
    await CustomerRecord.in(publication, transaction, { id, [name]: null }).patch({ [name]: former[name] });
}

/** Returns the remaining person's previous values of the fields that the merge changed. */
async function takenOver(
  publication: Tenant,
  connection: Connection,
  id: string,
  before: CustomerSummary | undefined,
): Promise<EventFields | undefined> {
  const after = await findCustomer(publication, connection, id);
  if (before === undefined || after === undefined) return undefined;
  const newsletters =
    after.newsletterSlugs.length === before.newsletterSlugs.length ? {} : { newsletterSlugs: before.newsletterSlugs };
  const previous = { ...changedDetails(before, after), ...newsletters };
  return Object.keys(previous).length === 0 ? undefined : previous;
}
