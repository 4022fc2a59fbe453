// What a row of an account is to do, given what is here: nothing, a new person, a subscription of theirs, or a fault.
import type { Connection } from '../../database/connection.ts';
import { listPrices } from '../../models/catalog/price.ts';
import type { RowOutcome } from '../../models/imports/import-block.ts';
import type { AccountPrice } from '../../models/imports/import-record.ts';
import { NEW_PLAN, type ImportSettings } from '../../models/imports/import-settings.ts';
import { readKnownPeople } from '../../models/imports/known-people.ts';
import { columnOf } from '../../models/imports/reading.ts';
import type { PersonOfFile, RowFaultKind } from '../../models/imports/row.ts';
import { listBillingsByRef } from '../../models/money/billing-record.ts';
import { listGatewayCustomers } from '../../models/money/gateway-customer.ts';
import { listActiveSubscriptions, type ActiveSubscription } from '../../models/money/subscription-record.ts';
import type { Tenant } from '../../models/record.ts';
import type { AccountRow } from './account-row.ts';

/** What is here of the people and subscriptions of some rows. */
export interface Here {
  readonly publicationId: string;
  readonly idOfEmail: ReadonlyMap<string, string>;
  readonly idOfCustomer: ReadonlyMap<string, string>;
  /** Erased and merged people, whom the check had found. */
  readonly gone: ReadonlySet<string>;
  readonly billings: ReadonlyMap<string, { readonly publicationId: string; readonly customerId: string }>;
  readonly held: ReadonlyMap<string, readonly ActiveSubscription[]>;
  readonly planOfPrice: ReadonlyMap<string, string>;
}

export type RowPlan =
  | { readonly kind: 'faulty'; readonly fault: RowFaultKind }
  | { readonly kind: 'nothing'; readonly customerId: string | undefined }
  | PersonPlan
  | SubscriptionPlan;

interface PersonPlan {
  readonly kind: 'person';
  readonly person: PersonOfFile;
  /** Undefined for somebody new. */
  readonly customerId: string | undefined;
}

export interface SubscriptionPlan extends Omit<PersonPlan, 'kind'> {
  readonly kind: 'subscription';
  readonly subscriptionRef: string;
  /** What the price means, as in ImportSettings. */
  readonly choice: string;
  /** By which a second subscription of the same plan is found, also of one that is still to be made. */
  readonly plan: string;
}

export async function readHere(
  publication: Tenant,
  connection: Connection,
  gateway: string,
  rows: readonly AccountRow[],
  before: readonly RowOutcome[],
): Promise<Here> {
  const emails = rows.flatMap(({ read }) => read.person?.email?.emailNormalized ?? []);
  const ids = before.flatMap(({ customerId }) => customerId ?? []);
  const people = await readKnownPeople(publication, connection, { emails, codes: [], ids });
  const refs = rows.map(({ customerRef }) => customerRef);
  const idOfCustomer = await listGatewayCustomers(publication, connection, { gateway, refs });
  const idOfEmail = new Map([...people.byEmail].map(([email, { id }]) => [email, id]));
  const billings = await listBillingsByRef(
    connection,
    gateway,
    rows.flatMap(({ subscriptionRef }) => subscriptionRef ?? []),
  );
  const held = new Map<string, readonly ActiveSubscription[]>();
  for (const id of new Set([...idOfEmail.values(), ...idOfCustomer.values()]))
    held.set(id, await listActiveSubscriptions(publication, connection, id));
  return {
    publicationId: publication.id,
    idOfEmail,
    idOfCustomer,
    gone: people.gone,
    billings: new Map(billings.map(({ ref, ...billing }) => [ref, billing])),
    held,
    planOfPrice: new Map((await listPrices(publication, connection)).map(({ id, planId }) => [id, planId])),
  };
}

/** @param before what the check said of the row */
export function planAccountRow(
  row: AccountRow,
  here: Here,
  { prices, isForEverybody }: Pick<ImportSettings, 'prices' | 'isForEverybody'>,
  accountPrices: readonly AccountPrice[],
  before: RowOutcome | undefined,
): RowPlan {
  const faulty = (fault: RowFaultKind): RowPlan => ({ kind: 'faulty', fault });
  const { subscriptionRef, priceRef, customerRef, read, fault, isOurs } = row;
  const known = subscriptionRef === undefined ? undefined : here.billings.get(subscriptionRef);
  if (known !== undefined && known.publicationId !== here.publicationId) return faulty('of-another');
  if (known !== undefined) return { kind: 'nothing', customerId: known.customerId };
  const choice = prices[priceRef];
  if (isOurs || (subscriptionRef === undefined ? !isForEverybody : choice === ''))
    return { kind: 'nothing', customerId: undefined };
  if (fault !== undefined) return faulty(fault);
  const { person } = read;
  const emailNormalized = person?.email?.emailNormalized;
  if (person === undefined || emailNormalized === undefined) return faulty(read.faults[0]?.kind ?? 'email-missing');
  const customerId = here.idOfCustomer.get(customerRef) ?? here.idOfEmail.get(emailNormalized);
  if (customerId === undefined && before?.customerId !== undefined && here.gone.has(before.customerId))
    return faulty('erased');
  if (subscriptionRef === undefined) return { kind: 'person', person, customerId };
  const plan = choice === undefined ? undefined : planOf(choice, here, accountPrices, priceRef);
  if (choice === undefined || plan === undefined) return faulty('price');
  const held = here.held.get(customerId ?? '')?.find(({ planId }) => planId === plan);
  if (held !== undefined && !isReplaceable(held)) return faulty('plan-held');
  return { kind: 'subscription', person, customerId, subscriptionRef, choice, plan };
}

/**
 * Our choice: what a file recorded as paid elsewhere is what the gateway collects for. Whoever has the plan otherwise would
 * pay for what they have.
 */
export function isReplaceable({ billing, complimentary }: ActiveSubscription): boolean {
  return billing === 'outside' && !complimentary;
}

function planOf(
  choice: string,
  { planOfPrice }: Here,
  accountPrices: readonly AccountPrice[],
  priceRef: string,
): string | undefined {
  if (choice !== NEW_PLAN) return planOfPrice.get(choice) ?? (choice.startsWith('plan_') ? choice : undefined);
  const product = accountPrices.find(({ ref }) => ref === priceRef)?.product;
  return product && `${NEW_PLAN} ${product}`;
}

/** @param isNew whether no row before was about the same new person */
export function outcomeOfPlan(row: AccountRow, plan: RowPlan, isNew: boolean): RowOutcome {
  const { line } = row;
  if (plan.kind === 'faulty') {
    const column = columnOf(row.subscriptionRef === undefined ? 'email' : 'subscription');
    const faults = row.read.person === undefined ? row.read.faults : [{ kind: plan.fault, column }];
    return { line, kind: 'faulty', faults };
  }
  const notes = plan.kind === 'subscription' && row.notes.length > 0 ? { notes: row.notes } : {};
  const found = plan.customerId === undefined ? {} : { customerId: plan.customerId };
  if (plan.kind !== 'nothing' && plan.customerId === undefined && isNew) return { line, kind: 'created', ...notes };
  if (plan.kind === 'subscription') return { line, kind: 'changed', changes: ['subscription'], ...found, ...notes };
  return { line, kind: 'unchanged', ...found };
}
