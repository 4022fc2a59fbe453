// masthead import --from: the account of the connected gateway in place of a file. It is read first; then its prices are
// mapped by options, and by what is the same here.
import type { Connection } from '../../database/connection.ts';
import { amountText } from '../../models/amount.ts';
import { getPlan } from '../../models/catalog/plan.ts';
import type { Import } from '../../models/imports/import-record.ts';
import { NEW_PLAN, type ImportSettings } from '../../models/imports/import-settings.ts';
import type { AccountSettings } from '../../models/imports/reading.ts';
import type { Tenant } from '../../models/record.ts';
import { isChoice, listPriceChoices, type PriceChoices } from '../../payments/takeover/map-prices.ts';
import { UsageError } from '../failure.ts';
import { halves } from './import-settings.ts';

export interface AccountOptions {
  readonly price?: readonly string[];
  readonly newPlans?: boolean;
  readonly subscribersOnly?: boolean;
}

const LEFT_ALONE = '-';

/** Throws UsageError for an option that cannot be read, and NotFound for an unknown plan. */
export async function accountSettingsFrom(
  publication: Tenant,
  connection: Connection,
  { accountPrices }: Pick<Import, 'accountPrices'>,
  options: AccountOptions,
): Promise<AccountSettings> {
  const choices = await listPriceChoices(publication, connection, accountPrices);
  const said = new Map((options.price ?? []).map((pair) => halves('--price', pair)));
  const unknown = [...said.keys()].find((ref) => !choices.some(({ of }) => of.ref === ref));
  if (unknown !== undefined) throw new UsageError(`--price: the account has no subscription at ${unknown}`);
  const prices: Record<string, string> = {};
  for (const choice of choices) {
    const word = said.get(choice.of.ref);
    const meant = word === undefined ? proposed(choice, options) : await meaning(publication, connection, choice, word);
    if (meant !== undefined) prices[choice.of.ref] = meant;
  }
  return { prices, isForEverybody: options.subscribersOnly !== true };
}

/** Our choice: without a word, only a price that is the same is taken; plans and prices are made where that is asked for. */
function proposed({ same, proposed: best }: PriceChoices, { newPlans }: AccountOptions): string | undefined {
  return newPlans === true || same.some(({ price }) => price.id === best) ? best : undefined;
}

async function meaning(
  publication: Tenant,
  connection: Connection,
  choice: PriceChoices,
  word: string,
): Promise<string> {
  if (word === LEFT_ALONE) return '';
  const planId = word === NEW_PLAN ? NEW_PLAN : (await getPlan(publication, connection, word)).id;
  const meant = choice.same.find(({ plan }) => plan.id === planId)?.price.id ?? planId;
  if (!isChoice(choice, meant))
    throw new UsageError(`--price: ${choice.of.ref} cannot be held here, or its plan is archived`);
  return meant;
}

/** What each price of the account means. */
export function toPriceObjects({ accountPrices }: Import, { prices }: Pick<ImportSettings, 'prices'>): object[] {
  return accountPrices.map(({ ref, name, amount, currency, interval, count }) => {
    const means = prices[ref];
    return {
      ref,
      name,
      amount,
      currency,
      interval,
      subscriptions: count,
      means: means === '' ? LEFT_ALONE : (means ?? null),
    };
  });
}

export function toPriceLines({ accountPrices }: Import, { prices }: Pick<ImportSettings, 'prices'>): string[] {
  return accountPrices.map(({ ref, name, amount, currency, interval, count }) => {
    const cost = amount === null ? 'no whole amount' : amountText(amount, currency);
    const means = prices[ref];
    const meant = means === undefined ? 'means nothing here yet' : means === '' ? 'left alone' : `means ${means}`;
    return `${ref} (${name}, ${cost}${interval === null ? '' : ` a ${interval}`}), subscriptions: ${count}; ${meant}`;
  });
}
