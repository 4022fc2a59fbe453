// The turns of readers' lives on the sandbox's clock: each is mailed once, in the reader's language (docs/mails.md).
import { expect, test } from 'vitest';
import { updateOffer } from '../../src/models/catalog/offer.ts';
import { mergePeople } from '../../src/models/lifecycle/merge-people.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '../../src/models/publication/languages.ts';
import { updatePublication } from '../../src/models/publication/publication.ts';
import { openMail } from '../../src/outbound/mail.ts';
import { endPause, pauseSubscription } from '../../src/payments/pause.ts';
import { cancelAtPeriodEnd, resume, subscriptionDetailsOf } from '../../src/payments/subscription.ts';
import { PAGE_CATALOGUES } from '../../src/views/text.ts';
import { locationOf } from '../support/browser/browser.ts';
import { headingOf, linksOf, textOf } from '../support/browser/html.ts';
import { GOOD_CARD, LATER_FAILING_CARD } from '../support/publications/cards.ts';
import { GIFT_RECIPIENT, givenGift } from '../support/publications/gift.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

/** The names of the mails to an address, sorted, without codes. */
async function mailsTo(paid: PayingSite, email: string, language: PageLanguage): Promise<(string | null)[]> {
  const rows = await paid.rows<{ payload: string; purpose: string | null; kind: string }>('deliveries');
  const mails = rows
    .filter(({ kind, payload, purpose }) => kind === 'mail' && payload !== '' && purpose !== 'email_code')
    .map((row) => ({ ...row, mail: openMail(service().secretKeys, row.payload) }))
    .filter(({ mail }) => mail.to === email);
  for (const { mail } of mails) {
    expect(mail.text).toContain(PAGE_CATALOGUES[language]['mail.greeting']);
    expect([mail.text, mail.html].join()).not.toMatch(/undefined|\{\w+\}/);
  }
  return mails.map(({ purpose }) => purpose).toSorted();
}

/** The mails with the field that mail programs go by (RFC 8058). */
async function unsubscribable(paid: PayingSite): Promise<(string | null | undefined)[][]> {
  const rows = await paid.rows<{ payload: string; purpose: string | null; kind: string }>('deliveries');
  return rows
    .filter(({ kind, payload }) => kind === 'mail' && payload !== '')
    .map(({ payload, purpose }) => [purpose, openMail(service().secretKeys, payload).unsubscribeUrl])
    .filter(([, url]) => url !== undefined);
}

async function speak(paid: PayingSite, email: string, language: string): Promise<void> {
  const { id } = await paid.customer(email);
  await service().database.transaction(async ({ knex }) => knex('customers').where({ id }).update({ language }));
}

async function subscriptionOf(paid: PayingSite, customerId: string): Promise<string> {
  return (await subscriptionDetailsOf(service(), paid.publication, customerId))[0]?.subscriptionId ?? '';
}

/** A site that speaks every language, and a reader of each, who pays once. */
async function givenReaders(card = GOOD_CARD, trialDays = 0) {
  const paid = await givenPayingSite(service());
  const languages = PAGE_LANGUAGES.join(',');
  await service().database.transaction(async (transaction) => {
    await updatePublication(transaction, paid.publication.id, { languages });
    if (trialDays > 0) await updateOffer(paid.publication, transaction, 'supporter', { trialDays });
  });
  const readers: { readonly id: string; readonly email: string; readonly language: PageLanguage }[] = [];
  for (const language of PAGE_LANGUAGES) {
    const email = `${language}@example.org`;
    await speak(paid, email, language);
    readers.push({ ...(await paid.payingCustomer(email, card)), email, language });
  }
  return { paid, readers };
}

test('who cancels, goes on, and cancels again is told each time, and of the end, in every language', async () => {
  const { paid, readers } = await givenReaders();
  for (const { id } of readers) {
    const subscription = await subscriptionOf(paid, id);
    for (const act of [cancelAtPeriodEnd, resume, cancelAtPeriodEnd]) {
      await act(service(), paid.publication, id, subscription);
      await paid.settle();
    }
  }
  await paid.pass('32 days');
  await paid.pass('32 days');
  for (const { email, language } of readers)
    expect(await mailsTo(paid, email, language)).toEqual([
      'cancel_confirmed',
      'cancel_confirmed',
      'cancel_undone',
      'ended',
      'paid',
    ]);
});

test('a trial is told when it begins and before it ends, in every language', async () => {
  const { paid, readers } = await givenReaders(GOOD_CARD, 14);
  await paid.pass('8 days');
  await paid.pass('7 days');
  for (const { email, language } of readers)
    expect(await mailsTo(paid, email, language)).toEqual(['paid', 'trial', 'trial_begun']);
});

