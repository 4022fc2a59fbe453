// The catalog of the demo publication, a small magazine: newsletters, three plans with prices by the month and the
// year, three offers of which one has a trial and one is recommended, a discount code, and a free offering; in English
// and in German.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import type { SpeakingTenant } from '../../models/catalog/catalog-texts.ts';
import { createDiscountCode } from '../../models/catalog/discount-code.ts';
import { setFreeOffering } from '../../models/catalog/free-offering.ts';
import { createNewsletter } from '../../models/catalog/newsletter.ts';
import { createOffer, updateOffer } from '../../models/catalog/offer.ts';
import { createPlan } from '../../models/catalog/plan.ts';
import { createPrice } from '../../models/catalog/price.ts';
import { translateCatalog } from './german.ts';

const NEWSLETTERS = [
  {
    slug: 'sunday-letter',
    name: 'The Sunday Letter',
    description: 'One long read and what the editors are reading, every Sunday at eight.',
  },
  {
    slug: 'harbour-notes',
    name: 'Harbour Notes',
    description: 'What happens at the waterfront this week, in three minutes.',
  },
  {
    slug: 'letters-to-the-editor',
    name: 'Letters to the Editor',
    description: 'The best of what you write to us, once a month.',
  },
];
const PLANS = [
  { slug: 'digital', name: 'Reader', month: 600, year: 6000 },
  { slug: 'print', name: 'Subscriber', month: 1200, year: 12_000 },
  { slug: 'patron', name: 'Patron', year: 24_000 },
];
const OFFERS = [
  {
    slug: 'reader',
    name: 'Reader',
    plan: 'digital',
    intervals: ['month', 'year'],
    trialDays: 0,
    description: 'Every story on the site and in the app, and the whole archive since 2009.',
    benefits: ['Every story, on the site and in the app', 'The archive since 2009'],
  },
  {
    slug: 'subscriber',
    name: 'Subscriber',
    plan: 'print',
    intervals: ['month', 'year'],
    trialDays: 0,
    description: 'The magazine by post four times a year, and every story on the site.',
    benefits: ['Four issues a year, by post', 'Every story, on the site and in the app', 'The archive since 2009'],
  },
  {
    slug: 'patron',
    name: 'Patron',
    plan: 'patron',
    intervals: ['year'],
    trialDays: 14,
    description: 'All of that for a whole year, and your name on the last page if you like.',
    benefits: ['All that subscribers have', 'Your name on the last page', 'A visit to the editors'],
  },
];
const RECOMMENDED = 'subscriber';
const CURRENCY = 'EUR';

/** Creates the catalog in a publication without one. Throws Conflict where one of its records exists. */
export async function createDemoCatalog(
  publication: SpeakingTenant,
  transaction: Transaction,
  clock: Clock,
): Promise<void> {
  for (const newsletter of NEWSLETTERS) await createNewsletter(publication, transaction, clock, newsletter);
  const priceIds = new Map<string, string>();
  for (const { slug, name, ...amounts } of PLANS) {
    const plan = await createPlan(publication, transaction, clock, { slug, name });
    for (const [interval, amount] of Object.entries(amounts)) {
      const price = await createPrice(publication, transaction, clock, {
        planId: plan.id,
        amount,
        currency: CURRENCY,
        interval,
      });
      priceIds.set(`${slug} ${interval}`, price.id);
    }
  }
  for (const { slug, name, description, benefits, plan, intervals, trialDays } of OFFERS) {
    const ofPlan = intervals.flatMap((interval) => priceIds.get(`${plan} ${interval}`) ?? []);
    await createOffer(publication, transaction, clock, {
      slug,
      name,
      description,
      planId: plan,
      priceIds: ofPlan,
      trialDays,
      benefits: benefits.join('\n'),
    });
  }
  await updateOffer(publication, transaction, RECOMMENDED, { recommended: true });
  await createDiscountCode(publication, transaction, clock, {
    code: 'HARBOUR',
    percentOff: 50,
    periods: 3,
    offerSlugs: [],
  });
  await setFreeOffering(publication, transaction, clock, {
    name: 'The letters',
    description: 'The Sunday Letter and Harbour Notes by e-mail, free of charge. You can leave at any time.',
    newsletters: ['sunday-letter', 'harbour-notes'],
  });
  await translateCatalog(publication, transaction);
}
