// What the prices of an account mean here. Our choice: a price of ours stands for one of the gateway's only where amount,
// currency and interval are the same, so that everybody goes on paying what they pay, and reads it here.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { createPlan, listPlans, type Plan } from '../../models/catalog/plan.ts';
import { createPrice, listPrices, type Price } from '../../models/catalog/price.ts';
import { freeSlug, toSlug } from '../../models/catalog/slug.ts';
import { getImport, type AccountPrice, type Import, type Invitation } from '../../models/imports/import-record.ts';
import { NEW_PLAN, wordOf, type ImportSettings } from '../../models/imports/import-settings.ts';
import { startImport } from '../../models/imports/import.ts';
import { settlePrices } from '../../models/imports/reading.ts';
import type { Tenant } from '../../models/record.ts';

/** What one price of the account can mean. */
export interface PriceChoices {
  readonly of: AccountPrice;
  /** Prices that are the same, with their plans. */
  readonly same: readonly { readonly price: Price; readonly plan: Plan }[];
  /** Plans that could have the price. */
  readonly plans: readonly Plan[];
  /** Whether it can be held at all. */
  readonly isHoldable: boolean;
  /** A value of `ImportSettings.prices`; undefined for a price that cannot be held. */
  readonly proposed: string | undefined;
}

export async function listPriceChoices(
  publication: Tenant,
  connection: Connection,
  accountPrices: readonly AccountPrice[],
): Promise<PriceChoices[]> {
  const isHere = ({ archivedAt }: { readonly archivedAt: number | null }): boolean => archivedAt === null;
  const plans = (await listPlans(publication, connection)).filter(isHere);
  const prices = (await listPrices(publication, connection)).filter(isHere);
  // Those of most readers first.
  return accountPrices
    .toSorted((a, b) => b.count - a.count)
    .map((of) => {
      const same = prices
        .filter((price) => isSame(price, of))
        .flatMap((price) => plans.filter(({ id }) => id === price.planId).map((plan) => ({ price, plan })));
      const isHoldable = of.amount !== null && of.interval !== null;
      const ofName = (plan: Plan): boolean => wordOf(plan.name) === wordOf(of.name);
      const best =
        same.find(({ price }) => price.id === of.ourPriceId) ?? same.find(({ plan }) => ofName(plan)) ?? same[0];
      const proposed = best?.price.id ?? plans.find(ofName)?.id ?? NEW_PLAN;
      return { of, same, plans, isHoldable, proposed: isHoldable ? proposed : undefined };
    });
}

/** Whether a price may mean that. */
export function isChoice({ same, plans, isHoldable }: PriceChoices, choice: string): boolean {
  if (choice === '') return true;
  return (
    isHoldable &&
    (choice === NEW_PLAN || same.some(({ price }) => price.id === choice) || plans.some(({ id }) => id === choice))
  );
}

/**
 * Begins an import of a file or of an account, for which the plans and prices are made that the publisher chose. Throws as
 * startImport does.
 */
export async function startAnyImport(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  start: { readonly id: string; readonly revision: number; readonly invitation: Invitation | null },
): Promise<void> {
  const of = await getImport(publication, transaction, start.id);
  if (of.source !== null && of.state === 'checked') {
    const prices = await makePrices(publication, transaction, clock, of);
    await settlePrices(publication, transaction, of, { revision: start.revision, prices });
  }
  await startImport(publication, transaction, clock, start);
}

/** Returns what each price means, of prices that are there. */
async function makePrices(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { settings, accountPrices }: Import,
): Promise<ImportSettings['prices']> {
  const made: Record<string, string> = {};
  const planOfProduct = new Map<string, string>();
  for (const of of accountPrices) {
    const choice = settings.prices[of.ref];
    if (choice === undefined) continue;
    const isPlan = choice === NEW_PLAN || choice.startsWith('plan_');
    if (!isPlan || of.amount === null || of.interval === null) {
      made[of.ref] = choice;
      continue;
    }
    const { product, amount, currency, interval } = of;
    const planId =
      choice === NEW_PLAN
        ? (planOfProduct.get(product) ?? (await makePlan(publication, transaction, clock, of)))
        : choice;
    if (choice === NEW_PLAN) planOfProduct.set(product, planId);
    const prices = await listPrices(publication, transaction);
    const known = prices.find((price) => price.planId === planId && price.archivedAt === null && isSame(price, of));
    const price = known ?? (await createPrice(publication, transaction, clock, { planId, amount, currency, interval }));
    made[of.ref] = price.id;
  }
  return made;
}

async function makePlan(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { name }: AccountPrice,
): Promise<string> {
  const taken = (await listPlans(publication, transaction)).map(({ slug }) => slug);
  const slug = freeSlug(toSlug(name) || 'plan', taken);
  return (await createPlan(publication, transaction, clock, { slug, name })).id;
}

function isSame(price: Price, of: AccountPrice): boolean {
  return price.amount === of.amount && price.currency === of.currency && price.interval === of.interval;
}