test('a pause is told when it is asked for, moved, taken back and over, in every language', async () => {
  const { paid, readers } = await givenReaders();
  const subscriptions = await Promise.all(readers.map(({ id }) => subscriptionOf(paid, id)));
  const each = async (act: (customerId: string, subscriptionId: string) => Promise<unknown>): Promise<void> => {
    for (const [index, { id }] of readers.entries()) await act(id, subscriptions[index] ?? '');
    await paid.settle();
  };
  const pause = (days: number): Promise<void> => {
    const until = new Date(service().clock.now().getTime() + days * 86_400_000);
    return each((customerId, subscriptionId) =>
      pauseSubscription(service(), paid.publication, { customerId, subscriptionId, until }),
    );
  };
  await pause(70);
  await each((customerId, subscriptionId) => endPause(service(), paid.publication, customerId, subscriptionId));
  await pause(70);
  await paid.pass('32 days');
  await pause(95);
  await paid.pass('64 days');
  const asked = ['pause_confirmed', 'pause_confirmed', 'pause_confirmed', 'pause_undone'];
  for (const { email, language } of readers) {
    expect(await mailsTo(paid, email, language)).toEqual(['paid', 'paid', ...asked]);
    const over = PAGE_CATALOGUES[language]['mail.paid-resumed'].replace('{plan}', 'Supporter');
    const told = (await paid.newBrowser().mails(email)).filter(({ text }) => text.includes(over));
    expect([language, told.length]).toEqual([language, 1]);
  }
});

test('who does not pay is told four times, and that it has ended, in every language', async () => {
  const { paid, readers } = await givenReaders('4000 0000 0341 9995');
  await paid.pass('31 days');
  for (const days of [3, 2, 2, 8]) await paid.pass(`${days} days`);
  const failed = Array.from({ length: 4 }, () => 'payment_failed');
  for (const { email, language } of readers) {
    expect(await mailsTo(paid, email, language)).toEqual(['paid', 'payment_ended', ...failed]);
    const reason = PAGE_CATALOGUES[language]['decline.insufficient-funds'];
    const told = (await paid.newBrowser().mails(email)).filter(({ text }) => text.includes(reason));
    expect([language, told.length]).toEqual([language, 4]);
  }
});

test('a gift is told to its buyer and its reader', async () => {
  const paid = await givenPayingSite(service());
  await givenGift(paid);
  const mails = await paid.newBrowser().mails(GIFT_RECIPIENT);
  const mail = mails.find(({ text }) => text.includes('/gift/claim'));
  const code = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}/.exec(mail?.text ?? '')?.[0] ?? '';
  const reader = await paid.signedIn(GIFT_RECIPIENT);
  await reader.submit(await reader.submit(await reader.open('/gift/claim'), { code }));
  await paid.settle();
  for (const days of [86, 7]) await paid.pass(`${days} days`);
  const toReader = await mailsTo(paid, GIFT_RECIPIENT, 'en');
  for (const name of ['gift', 'gift_begun', 'gift_ending', 'ended'])
    expect(toReader.filter((one) => one === name)).toEqual([name]);
  const toGiver = await mailsTo(paid, 'giver@example.org', 'en');
  for (const name of ['gift_bought', 'gift_claimed']) expect(toGiver.filter((one) => one === name)).toEqual([name]);
  const bought = (await paid.newBrowser().mails('giver@example.org')).find(({ subject }) =>
    subject.includes('receipt'),
  );
  expect(bought?.text).toContain('Receipt number: R-000001\n');
});

test('a free reader is welcomed, told of a new browser unless they do not want it, and of the erasure', async () => {
  const paid = await givenPayingSite(service());
  const email = 'ada@example.org';
  const browser = await paid.signedIn(email);
  await browser.submit(await browser.open('/free_offering/subscribe'));
  await paid.signedIn(email);
  await paid.settle();
  await browser.submit(await browser.open('/'), {}, '/sign-in-mails');
  await paid.signedIn(email);
  await browser.submit(await browser.open('/'), {}, '/sign-in-mails');
  const texts = (await browser.mails(email)).map(({ text }) => text).join(' ');
  const link = new URL(/https?:\S+\/unsubscribe\/\S+/.exec(texts)?.[0] ?? '');
  const refused = await paid.newBrowser().send('POST', link.pathname, 'List-Unsubscribe=One-Click', {});
  expect([refused.statusCode, headingOf(refused.body)]).toEqual([
    200,
    'You will not get any more mails about new browsers',
  ]);
  expect(await unsubscribable(paid)).toEqual([['new_browser', link.href]]);
  await paid.signedIn(email);
  await paid.settle();
  expect(await mailsTo(paid, email, 'en')).toEqual(['new_browser', 'welcome']);
  const codePage = await browser.submit(await browser.open('/erase-account'));
  await browser.submit(codePage, { code: await browser.newestCode(email) });
  await paid.settle();
  expect(await mailsTo(paid, email, 'en')).toEqual(['account_erased']);
});

