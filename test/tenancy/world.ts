// A publication with something of everything, under the same slugs, codes and e-mail addresses as any other made here; its names carry its mark.
import type { LightMyRequestResponse } from 'fastify';
import { createDiscountCode } from '../../src/models/catalog/discount-code.ts';
import { createNewsletter } from '../../src/models/catalog/newsletter.ts';
import { createOffer } from '../../src/models/catalog/offer.ts';
import { createPlan } from '../../src/models/catalog/plan.ts';
import { createPrice } from '../../src/models/catalog/price.ts';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { saveFilter } from '../../src/models/finding/saved-filter.ts';
import { recordGatewayEvent } from '../../src/models/money/gateway-event.ts';
import { findGift, giftPath } from '../../src/models/money/gift-record.ts';
import { createEventEndpoint } from '../../src/models/outbox/event-endpoint.ts';
import { setLogos } from '../../src/models/publication/logo.ts';
import { issueSignInLink } from '../../src/models/sign-in/sign-in-link.ts';
import { inviteStaff } from '../../src/models/staff/invitation.ts';
import { NightlyReconciler } from '../../src/payments/reconciliation/nightly.ts';
import { refundPayment } from '../../src/payments/refund.ts';
import { keepStripeAccount } from '../../src/payments/stripe/connection.ts';
import { startWorker } from '../../src/worker.ts';
import { formOf, locationOf, type Browser } from '../support/browser/browser.ts';
import { linksOf } from '../support/browser/html.ts';
import { givenRelyingParty } from '../support/outside/relying-party.ts';
import { pngImage } from '../support/publications/images.ts';
import { settleImports, startedImport } from '../support/publications/imports.ts';
import { givenMailReport } from '../support/publications/mail-report.ts';
import { toPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { givenSite } from '../support/publications/site.ts';
import { givenStaff } from '../support/publications/staff.ts';
import type { TestService } from '../support/service/service.ts';
import { rowsOf, tracesOf } from './rows.ts';

/** Of the customers of every publication. */
export const PAYER = 'payer@example.org';
const CLAIMANT = 'claimant@example.org';
const ACTIVATION_CODE = 'the-same-code';
const GIFT_CODE = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}/;
/** Nobody listens there. */
const NOWHERE = 'https://127.0.0.1:9';

export interface World {
  readonly mark: string;
  readonly slug: string;
  readonly paid: PayingSite;
  /** Pays for the plan "supporter", and has given something away. */
  readonly payer: Browser;
  readonly payerId: string;
  readonly giftPath: string;
  readonly giftCode: string;
}

/** @param slug of a plan, an offer, a newsletter and a discount code that only this publication has. */
export async function givenWorld(service: TestService, mark: string, slug: string): Promise<World> {
  const site = await givenSite(service, {
    name: `News ${mark}`,
    siteUrl: `https://${mark}.example.localhost`,
    mark: ` ${mark}`,
  });
  const paid = toPayingSite(site);
  await addCatalog(paid, mark, slug);
  const party = await givenRelyingParty(service, { name: mark, backchannelLogoutUri: `${NOWHERE}/logout` }, site);
  for (const action of ['keeps', 'ends']) {
    const { browser } = await party.signIn({ email: 'signed-in@example.org' });
    if (action === 'ends') await browser.submit(await browser.open('/'), {}, '/sign-out');
  }
  await accepted(
    site.api.post(
      '/customers',
      { activation_code: ACTIVATION_CODE, name: mark },
      { 'idempotency-key': 'the-same-key' },
    ),
  );
  const payer = await site.signedIn(PAYER);
  const { id: payerId } = await paid.payingCustomer(PAYER);
  const bought = await buyGift(paid, payer, mark);
  await pay(paid, 'trying@example.org', 'trial', site.otherPrice.id);
  await pay(paid, 'saving@example.org', 'patron', site.otherPrice.id, 'HALF');
  await switchPrice(paid);
  await settleBooks(paid, payerId);
  await changeAddress(paid);
  await addStaff(paid, mark);
  await accepted(site.api.post('/customers', { email: 'bounced@example.org', name: mark }));
  await service.database.transaction((transaction) =>
    issueSignInLink(site.publication, transaction, service, { customerId: payerId, destination: null }),
  );
  await givenMailReport(service, site.publication, 'bounced@example.org');
  await startedImport(service, site.publication, `email,name\nimported@example.org,${mark}\n`);
  await settleImports(service);
  await paid.settle();
  // What happened last waits for the log of events.
  const customerId = await accepted(site.api.post('/customers', { email: 'waiting@example.org', name: mark }));
  await accepted(
    site.api.post('/subscriptions', {
      customer_id: customerId,
      plan_id: (await first(paid, 'plans', { slug })).id,
      complimentary: 'true',
    }),
  );
  await accepted(site.api.post(`/customers/${customerId}/newsletters`, { newsletter_slugs: `weekly,${slug}` }));
  return { mark, slug, paid, payer, payerId, ...bought };
}

