// Journeys of readers and programs with two instances on one PostgreSQL, each request answered by the other (reliability R-F15).
import { expect, test } from 'vitest';
import { locationOf, type Browser } from '../support/browser/browser.ts';
import { headingOf, linksOf, mainTextOf } from '../support/browser/html.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { givenRelyingParty, POST_LOGOUT_REDIRECT_URI } from '../support/outside/relying-party.ts';
import { GIFT_RECIPIENT, givenGift } from '../support/publications/gift.ts';
import { givenOfferedSite } from '../support/publications/paying.ts';
import { givenSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const service = useService({}, 2);
const ADA = 'ada@example.org';

/** The page behind a link of a page. */
function linked(browser: Browser, page: { readonly body: string }, link: RegExp) {
  return browser.open(linksOf(page.body).find((href) => link.test(href)) ?? 'no such link');
}

test('R-F15 a sign-in by code, the website’s tokens and the end of the session', async () => {
  const party = await givenRelyingParty(service(), {
    backchannelLogoutUri: 'https://www.example.test/logout',
    backchannelLogoutOnEndSession: true,
  });
  const { browser, tokens } = await party.signIn({ email: ADA });
  for (let turn = 0; turn < 2; turn += 1) {
    expect((await party.userinfo(tokens.access_token)).statusCode).toBe(200);
    expect((await party.signInOn(browser, { prompt: 'none' })).claims.sub).toBeDefined();
  }
  const hint = { id_token_hint: tokens.id_token, post_logout_redirect_uri: POST_LOGOUT_REDIRECT_URI };
  expect(locationOf(await party.endSession(browser, hint))).toBe(POST_LOGOUT_REDIRECT_URI);
  for (let turn = 0; turn < 2; turn += 1) expect((await party.userinfo(tokens.access_token)).statusCode).toBe(401);
  const notices = await service().database.knex('deliveries').where({ kind: 'backchannel_logout' });
  expect(notices).toHaveLength(1);
});

test('R-F15 a subscription: paid, changed to another offer, cancelled, and kept after all', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.payer(ADA);
  expect(mainTextOf((await browser.open('/')).body)).toContain('€5 a month');
  await site.pass('10 days');
  const upgrade = await linked(browser, await browser.open('/upgrade'), /^\/upgrade\?.*friend/);
  await browser.submit(upgrade);
  await site.settle();
  const account = await browser.open('/');
  expect(mainTextOf(account.body)).toContain('€9 a month');
  const canceled = await browser.submit(await linked(browser, account, /\/cancel$/), { reason: 'no_time' });
  const ending = async () => (await site.rows<{ endReason: string | null }>('subscriptions'))[0]?.endReason;
  expect(await ending()).toBe('reader');
  const [subscription] = await site.rows<{ id: string }>('subscriptions');
  await browser.submit(canceled, {}, `/subscriptions/${subscription?.id}/resume`);
  expect(await ending()).toBeNull();
  const payments = await site.rows<{ reason: string }>('payments', 'paidAt');
  expect(payments.map(({ reason }) => reason)).toEqual(['start', 'switch']);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('R-F15 a gift, bought by one and claimed by another', async () => {
  const site = await givenSite(service());
  await givenGift(site);
  const recipient = await site.signedIn(GIFT_RECIPIENT);
  const mail = (await recipient.mails(GIFT_RECIPIENT)).find(({ subject }) => subject.includes('gift'));
  const code = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}/.exec(mail?.text ?? '')?.[0] ?? '';
  const gift = await recipient.submit(await recipient.open('/gift/claim'), { code });
  await recipient.submit(gift);
  const [subscription] = await service().database.knex('subscriptions').where({ publicationId: site.publication.id });
  expect(subscription).toMatchObject({ billing: 'gift', status: 'active' });
});

test('R-F15 a free offering, and another address afterwards', async () => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const codePage = await browser.submit(await browser.open('/free_offering/subscribe'), { email: ADA });
  const welcome = await browser.submit(codePage, { code: await browser.newestCode(ADA) });
  expect(headingOf(welcome.body)).toBe('You are subscribed');
  const presentCode = await browser.submit(await browser.open('/email-address'), { email: 'eve@example.org' });
  const newCode = await browser.submit(presentCode, { code: await browser.newestCode(ADA) });
  const account = await browser.submit(newCode, { code: await browser.newestCode('eve@example.org') });
  expect(mainTextOf(account.body)).toContain('Your e-mail address has been changed.');
});

test('R-F15 an activation of a customer whom a program made, under one Idempotency-Key', async () => {
  const site = await givenSite(service());
  const key = { 'idempotency-key': 'order-17' };
  const made = [];
  for (let turn = 0; turn < 3; turn += 1)
    made.push(await site.api.post('/customers', { activation_code: 'PAPER-2027-x' }, key));
  expect(made.map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true', 'true']);
  const [customer] = made.map((answer) => answer.json<{ id: string; activation_url: string }>());
  const browser = site.newBrowser();
  const codePage = await browser.submit(await browser.open(customer?.activation_url ?? ''), { email: ADA });
  await browser.submit(codePage, { code: await browser.newestCode(ADA) });
  const { email } = (await site.api.get(`/customers/${customer?.id}`)).json<{ email: string }>();
  expect(email).toBe(ADA);
});

test('R-F15 ten requests at once under one Idempotency-Key have one effect', async () => {
  const { api } = await givenSite(service());
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => api.post('/customers', { email: ADA }, { 'idempotency-key': 'at-once' })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
  expect((await api.get('/customers')).json<{ objects: unknown[] }>().objects).toHaveLength(1);
});
