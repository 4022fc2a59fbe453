// Readers who have done everything that a reader can do, so that every table about readers holds rows of each: the one that a test is about, another
// one in the same publication, and one with the same address in another publication.
import { createDiscountCode } from '../../../src/models/catalog/discount-code.ts';
import { createOffer, updateOffer } from '../../../src/models/catalog/offer.ts';
import { createPlan } from '../../../src/models/catalog/plan.ts';
import { createPrice } from '../../../src/models/catalog/price.ts';
import { recipientMacs } from '../../../src/models/outbox/delivery-recipient.ts';
import { logPendingEvents } from '../../../src/models/outbox/event-log.ts';
import { addNote } from '../../../src/models/people/note.ts';
import { issueSignInLink } from '../../../src/models/sign-in/sign-in-link.ts';
import { setBuyer } from '../../../src/models/tax/buyer.ts';
import { refundPayment } from '../../../src/payments/refund.ts';
import { formOf, locationOf, type Browser } from '../browser/browser.ts';
import type { Row } from '../databases/dump.ts';
import { givenRelyingParty, type RelyingParty } from '../outside/relying-party.ts';
import type { TestService } from '../service/service.ts';
import { givenMailReport } from './mail-report.ts';
import { givenPayingSite, type PayingSite } from './paying.ts';
import type { TestSite } from './site.ts';

/** A publication in which readers can do everything. */
interface BusySite {
  readonly paid: PayingSite;
  readonly parties: readonly RelyingParty[];
  /** The choice in the gift form. */
  readonly gift: string;
  /** A customer who gives each reader a gift. */
  readonly giver: Browser;
}

export interface BusyReader {
  readonly site: TestSite;
  readonly email: string;
  readonly id: string;
  readonly canary: string;
  readonly browser: Browser;
  /** Each of their rows in their publication holds one of these: their id, their canary, their sessions' ids and the keyed hashes of their address. */
  readonly marks: readonly string[];
}

export interface BusyReaders {
  readonly person: BusyReader;
  readonly stranger: BusyReader;
  /** A customer with the same address in another publication. */
  readonly namesake: BusyReader;
}

export async function givenBusyReaders(service: TestService): Promise<BusyReaders> {
  const email = 'Reader-canary31@example.org';
  const [site, elsewhere] = [await givenBusySite(service), await givenBusySite(service)];
  const stranger = await givenBusyReader(site, {
    email: 'reader-canary77@example.org',
    canary: 'canary77',
    idempotencyKey: 'theirs',
  });
  const person = await givenBusyReader(site, { email, canary: 'canary31', idempotencyKey: 'once' });
  const namesake = await givenBusyReader(elsewhere, { email, canary: 'canary58', idempotencyKey: 'once' });
  await logPendingEvents(service.database, service.clock);
  // These events are not in the log yet.
  for (const { site: at, id, canary } of [stranger, person, namesake])
    await at.api.post(`/customers/${id}`, { name: `New name ${canary}` });
  return { person, stranger, namesake };
}

export function rowsOf({ site, marks }: BusyReader, rows: readonly Row[]): Row[] {
  return rows.filter((row) => {
    const text = JSON.stringify(row).toLowerCase();
    return row['publicationId'] === site.publication.id && marks.some((mark) => text.includes(mark.toLowerCase()));
  });
}

async function givenBusySite(service: TestService): Promise<BusySite> {
  const paid = await givenPayingSite(service);
  const { publication } = paid;
  const { database, clock } = service;
  await paid.sellSideBySide();
  const price = await database.transaction(async (transaction) => {
    await updateOffer(publication, transaction, 'patron', { trialDays: 14 });
    await createDiscountCode(publication, transaction, clock, {
      code: 'Spring',
      percentOff: 50,
      periods: 1,
      offerSlugs: [],
    });
    const plan = await createPlan(publication, transaction, clock, { slug: 'friend', name: 'Friend' });
    const created = await createPrice(publication, transaction, clock, {
      planId: plan.id,
      amount: 700,
      currency: 'EUR',
      interval: 'month',
    });
    await createOffer(publication, transaction, clock, {
      slug: 'friend',
      name: 'Friend',
      planId: plan.id,
      priceIds: [created.id],
    });
    return created;
  });
  const parties: RelyingParty[] = [];
  for (const name of ['The first site', 'The second site'])
    parties.push(
      await givenRelyingParty(service, { name, backchannelLogoutUri: 'https://www.example.test/logout' }, paid),
    );
  return { paid, parties, gift: `friend/${price.id}/3`, giver: await paid.signedIn('giver@example.org') };
}

