// Readers' lives on the sandbox's clock, in each language (drawn.ts): every mail of the table in docs/mails.md is found, once for its turn,
// in the reader's language; its HTML fits a phone and a desk, and axe finds nothing in it. What turns of other kinds say, and that nobody is written to
// twice, is in turns.test.ts.
import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { sendSignInLink } from '../../src/mails/sign-in-link.ts';
import { previewMail } from '../../src/mails/words/preview.ts';
import { createOffer, updateOffer } from '../../src/models/catalog/offer.ts';
import { createPrice } from '../../src/models/catalog/price.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '../../src/models/publication/languages.ts';
import { NO_WORDS } from '../../src/models/publication/mail-words.ts';
import { updatePublication } from '../../src/models/publication/publication.ts';
import { openMail } from '../../src/outbound/mail.ts';
import { addDays } from '../../src/payments/calendar.ts';
import { refundGiftPart } from '../../src/payments/gift-refund.ts';
import { endPause, pauseSubscription } from '../../src/payments/pause.ts';
import { beginPriceChange, undoPriceChange } from '../../src/payments/price-change/change.ts';
import { previewPriceChange, renewalClock } from '../../src/payments/price-change/preview.ts';
import { SandboxGateway } from '../../src/payments/sandbox/gateway.ts';
import { cancelAtPeriodEnd, resume, subscriptionDetailsOf } from '../../src/payments/subscription.ts';
import { previewSwitch, switchPrice } from '../../src/payments/switch.ts';
import { languageOf } from '../../src/views/language.ts';
import { PAGE_CATALOGUES } from '../../src/views/text.ts';
import { violationsInOneView, violationsOf } from '../support/browser/axe.ts';
import { test } from '../support/browser/browser-test.ts';
import { LATER_FAILING_CARD } from '../support/publications/cards.ts';
import { GIFT_RECIPIENT, givenGift } from '../support/publications/gift.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { drawnOf } from '../support/runs/drawn.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const WIDTHS = [1280, 320];
const EXAMPLE = { now: Date.UTC(2031, 0, 31), planName: 'Supporter', amount: 600, currency: 'EUR' };
const LANGUAGES = drawnOf(['en', ...PAGE_LANGUAGES.filter((language) => language !== 'en')] as const);
/** The mails that were found in a language: their HTML by name and subject. */
const found = new Map(LANGUAGES.map((language) => [language, new Map<string, string>()]));

async function givenPublication(locale: PageLanguage): Promise<PayingSite> {
  const paid = await givenPayingSite(service());
  const { publication } = paid;
  await service().database.transaction((transaction) => updatePublication(transaction, publication.id, { locale }));
  Object.assign(publication, { locale });
  return paid;
}

/** The names of all mails, sorted, without codes; their language is looked at on the way. */
async function mailsOf(paid: PayingSite, language: PageLanguage): Promise<string[]> {
  const rows = await paid.rows<{ payload: string; purpose: string | null; kind: string }>('deliveries');
  const mails = rows.flatMap(({ kind, payload, purpose }) =>
    kind !== 'mail' || payload === '' ? [] : [{ purpose: purpose ?? '', ...openMail(service().secretKeys, payload) }],
  );
  for (const { purpose, subject, text, html } of mails) {
    expect([purpose, text.includes(PAGE_CATALOGUES[language]['mail.greeting'])]).toEqual([purpose, true]);
    expect([purpose, text, html].join()).not.toMatch(/undefined|\{\w+\}/);
    found.get(language)?.set(`${purpose}: ${subject.replaceAll(/\d/g, '')}`, html ?? '');
  }
  return mails
    .map(({ purpose }) => purpose)
    .filter((purpose) => purpose !== 'email_code')
    .toSorted();
}

async function subscriptionOf(paid: PayingSite, customerId: string): Promise<string> {
  return (await subscriptionDetailsOf(service(), paid.publication, customerId))[0]?.subscriptionId ?? '';
}