async function addStaff({ publication, service }: PayingSite, mark: string): Promise<void> {
  const owner = await givenStaff(service, publication, 'owner', `owner@${mark}.example`);
  await givenStaff(service, publication, 'editor', `editor@${mark}.example`);
  const address = parseEmailAddress(`invited@${mark}.example`);
  await service.database.transaction((transaction) =>
    inviteStaff(publication, transaction, service.clock, { address, role: 'viewer', invitedBy: owner }),
  );
}

/** By the publisher, of a person who has proved the former address, which can undo it. */
async function changeAddress(paid: PayingSite): Promise<void> {
  await paid.signedIn('moving@example.org');
  const found = await paid.api.get('/customers?email=moving@example.org');
  const [customer] = found.json<{ objects: { id: string }[] }>().objects;
  await accepted(paid.api.post(`/customers/${customer?.id}`, { email: 'moved@example.org' }));
  await paid.settle();
}

/** The id of what was made or changed. */
async function accepted(answer: Promise<LightMyRequestResponse>): Promise<string> {
  const { statusCode, body } = await answer;
  if (statusCode !== 200) throw new Error(`the data API answered ${statusCode} ${body}`);
  return JSON.parse(body).id;
}

/** What else there is for sale, under slugs that all have, and under one of its own; and who is told of it. */
async function addCatalog(paid: PayingSite, mark: string, slug: string): Promise<void> {
  const { publication, otherPlan, otherPrice, service } = paid;
  const { database, clock, secretKeys } = service;
  await database.transaction(async (transaction) => {
    const plan = await createPlan(publication, transaction, clock, { slug, name: mark });
    const price = await createPrice(publication, transaction, clock, {
      planId: plan.id,
      amount: 700,
      currency: 'EUR',
      interval: 'month',
    });
    const letter = { slug, name: mark, description: mark, audience: 'plans', plans: [slug] };
    await createNewsletter(publication, transaction, clock, letter);
    await saveFilter(publication, transaction, clock, { name: `${slug}${mark}`, query: 'state=paying' });
    await createOffer(publication, transaction, clock, {
      slug,
      name: mark,
      description: mark,
      planId: plan.id,
      priceIds: [price.id],
    });
    await createOffer(publication, transaction, clock, {
      slug: 'trial',
      name: mark,
      description: mark,
      planId: otherPlan.id,
      priceIds: [otherPrice.id],
      trialDays: 14,
    });
    for (const code of ['HALF', slug])
      await createDiscountCode(publication, transaction, clock, {
        code,
        percentOff: 50,
        periods: 1,
        offerSlugs: ['supporter', 'patron'],
      });
    await setLogos(publication, transaction, { logo: pngImage(), darkLogo: null });
    await createEventEndpoint(
      publication,
      transaction,
      clock,
      secretKeys,
      { url: `${NOWHERE}/${mark}`, types: [] },
      { allowsLoopbackHttp: false },
    );
  });
}