/** @param idempotencyKey of the publisher's request that created them */
async function givenBusyReader(
  site: BusySite,
  {
    email,
    canary,
    idempotencyKey,
  }: { readonly email: string; readonly canary: string; readonly idempotencyKey: string },
): Promise<BusyReader> {
  const { paid, parties } = site;
  const { service } = paid;
  const { publication, api } = paid;
  // Moves the clock, so that the readers' rows differ in their times, too.
  service.clock.advance(61.007);
  const { id } = (
    await api.post(
      '/customers',
      { email: `former-${canary}@example.org`, name: `Name ${canary}` },
      { 'idempotency-key': idempotencyKey },
    )
  ).json<{ id: string }>();
  await api.post(`/customers/${id}`, { email });
  await service.database.transaction((transaction) =>
    setBuyer(publication, transaction, id, { company: `Company of ${canary}`, vatNumber: '', country: 'FR' }),
  );
  const [browser, phone] = [await paid.signedIn(email), await paid.signedIn(email)];
  for (const party of parties) await party.signInOn(browser);
  await parties[0]?.signInOn(phone);
  await browser.submit(await browser.open('/free_offering/subscribe'));
  await payAndTry(site, email, canary);
  await give(site, browser, { to: `friend-of-${canary}@example.org`, from: `Name ${canary}`, words: canary });
  await give(site, site.giver, { to: email, from: 'A giver', words: `Now, ${canary}` });
  await give(site, site.giver, { to: email, from: 'A giver', words: `Later, ${canary}`, on: inTenDays(service) });
  await paid.settle();
  await refundPart(site, id);
  await claimGift(browser, email);
  await service.database.transaction((transaction) =>
    addNote(publication, transaction, service.clock, {
      customerId: id,
      author: { id: null, name: 'A colleague' },
      text: `Called about ${canary}.`,
    }),
  );
  await service.database.transaction((transaction) =>
    issueSignInLink(publication, transaction, service, { customerId: id, destination: null }),
  );
  await browser.submit(await browser.open('/email-address'), { email: `other-${canary}@example.org` });
  await givenMailReport(service, publication, email, { kind: 'complaint', answer: `Spam, says ${canary}` });
  const sessions: { id: string }[] = await service.database.knex('sessions').where({ customerId: id }).select('id');
  const macs = recipientMacs(service.secretKeys, publication, email);
  return {
    site: paid,
    email,
    id,
    canary,
    browser,
    marks: [id, canary, ...sessions.map((session) => session.id), ...macs],
  };
}

/** Pays for a plan with a discount code, and tries another one. */
async function payAndTry({ paid }: BusySite, email: string, canary: string): Promise<void> {
  const customer = await paid.customer(email);
  const continueUrl = `https://www.example.org/${canary}`;
  await paid.payAt((await paid.start(customer, { code: 'spring', continueUrl })).redirectUrl);
  await paid.payAt((await paid.start(customer, { offerSlug: 'patron', priceId: paid.otherPrice.id })).redirectUrl);
}

async function refundPart({ paid }: BusySite, customerId: string): Promise<void> {
  const [payment]: { id: string }[] = await paid.service.database.knex('payments').where({ customerId }).select('id');
  await refundPayment(paid.service, paid.publication, {
    paymentId: payment?.id ?? '',
    amount: 100,
    key: undefined,
  });
}

/** Pays for a gift. */
async function give(
  { paid, gift }: BusySite,
  buyer: Browser,
  {
    to,
    from,
    words,
    on = '',
  }: { readonly to: string; readonly from: string; readonly words: string; readonly on?: string },
): Promise<void> {
  const form = formOf(await buyer.open('/gift'), '/gift');
  const typed = { choice: gift, recipient_email: to, sender_name: from, message: words, deliver_on: on };
  await paid.payAt(locationOf(await buyer.post('/gift', { ...form.fields, ...typed })));
}

async function claimGift(browser: Browser, email: string): Promise<void> {
  const code =
    (await browser.mails(email)).flatMap(({ text }) => /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}/.exec(text)?.[0] ?? [])[0] ?? '';
  await browser.submit(await browser.submit(await browser.open('/gift/claim'), { code }));
}

function inTenDays({ clock }: TestService): string {
  return new Date(clock.now().getTime() + 10 * 86_400_000).toISOString().slice(0, 10);
}