describe.each(LANGUAGES)('in %s', (language) => {
  test('an account: activated, taken to another address, free, signed in to anew, erased', async () => {
    const paid = await givenPublication(language);
    await paid.api.post('/customers', { activation_code: 'WALK-1234' });
    await paid.api.post('/customers', { activation_code: 'WALK-5678', email: 'mary@example.org' });
    const browser = paid.newBrowser();
    const prove = async (page: Awaited<ReturnType<typeof browser.open>>, email: string) =>
      browser.submit(page, { code: await browser.newestCode(email) });
    const stranger = paid.newBrowser();
    await stranger.submit(await stranger.open('/activate'), { code: 'WALK-5678' });
    const typed = await browser.submit(await browser.open('/activate'), { code: 'WALK-1234' });
    await prove(await browser.submit(typed, { email: 'ada@example.org' }), 'ada@example.org');
    await browser.submit(await browser.open('/free_offering/subscribe'));
    await paid.signedIn('ada@example.org');
    const form = await browser.submit(await browser.open('/email-address'), { email: 'new@example.org' });
    const first = await prove(form, 'ada@example.org');
    await prove(first, 'new@example.org');
    await paid.settle();
    const { id: customerId } = await paid.customer('new@example.org');
    await service().database.transaction((transaction) =>
      sendSignInLink(service(), paid.publication, transaction, { customerId, destination: null }),
    );
    expect(await mailsOf(paid, language)).toEqual([
      'activated',
      'activation_code_typed',
      'address_changed',
      'new_address',
      'new_browser',
      'sign_in_link',
      'welcome',
    ]);
    await prove(await browser.submit(await browser.open('/erase-account')), 'new@example.org');
    await paid.settle();
    expect(await mailsOf(paid, language)).toContain('account_erased');
  });

  test('a plan: begun, to be changed and not, renewed, paused, refunded, canceled and not, ended', async () => {
    const paid = await givenPublication(language);
    const { publication, otherPlan } = paid;
    const { database, clock } = service();
    const cheap = { planId: otherPlan.id, amount: 200, currency: 'EUR', interval: 'month' };
    const [price] = await database.transaction(async (transaction) => [
      await createPrice(publication, transaction, clock, cheap),
    ]);
    const { id } = await paid.payingCustomer();
    const subscriptionId = await subscriptionOf(paid, id);
    const change = async (newPriceId: string): Promise<void> => {
      const { switchId } = await previewSwitch(service(), publication, id, { subscriptionId, newPriceId });
      await switchPrice(service(), publication, id, switchId);
      await paid.settle();
    };
    for (const newPriceId of [price?.id ?? '', paid.price.id, price?.id ?? '']) await change(newPriceId);
    await paid.pass('25 days');
    await paid.pass('7 days');
    const until = new Date(clock.now().getTime() + 70 * 86_400_000);
    await pauseSubscription(service(), publication, { customerId: id, subscriptionId, until });
    await endPause(service(), publication, id, subscriptionId);
    for (const act of [cancelAtPeriodEnd, resume, cancelAtPeriodEnd]) {
      await act(service(), publication, id, subscriptionId);
      await paid.settle();
    }
    const [payment] = await paid.rows<{ ref: string }>('payments');
    await new SandboxGateway(service()).refund(publication, 'walk', payment?.ref ?? '', 100);
    await paid.settle();
    await paid.pass('32 days');
    expect(await mailsOf(paid, language)).toEqual([
      'cancel_confirmed',
      'cancel_confirmed',
      'cancel_undone',
      'change_planned',
      'change_planned',
      'change_undone',
      'ended',
      'paid',
      'paid',
      'pause_confirmed',
      'pause_undone',
      'refund',
    ]);
  });

  test('a year: told of before it is renewed', async () => {
    const paid = await givenPublication(language);
    const { publication, plan } = paid;
    const priceId = await service().database.transaction(async (transaction) => {
      const yearly = { planId: plan.id, amount: 5000, currency: 'EUR', interval: 'year' };
      const { id } = await createPrice(publication, transaction, service().clock, yearly);
      const offer = { slug: 'yearly', name: 'Yearly', planId: plan.id, priceIds: [id] };
      await createOffer(publication, transaction, service().clock, offer);
      return id;
    });
    await paid.payingCustomer('ada@example.org', undefined, { offerSlug: 'yearly', priceId });
    for (const duration of ['51 weeks', '2 days', '1 week']) await paid.pass(duration);
    expect(await mailsOf(paid, language)).toEqual(['paid', 'paid', 'renewal']);
  });

  test('a pause: told of once a week before it is over, and again after its end was moved', async () => {
    const paid = await givenPublication(language);
    const { clock } = service();
    const { id: customerId } = await paid.payingCustomer();
    const subscriptionId = await subscriptionOf(paid, customerId);
    const inDays = (days: number): Date => new Date(clock.now().getTime() + days * 86_400_000);
    await pauseSubscription(service(), paid.publication, { customerId, subscriptionId, until: inDays(70) });
    for (const days of [32, 30, 2, 1]) await paid.pass(`${days} days`);
    const told = ['paid', 'pause_confirmed', 'pause_ending'];
    expect(await mailsOf(paid, language)).toEqual(told);
    await pauseSubscription(service(), paid.publication, { customerId, subscriptionId, until: inDays(100) });
    for (const days of [20, 9]) await paid.pass(`${days} days`);
    expect(await mailsOf(paid, language)).toEqual([...told, 'pause_confirmed', 'pause_ending'].toSorted());
    const texts = (await paid.newBrowser().mails('ada@example.org')).map(({ text }) => text);
    expect(
      texts.filter((text) => text.includes(`/subscriptions/${subscriptionId}/cancel`) && /€/.test(text)),
    ).toHaveLength(2);
  });

  test('a price: to be raised, and not', async () => {
    const paid = await givenPublication(language);
    const { publication } = paid;
    const { database, clock } = service();
    await paid.payingCustomer();
    const now = await renewalClock(service(), publication);
    const wish = { priceId: paid.price.id, amount: 600, startsAt: addDays(now.getTime(), 33) };
    const shown = await previewPriceChange(service(), publication, wish);
    const id = await database.transaction((transaction) =>
      beginPriceChange(publication, transaction, clock, { wish, shown, now }),
    );
    for (let day = 0; day < 32; day += 1) await paid.pass('1 day');
    const later = await renewalClock(service(), publication);
    await database.transaction((transaction) => undoPriceChange(publication, transaction, clock, { id, now: later }));
    await paid.settle();
    expect(await mailsOf(paid, language)).toEqual(['paid', 'paid', 'price_change', 'price_change_undone']);
  });

  test('a trial, a payment that fails, and the end of the grace period', async () => {
    const paid = await givenPublication(language);
    await service().database.transaction((transaction) =>
      updateOffer(paid.publication, transaction, 'supporter', { trialDays: 14 }),
    );
    await paid.payingCustomer('ada@example.org', LATER_FAILING_CARD);
    for (const days of [8, 7, 3, 2, 2, 8]) await paid.pass(`${days} days`);
    const failed = Array.from({ length: 4 }, () => 'payment_failed');
    expect(await mailsOf(paid, language)).toEqual(['payment_ended', ...failed, 'trial', 'trial_begun']);
  });

  test('a gift: bought, delivered, claimed, ending, paid back, ended', async () => {
    const paid = await givenPublication(language);
    const giftId = await givenGift(paid);
    const mail = (await paid.newBrowser().mails(GIFT_RECIPIENT)).find(({ text }) => text.includes('/gift/claim'));
    const code = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}/.exec(mail?.text ?? '')?.[0] ?? '';
    const reader = await paid.signedIn(GIFT_RECIPIENT);
    await reader.submit(await reader.submit(await reader.open('/gift/claim'), { code }));
    await paid.settle();
    await refundGiftPart(service(), paid.publication, { giftId, amount: 100, key: 'walk' });
    await paid.settle();
    for (const days of [86, 7]) await paid.pass(`${days} days`);
    expect(await mailsOf(paid, language)).toEqual([
      'ended',
      'gift',
      'gift_begun',
      'gift_bought',
      'gift_claimed',
      'gift_ending',
      'gift_refund',
    ]);
  });
});

