// Merges two people of a publication at the publisher's request, whether they have proved an address or not; and the
// preview of that. src/models/lifecycle/merge.ts merges a customer whom a publisher created into the reader who signs in.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { listPlans } from '../catalog/plan.ts';
import { Conflict, NotFound } from '../errors.ts';
import { GiftRecord } from '../money/gift-record.ts';
import { PaymentRecord } from '../money/payment-record.ts';
import { listActiveSubscriptions, type ActiveSubscription } from '../money/subscription-record.ts';
import { moveTurns } from '../outbox/turn.ts';
import { moveAddressChanges, recordAddressChange } from '../people/address-change.ts';
import { getCustomer, lockPersonOf } from '../people/customer-person.ts';
import { CustomerRecord, ERASED, TAKEN_OVER } from '../people/customer-record.ts';
import { findCustomer, toCustomerId, type CustomerSummary } from '../people/customer-summary.ts';
import { first, type Tenant } from '../record.ts';
import { givenUpOf } from './merge-subscriptions.ts';
import { moveEverything, takeOver, type Merge } from './merge.ts';

/** A plan that both have: one of their subscriptions is canceled. */
export interface MergeClash {
  readonly planName: string;
  readonly own: ActiveSubscription;
  readonly brought: ActiveSubscription;
  /** The id of the one that is canceled. */
  readonly givenUpId: string;
  /** Whether both are paid alike, so that the publisher chooses. */
  readonly isChoice: boolean;
}

interface MergeSide {
  readonly person: CustomerSummary;
  /** The names of the plans. */
  readonly plans: readonly string[];
  readonly payments: number;
  readonly gifts: number;
}

export interface MergePreview {
  readonly leaving: MergeSide;
  readonly remaining: MergeSide;
  readonly clashes: readonly MergeClash[];
}

/** Throws NotFound, and Conflict for one and the same person. @param kept as in mergePeople */
export async function previewMerge(
  publication: Tenant,
  connection: Connection,
  { fromId, intoId, kept = [] }: Merge & { readonly kept?: readonly string[] },
): Promise<MergePreview> {
  const [from, into] = await Promise.all([
    getCustomer(publication, connection, fromId),
    getCustomer(publication, connection, intoId),
  ]);
  if (from.id === into.id) throw new Conflict('other', 'Both are the same person', 'same');
  const plans = await listPlans(publication, connection);
  const nameOf = (planId: string): string => plans.find(({ id }) => id === planId)?.name ?? planId;
  const [brought, own] = await Promise.all([
    listActiveSubscriptions(publication, connection, from.id),
    listActiveSubscriptions(publication, connection, into.id),
  ]);
  const clashes = brought.flatMap((one) => {
    const same = own.find(({ planId }) => planId === one.planId);
    if (same === undefined) return [];
    const givenUpId = givenUpOf(same, one, new Set(kept)).id;
    const isChoice = same.billing === 'gateway' && one.billing === 'gateway';
    return [{ planName: nameOf(one.planId), own: same, brought: one, givenUpId, isChoice }];
  });
  const names = (all: readonly ActiveSubscription[]): string[] => all.map(({ planId }) => nameOf(planId));
  return {
    leaving: await sideOf(publication, connection, from, names(brought)),
    remaining: await sideOf(publication, connection, into, names(own)),
    clashes,
  };
}

async function sideOf(
  publication: Tenant,
  connection: Connection,
  person: CustomerSummary,
  plans: readonly string[],
): Promise<MergeSide> {
  const [payments, gifts] = await Promise.all([
    PaymentRecord.in(publication, connection, { customerId: person.id }).resultSize(),
    GiftRecord.in(publication, connection, { customerId: person.id }).resultSize(),
  ]);
  return { person, plans, payments, gifts };
}

/**
 * Merges one person into another. Our choice: only the address of the remaining person signs in from now on; they take
 * over that of the leaving one where they have none, and otherwise both addresses are told, as of a changed address. Of
 * concurrent merges of the same people, one is done. Throws NotFound, and Conflict where one of them is gone or both are
 * the same.
 * @param kept ids of subscriptions that stay where both pay for one plan
 */
export async function mergePeople(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { kept = [], ...given }: Merge & { readonly kept?: readonly string[] },
): Promise<{ readonly id: string }> {
  const [fromId, intoId] = [toCustomerId(given.fromId), toCustomerId(given.intoId)];
  if (fromId === intoId) throw new Conflict('other', 'Both are the same person', 'same');
  // In one order, so that two merges of the same people wait for one another.
  for (const id of [fromId, intoId].toSorted()) {
    if ((await lockPersonOf(publication, transaction, id)) === undefined) throw new NotFound(`No such customer: ${id}`);
  }
  const leaving = () => CustomerRecord.in(publication, transaction, { id: fromId, goneAt: null });
  const former = await first(leaving().select('searchedAs', ...ADDRESS, ...TAKEN_OVER));
  const before = await findCustomer(publication, transaction, intoId);
  if (former === undefined || before === undefined) throw new Conflict('other', 'One of them is gone already', 'gone');
  await leaving().patch({ ...ERASED, goneAt: clock.now().getTime(), mergedIntoId: intoId });
  await takeOver(publication, transaction, intoId, former);
  await moveAddressChanges(publication, transaction, { fromId, intoId });
  await moveTurns(publication, transaction, { fromId, intoId });
  await joinAddresses(publication, transaction, clock, { intoId, former, email: before.email });
  await moveEverything(publication, transaction, clock, { fromId, intoId, former, before, kept: new Set(kept) });
  return { id: intoId };
}

const ADDRESS = ['email', 'emailNormalized', 'emailVerifiedAt', 'activatedAt', 'language'] as const;

async function joinAddresses(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: {
    readonly intoId: string;
    readonly former: Pick<CustomerRecord, (typeof ADDRESS)[number]>;
    /** The address of the remaining person. */
    readonly email: string | null;
  },
): Promise<void> {
  const { intoId, email } = given;
  const { email: formerEmail, emailNormalized, emailVerifiedAt, activatedAt, language } = given.former;
  if (formerEmail === null || emailNormalized === null) return;
  if (email === null) {
    const address = { email: formerEmail, emailNormalized, emailVerifiedAt, activatedAt, language };
    await CustomerRecord.in(publication, transaction, { id: intoId, email: null }).patch(address);
    return;
  }
  await recordAddressChange(publication, transaction, clock, {
    customerId: intoId,
    changedBy: 'publisher',
    former: { email: formerEmail, emailNormalized },
    email,
    isUndoable: false,
  });
}
