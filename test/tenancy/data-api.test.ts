// Nothing of one publication can be seen or changed with the key, ids, cursors or values of another: the answer is the same as for an id
// that does not exist (decisions 32). Every operation of the contract has a row, or this fails.
import { beforeAll, describe, expect, it } from 'vitest';
import { dataApiOperationIds } from '../../generated/router.ts';
import { createOffer } from '../../src/models/offer.ts';
import { givenPublication, type TestPublication } from '../support/publication.ts';
import { useService } from '../support/service.ts';
import { DATA_API_ROWS, type Belongings } from './data-api.ts';

const CANARY = 'canary7391';
const service = useService();
let a: TestPublication;
let b: TestPublication;
let belongings: Belongings;

beforeAll(async () => {
  a = await givenPublication(service());
  b = await givenPublication(service(), { name: `${CANARY} news`, siteUrl: `https://${CANARY}.example.test` });
  belongings = await everythingOf(b);
});

async function everythingOf({ api, plan, price, publication }: TestPublication): Promise<Belongings> {
  const email = `reader-${CANARY}@example.test`;
  const activationCode = `code-${CANARY}`;
  const idempotencyKey = `key-${CANARY}`;
  await api.post('/customers', { activation_code: activationCode, name: CANARY });
  const second = { email: `second-${CANARY}@example.test`, activationCode: `second-code-${CANARY}` };
  await api.post('/customers', { email: second.email, activation_code: second.activationCode });
  const customer = (await api.post('/customers', { email, name: CANARY }, { 'idempotency-key': idempotencyKey })).json();
  const subscription = (await api.post('/subscriptions', { customer_id: customer.id, plan_id: plan.id, price_id: price.id })).json();
  const cursor = (await api.get('/customers?limit=1')).json().next_page;
  const eventId = (await api.get('/events?limit=1')).json().objects[0].id;
  const { database, clock } = service();
  const offer = await database.transaction((transaction) => createOffer(publication, transaction, clock, { slug: CANARY, name: CANARY, planId: plan.id, priceIds: [price.id] }));
  const newsletterId = (await api.get('/newsletters?limit=1')).json().objects[0].id;
  await api.post(`/customers/${customer.id}/newsletters`, { newsletter_slugs: newsletterId });
  return { customerId: customer.id, email, activationCode, subscriptionId: subscription.id, cursor, idempotencyKey, eventId, offerId: offer.id, newsletterId, second };
}

/** Everything of B that is stored. */
async function stateOfB(): Promise<string> {
  const { knex } = service().database;
  const tables = ['customers', 'subscriptions', 'apiKeys', 'plans', 'prices', 'offers', 'newsletters', 'newsletterSubscriptions', 'idempotencyAnswers'];
  return JSON.stringify(await Promise.all(tables.map((table) => knex(table).where({ publicationId: b.publication.id }).orderBy('createdAt'))));
}

/** An id of the same form that never was. */
const neverWas = (real: string): string => `${real.slice(0, -6)}zzzzzz`;

describe.each(dataApiOperationIds.map((operationId) => ({ operationId, rows: DATA_API_ROWS[operationId] })))('$operationId', ({ rows }) => {
  it('has at least one row', () => {
    expect(rows.length).toBeGreaterThan(0);
  });

  it.each(rows)("with A's key and $title answers: $answer, and B is as before", async ({ request, answer }) => {
    const before = await stateOfB();
    const response = await request(a, b, belongings, (real) => real);
    expect(response.body).not.toContain(CANARY);
    expect(await stateOfB()).toBe(before);
    if (answer === 'own') {
      expect(response.statusCode).toBe(200);
      return;
    }
    const unknown = await request(a, b, belongings, neverWas);
    const ids = /[a-z]+_[0-7][0-9a-z]{25}/g;
    expect([response.statusCode, response.body.replaceAll(ids, 'ID')]).toEqual([404, unknown.body.replaceAll(ids, 'ID')]);
    expect(Object.keys(response.headers)).toEqual(Object.keys(unknown.headers));
  });
});

it('nothing of B was ever written to the log', () => {
  expect(service().logLines.join('')).not.toContain(CANARY);
});
