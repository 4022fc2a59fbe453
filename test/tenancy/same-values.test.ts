// The same e-mail address, activation code and slugs in two publications: they never clash, and what happens to one leaves the other as it was.
import { expect, test } from 'vitest';
import { headingOf } from '../support/browser/html.ts';
import { givenSite, type TestSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const PERSON = { email: 'ada@example.test', activation_code: 'ONE-CODE', name: 'Ada' };
const service = useService();

async function givenPerson(site: TestSite): Promise<string> {
  const made = await site.api.post('/customers', PERSON);
  expect([made.statusCode, made.json()]).toEqual([
    200,
    expect.objectContaining({ email: PERSON.email, name: PERSON.name }),
  ]);
  const { id } = made.json<{ id: string }>();
  const subscribed = await site.api.post('/subscriptions', {
    customer_id: id,
    plan_id: site.plan.id,
    price_id: site.price.id,
  });
  expect(subscribed.statusCode).toBe(200);
  return id;
}

async function seenBy(site: TestSite, id: string): Promise<unknown[]> {
  const paths = [
    `/customers/${id}`,
    `/customers?email=${PERSON.email}`,
    '/subscriptions',
    '/plans',
    '/offers',
    '/newsletters',
  ];
  return Promise.all(paths.map(async (path) => (await site.api.get(path)).json<unknown>()));
}

test('R-T3 one address, one activation code and the same slugs belong to each of two publications on its own', async () => {
  const [one, other] = [await givenSite(service()), await givenSite(service())];
  const [id, otherId] = [await givenPerson(one), await givenPerson(other)];
  expect(otherId).not.toBe(id);
  const before = await seenBy(other, otherId);
  expect((await one.api.post(`/customers/${id}`, { name: 'Grace', email: 'grace@example.test' })).statusCode).toBe(200);
  expect((await one.api.post(`/customers/${id}/newsletters`, { newsletter_slugs: 'daily' })).statusCode).toBe(200);
  expect((await one.api.post(`/customers/${id}/erase`)).statusCode).toBe(200);
  expect(await seenBy(other, otherId)).toEqual(before);
});

test('R-T3 who signs in with the address at one publication is a visitor at the other', async () => {
  const [one, other] = [await givenSite(service()), await givenSite(service())];
  await givenPerson(one);
  await givenPerson(other);
  const browser = other.newBrowser();
  const codePage = await browser.askForCode(PERSON.email);
  await one.newBrowser().askForCode(PERSON.email);
  expect(await one.newBrowser().newestCode(PERSON.email)).toMatch(/^\d{6}$/);
  expect((await browser.enterCode(codePage, await browser.newestCode(PERSON.email))).statusCode).toBe(303);
  expect(headingOf((await browser.open('/')).body)).toBe('Your account');
  expect(headingOf((await one.newBrowser().open('/')).body)).not.toBe('Your account');
});
