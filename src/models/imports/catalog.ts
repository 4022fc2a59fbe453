// What the words of a file for plans and newsletters mean: first what the publisher said of them, then a slug, then a
// name.
import type { Connection } from '../../database/connection.ts';
import { listNewsletters } from '../catalog/newsletter.ts';
import { listPlans } from '../catalog/plan.ts';
import { listPrices } from '../catalog/price.ts';
import type { Tenant } from '../record.ts';
import { wordOf, type ImportSettings } from './import-settings.ts';

export interface WantedPlan {
  readonly planId: string;
  /** The price at which a paid subscription is recorded; null where the plan has none. */
  readonly priceId: string | null;
}

export interface ImportCatalog {
  /** Undefined for an unknown word, null for one that stands for no plan. */
  planOf(word: string): WantedPlan | null | undefined;
  /** For rows that name no plan; undefined where the publisher has not said. */
  readonly planOfRest: WantedPlan | undefined;
  /** The id; undefined for an unknown word, empty for one that stands for no newsletter. */
  newsletterOf(word: string): string | undefined;
}

/** Reads the publication's plans and newsletters that are not archived. */
export async function readCatalog(
  publication: Tenant,
  connection: Connection,
  settings: ImportSettings,
): Promise<ImportCatalog> {
  const isHere = ({ archivedAt }: { readonly archivedAt: number | null }): boolean => archivedAt === null;
  const plans = (await listPlans(publication, connection)).filter(isHere);
  const prices = (await listPrices(publication, connection)).filter(isHere);
  const newsletters = (await listNewsletters(publication, connection)).filter(isHere);
  // Our choice: a row that names a plan alone is recorded at its first price; the publisher may choose another one.
  const firstPriceOf = (planId: string): string | null => prices.find((price) => price.planId === planId)?.id ?? null;
  const chosen = (choice: string): WantedPlan | undefined => {
    const [planId = '', priceId] = choice.split(' ');
    if (!plans.some(({ id }) => id === planId)) return undefined;
    if (priceId === undefined) return { planId, priceId: firstPriceOf(planId) };
    return prices.some((price) => price.id === priceId && price.planId === planId) ? { planId, priceId } : undefined;
  };
  const named = <Noun extends { readonly slug: string; readonly name: string }>(
    nouns: readonly Noun[],
    word: string,
  ): Noun | undefined => nouns.find(({ slug }) => slug === word) ?? nouns.find(({ name }) => wordOf(name) === word);
  return {
    planOf(text) {
      const word = wordOf(text);
      const choice = Object.hasOwn(settings.plans, word) ? settings.plans[word] : undefined;
      if (choice !== undefined) return choice === '' ? null : chosen(choice);
      const plan = named(plans, word);
      return plan && { planId: plan.id, priceId: firstPriceOf(plan.id) };
    },
    planOfRest: chosen(settings.planOfRest),
    newsletterOf(text) {
      const word = wordOf(text);
      const choice = Object.hasOwn(settings.newsletters, word) ? settings.newsletters[word] : undefined;
      return choice ?? named(newsletters, word)?.id;
    },
  };
}