test.each(['leaving', 'remaining'])(
  'two who are merged hear of no end, whichever keeps theirs: the %s',
  async (keeper) => {
    const paid = await givenPayingSite(service());
    const [{ id: fromId }, { id: intoId }] = [
      await paid.payingCustomer('mary@example.org'),
      await paid.payingCustomer(),
    ];
    const held = await paid.rows<{ id: string; customerId: string }>('subscriptions');
    const keeps = keeper === 'leaving' ? fromId : intoId;
    const merge = { fromId, intoId, kept: held.filter(({ customerId }) => customerId === keeps).map(({ id }) => id) };
    expect(merge.kept).toHaveLength(1);
    await service().database.transaction((transaction) =>
      mergePeople(paid.publication, transaction, service().clock, merge),
    );
    await paid.settle();
    const purposes = (await paid.rows<{ purpose: string | null }>('deliveries')).map(({ purpose }) => purpose);
    expect(purposes.filter((purpose) => purpose === 'ended')).toEqual([]);
  },
);

test('a card is given by the link of the mail without signing in, for this failure alone', async () => {
  const [paid, other] = [await givenPayingSite(service()), await givenPayingSite(service())];
  await paid.payingCustomer('ada@example.org', LATER_FAILING_CARD);
  await paid.pass('31 days');
  const [mail] = await paid.newBrowser().mails('ada@example.org');
  const link = /https?:\S+\/card\/(\w|-)+/.exec(mail?.text ?? '')?.[0] ?? '';
  const browser = paid.newBrowser();
  const page = await browser.open(link);
  expect([page.statusCode, headingOf(page.body)]).toEqual([200, 'Use another card']);
  const { pathname } = new URL(link);
  expect((await other.newBrowser().get(pathname)).statusCode).toBe(410);
  expect((await browser.get(`${pathname.slice(0, -1)}${pathname.endsWith('A') ? 'B' : 'A'}`)).statusCode).toBe(410);
  const cardPage = await browser.get(locationOf(await browser.post(pathname, {})));
  const unpaid = await browser.open(linksOf(cardPage.body).find((href) => href.includes('/card/')) ?? '');
  expect(headingOf(unpaid.body)).toBe('Use another card');
  const again = locationOf(await browser.post(pathname, {}));
  const back = locationOf(await paid.payAt(again, GOOD_CARD, browser));
  const elsewhere = back.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  expect(headingOf((await browser.open(elsewhere)).body)).toBe('Use another card');
  await browser.open(back);
  await paid.settle();
  const done = await browser.open(back);
  expect([headingOf(done.body), textOf(done.body)]).toEqual([
    'Thank you, it is paid',
    expect.not.stringContaining('ada@example.org'),
  ]);
  expect((await browser.get(elsewhere)).statusCode).toBe(410);
  expect(await paid.rows('billings')).toMatchObject([{ state: 'active' }]);
  expect((await browser.get(pathname)).statusCode).toBe(410);
});

test('the link beside a code goes on with one button in the browser that asked, and says so elsewhere', async () => {
  const paid = await givenPayingSite(service());
  const browser = paid.newBrowser();
  await browser.askForCode('ada@example.org');
  const [mail] = await browser.mails('ada@example.org');
  const link = /https?:\S+\?code=\d{6}/.exec(mail?.text ?? '')?.[0] ?? '';
  const elsewhere = await paid.newBrowser().get(link);
  expect(headingOf(elsewhere.body)).toBe('Open this link in the browser that asked for the code');
  expect(headingOf((await browser.submit(await browser.open(link))).body)).toBe('Your account');
});

test('a link in a mail keeps its target through the sign-in, and who is signed in goes on', async () => {
  const paid = await givenPayingSite(service());
  await paid.payingCustomer();
  const [payment] = await paid.rows<{ id: string }>('payments');
  const receipt = `/receipts/${payment?.id}`;
  const browser = paid.newBrowser();
  const codePage = await browser.submit(await browser.open(receipt), { email: 'ada@example.org' });
  const code = await browser.newestCode('ada@example.org');
  expect((await browser.submit(codePage, { code })).body).toContain(payment?.id);
  expect(locationOf(await browser.get(`/sign-in?return_to=${encodeURIComponent(receipt)}`))).toBe(receipt);
  expect(locationOf(await browser.get('/sign-in'))).toBe('/');
});