async function pay(paid: PayingSite, email: string, offerSlug: string, priceId: string, code?: string): Promise<void> {
  const customer = await paid.customer(email);
  await paid.payAt(
    (await paid.start(customer, { offerSlug, priceId, ...(code !== undefined && { code }) })).redirectUrl,
  );
  await paid.settle();
}

/** Paid by the payer and delivered, and claimed by nobody. */
async function buyGift(paid: PayingSite, payer: Browser, mark: string): Promise<Pick<World, 'giftPath' | 'giftCode'>> {
  const { publication, price, service } = paid;
  const { fields } = formOf(await payer.open('/gift'), '/gift');
  const typed = {
    choice: `supporter/${price.id}/3`,
    recipient_email: CLAIMANT,
    sender_name: mark,
    message: mark,
    deliver_on: '',
  };
  await paid.payAt(locationOf(await payer.post('/gift', { ...fields, ...typed })));
  await paid.settle();
  const [mail] = await payer.mails(CLAIMANT);
  const gift = await findGift(publication, service.database, (await first(paid, 'gifts')).id);
  if (mail === undefined || gift === undefined) throw new Error('no gift was delivered');
  return { giftCode: GIFT_CODE.exec(mail.text)?.[0] ?? '', giftPath: giftPath(service.secretKeys, gift) };
}

/** From one plan to another, as shown. */
async function switchPrice(paid: PayingSite): Promise<void> {
  const browser = await paid.signedIn('switching@example.org');
  await paid.payingCustomer('switching@example.org');
  const link = linksOf((await browser.open('/upgrade')).body).find((href) => href.startsWith('/upgrade?'));
  await browser.submit(await browser.open(link ?? 'no link'));
}

/** A part of a payment paid back, a night's comparison, and an attempt at everything that is to be sent. */
async function settleBooks(paid: PayingSite, payerId: string): Promise<void> {
  const { service, publication } = paid;
  const payment = await first(paid, 'payments', { customerId: payerId });
  await refundPayment(service, publication, { paymentId: payment.id, amount: 100, key: 'the-same-key' });
  await paid.settle();
  await paid.setSandbox({ sendsTwice: true });
  await new NightlyReconciler(service, { onResult: () => undefined, onError: raise }).wake();
  const worker = startWorker(service);
  await worker.settle();
  await worker.stop();
}

/** From now on Stripe collects for it, and has told of something that nobody has looked at yet. */
export async function connectToStripe({ mark, paid }: World): Promise<void> {
  const { database, clock, secretKeys } = paid.service;
  const { publication } = paid;
  await database.transaction(async (transaction) => {
    await keepStripeAccount(publication, transaction, clock, secretKeys, {
      kind: 'connected',
      accountId: `acct_${mark}`,
    });
    await recordGatewayEvent(transaction, clock, 'stripe', {
      id: `evt_${mark}`,
      kind: 'invoice.paid',
      object: 'subscription',
      ref: `sub_${mark}`,
      publicationId: publication.id,
      at: clock.now(),
    });
  });
}

function raise(error: unknown): never {
  throw error;
}

/** The publication's first record in the table. */
export async function first(
  paid: PayingSite,
  table: string,
  filter: Readonly<Record<string, string>> = {},
): Promise<{ readonly id: string } & Readonly<Record<string, unknown>>> {
  const found = (await paid.rows<{ id: string } & Record<string, unknown>>(table)).find((row) =>
    Object.entries(filter).every(([name, value]) => row[name] === value),
  );
  if (found === undefined) throw new Error(`the publication has no such record in ${table}`);
  return found;
}

/** What would give the one away to the other. */
export async function tracesOfWorld({ mark, paid }: World, other: World): Promise<string[]> {
  const { database } = paid.service;
  const [own, others] = await Promise.all(
    [paid, other.paid].map(({ publication }) => rowsOf(database, publication.id)),
  );
  return [mark, ...tracesOf(own ?? new Map(), others ?? new Map())];
}