/** The mails that the table in the documentation names. */
function documented(): Set<string> {
  const rows = readFileSync('docs/mails.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  return new Set(rows.flatMap((row) => /`(\w+)`/.exec(row.split('|')[2] ?? '')?.slice(1) ?? []));
}

/** Staff give it and choose whether it is mailed: test/dashboard/helping/subscriptions.test.ts. */
const OF_STAFF = 'complimentary';

// Of the tests above.
test('every mail of the table was found, in each language, and no other', () => {
  for (const ofLanguage of found.values()) {
    const names = new Set([...ofLanguage.keys()].map((key) => key.replace(/:.*$/s, '')));
    expect([...names, OF_STAFF].toSorted()).toEqual([...documented()].toSorted());
  }
});

// Of the tests above, too.
test('axe finds nothing in the HTML of each of them, and it fits', { timeout: 300_000 }, async ({ openPage }) => {
  const { publication } = await givenPublication('en');
  const page = await openPage();
  const faults: string[] = [];
  for (const [language, ofLanguage] of found) {
    const reader = { ...languageOf(publication, { 'accept-language': language }), publication };
    const ofStaff = previewMail(OF_STAFF, reader, { words: NO_WORDS, readerName: 'Ada', example: EXAMPLE });
    for (const [key, html] of [...ofLanguage, [OF_STAFF, ofStaff.html] as const]) {
      const name = `${key} (${language})`;
      await page.setContent(html);
      faults.push(...(language === 'en' ? await violationsOf(name, page) : await violationsInOneView(name, page)));
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
        if (wide > width) faults.push(`${name} is ${wide} px wide at ${width}`);
      }
    }
  }
  expect(faults).toEqual([]);
});
