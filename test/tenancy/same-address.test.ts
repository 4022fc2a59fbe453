// One reader with the same e-mail address in two publications: what happens to the address in one is nothing to the other (reliability T1).
import { expect, test } from 'vitest';
import { formOf, locationOf, type Browser } from '../support/browser.ts';
import { headingOf, mainTextOf } from '../support/html.ts';
import { givenPaidSite, type PaidSite } from '../support/payments.ts';
import { useService } from '../support/service.ts';
import { givenSite, type TestSite } from '../support/site.ts';

const service = useService();
const ADA = 'ada@example.org';
const NEW = 'lovelace@example.org';

async function changeAddress(browser: Browser, email: string): Promise<string> {
  const codePage = await browser.submit(await browser.open('/email-address'), { email });
  return mainTextOf((await browser.submit(codePage, { code: await browser.newestCode(email) })).body);
}

async function erase(browser: Browser): Promise<string> {
  const codePage = await browser.submit(await browser.open('/erase-account'));
  return headingOf((await browser.submit(codePage, { code: await browser.newestCode(ADA) })).body);
}

/** Asked for and not typed yet. Returns what becomes of typing it. */
async function codeOnItsWay(site: TestSite): Promise<() => Promise<string>> {
  const browser = site.newBrowser();
  const { action, fields } = formOf(await browser.get(await browser.askForCode(ADA)));
  const code = await browser.newestCode(ADA);
  return async () => headingOf((await browser.follow(await browser.post(action, { ...fields, code }))).body);
}

/** Bought, and on its way to the address in ten days. */
async function giveAway(paid: PaidSite): Promise<void> {
  const buyer = await paid.site.signedIn('giver@example.org');
  const { fields } = formOf(await buyer.open('/gift'), '/gift');
  const deliverOn = new Date(service().clock.now().getTime() + 10 * 86_400_000).toISOString().slice(0, 10);
  const typed = { choice: `supporter/${paid.site.price.id}/3`, recipient_email: ADA, sender_name: 'Giver', message: 'For you', deliver_on: deliverOn };
  await paid.payAt(locationOf(await buyer.post('/gift', { ...fields, ...typed })));
  await paid.settle();
}

test('an address that another publication knows is free to change to', async () => {
  const [ours, theirs] = [await givenSite(service()), await givenSite(service())];
  const [browser, other] = [await ours.signedIn(ADA), await theirs.signedIn(NEW)];
  expect(await changeAddress(browser, NEW)).toContain('Your e-mail address is changed.');
  expect(mainTextOf((await other.open('/')).body)).toContain(NEW);
});

test('a code that was asked for in another publication works after the address has changed here', async () => {
  const [ours, theirs] = [await givenSite(service()), await givenSite(service())];
  const browser = await ours.signedIn(ADA);
  const type = await codeOnItsWay(theirs);
  expect(await changeAddress(browser, NEW)).toContain('Your e-mail address is changed.');
  expect(await type()).toBe('Your account');
});

test('a code that was asked for in another publication works after the account was erased here', async () => {
  const [ours, theirs] = [await givenSite(service()), await givenSite(service())];
  const browser = await ours.signedIn(ADA);
  const type = await codeOnItsWay(theirs);
  expect(await erase(browser)).toBe('Your account is erased');
  expect(await type()).toBe('Your account');
});

test('a gift from another publication arrives on its day after the account was erased here', async () => {
  const [ours, theirs] = [await givenSite(service()), await givenPaidSite(service())];
  const browser = await ours.signedIn(ADA);
  await giveAway(theirs);
  expect(await erase(browser)).toBe('Your account is erased');
  await theirs.pass('11 days');
  const subjects = (await theirs.site.newBrowser().letters(ADA)).map(({ subject }) => subject);
  expect(subjects).toContainEqual(expect.stringContaining('A gift for you'));
});

test('an answer that another publication keeps under the same Idempotency-Key is replayed after the account was erased here', async () => {
  const [ours, theirs] = [await givenSite(service()), await givenSite(service())];
  const create = ({ api }: TestSite) => api.post('/customers', { email: ADA }, { 'idempotency-key': 'the-same-key' });
  const [, first] = [await create(ours), await create(theirs)];
  expect(await erase(await ours.signedIn(ADA))).toBe('Your account is erased');
  const again = await create(theirs);
  expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body]);
});
