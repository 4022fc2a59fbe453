// A customer who pays: from a subscribe page by the sandbox's test cards to a subscription, and time that passes at the sandbox.
import type { LightMyRequestResponse } from 'fastify';
import { createOffer } from '../../src/models/catalog/offer.ts';
import { createPrice, type Price } from '../../src/models/catalog/price.ts';
import { applyCheckout, applySubscription } from '../../src/payments/apply.ts';
import { findGateway } from '../../src/payments/gateways.ts';
import { authenticate, payByCard, type PayOutcome } from '../../src/payments/sandbox/checkout.ts';
import { advanceSandbox } from '../../src/payments/sandbox/renewals.ts';
import { changeSandboxSettings, type SandboxSettings } from '../../src/payments/sandbox/settings.ts';
import { formOf, locationOf, type Browser } from './browser.ts';
import type { TestService } from './service.ts';
import { givenSite, type TestSite } from './site.ts';

export const GOOD_CARD = '4242 4242 4242 4242';
export const DECLINED_CARD = '4000 0000 0000 0002';
export const AUTHENTICATED_CARD = '4000 0025 0000 3155';
export const LATER_FAILING_CARD = '4000 0000 0000 0341';

export interface PayingSite extends TestSite {
  /** Of the offer "reader", paid by the month (€5) or the year (€50), and of "friend", paid by the month (€9). */
  readonly monthly: string;
  readonly yearly: string;
  readonly friend: string;
  /** Types a card on the card page that the checkout leads to. */
  pay(cardPage: string, card: string): Promise<PayOutcome>;
  approve(cardPage: string, isApproved: boolean): Promise<PayOutcome>;
  /** From the offer's page to the confirmation page. */
  subscribe(browser: Browser, choice?: string, card?: string): Promise<LightMyRequestResponse>;
  /** A browser whose customer pays for a subscription. */
  payer(email?: string, choice?: string, card?: string): Promise<Browser>;
  /** What falls due at the gateway meanwhile is done, and told. */
  advance(duration: string): Promise<void>;
  trouble(settings: Partial<SandboxSettings>): Promise<void>;
}

export async function givenPayingSite(service: TestService): Promise<PayingSite> {
  const site = await givenSite(service);
  const { publication, plan, price } = site;
  const { database, clock } = service;
  const names = await database.transaction(async (transaction) => {
    const createOne = (planId: string, amount: number, interval: string): Promise<Price> =>
      createPrice(publication, transaction, clock, { planId, amount, currency: 'EUR', interval });
    const [year, other] = [await createOne(plan.id, 5000, 'year'), await createOne(site.otherPlan.id, 900, 'month')];
    await createOffer(publication, transaction, clock, {
      slug: 'reader',
      name: 'Reader',
      planId: plan.id,
      priceIds: [price.id, year.id],
    });
    await createOffer(publication, transaction, clock, {
      slug: 'friend',
      name: 'Friend',
      planId: site.otherPlan.id,
      priceIds: [other.id],
    });
    return { monthly: `reader/${price.id}`, yearly: `reader/${year.id}`, friend: `friend/${other.id}` };
  });
  const pay: PayingSite['pay'] = (cardPage, card) =>
    database.transaction((transaction) => payByCard(publication, transaction, clock, refOf(cardPage), card));
  const approve: PayingSite['approve'] = (cardPage, isApproved) =>
    database.transaction((transaction) => authenticate(publication, transaction, clock, refOf(cardPage), isApproved));
  const subscribe: PayingSite['subscribe'] = async (browser, choice = names.monthly, card = GOOD_CARD) => {
    const cardPage = await openCardPage(browser, choice);
    await pay(cardPage, card);
    return browser.open(await returnPageOf(service, cardPage));
  };
  const payer: PayingSite['payer'] = async (email = 'ada@example.org', choice, card) => {
    const browser = await site.signedIn(email);
    await subscribe(browser, choice, card);
    return browser;
  };
  const advance: PayingSite['advance'] = async (duration) => {
    await database.transaction((transaction) => advanceSandbox(publication, transaction, clock, duration));
    await applyAll(service, site);
  };
  const trouble: PayingSite['trouble'] = async (settings) => {
    await database.transaction((transaction) => changeSandboxSettings(publication, transaction, settings));
  };
  return { ...site, ...names, pay, approve, subscribe, payer, advance, trouble };
}

/** Where the form of the choice's offer leads. */
export async function openCardPage(browser: Browser, choice: string, continueUrl?: string): Promise<string> {
  const [slug = ''] = choice.split('/');
  const query = continueUrl === undefined ? '' : `?continue_url=${encodeURIComponent(continueUrl)}`;
  const form = formOf(await browser.open(`/offers/${slug}/subscribe${query}`));
  return locationOf(await browser.post(form.action, { ...form.fields, choice }));
}

/** Where the gateway sends the browser afterwards. */
export async function returnPageOf({ database }: TestService, cardPage: string): Promise<string> {
  const [checkout]: { id: string }[] = await database
    .knex('checkouts')
    .where({ ref: refOf(cardPage) })
    .select('id');
  return `/checkouts/${checkout?.id ?? ''}`;
}

function refOf(cardPage: string): string {
  return cardPage.slice(cardPage.lastIndexOf('/') + 1);
}

/** As the gateway's notifications make it. */
async function applyAll(service: TestService, { publication }: TestSite): Promise<void> {
  const gateway = await findGateway(service, publication);
  if (gateway === undefined) throw new Error('tests have a gateway');
  const open: { ref: string }[] = await service.database
    .knex('checkouts')
    .where({ publicationId: publication.id, state: 'open' })
    .whereNotNull('ref')
    .select('ref');
  for (const { ref } of open) await applyCheckout(service, gateway, ref);
  const billings: { ref: string }[] = await service.database
    .knex('billings')
    .where({ publicationId: publication.id })
    .select('ref');
  for (const { ref } of billings) await applySubscription(service, gateway, publication, ref);
}
