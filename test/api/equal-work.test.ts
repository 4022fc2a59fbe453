// What the data API refuses tells nothing by the time it takes (reliability R-T2, R-A18): work is counted, statement by statement and hash by hash.
import { crc32 } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { dataApiOperations } from '../../generated/router.ts';
import { createOffer } from '../../src/models/catalog/offer.ts';
import {
  ApiClient,
  basic,
  givenPublication,
  type Fields,
  type TestPublication,
} from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';
import { workOf } from '../support/service/work.ts';

const service = useService();
let a: TestPublication;
/** Ids of another publication, by the noun of their path. */
let foreign: Readonly<Record<string, string>>;
let ownCustomer: string;

beforeAll(async () => {
  a = await givenPublication(service());
  ownCustomer = (await a.api.post('/customers', { email: 'own@example.org' })).json<{ id: string }>().id;
  const b = await givenPublication(service());
  const customer = (await b.api.post('/customers', { email: 'foreign@example.org', name: 'Foreign' })).json<{
    id: string;
  }>().id;
  const subscription = (
    await b.api.post('/subscriptions', { customer_id: customer, plan_id: b.plan.id, price_id: b.price.id })
  ).json<{ id: string }>().id;
  const { database, clock } = service();
  const offer = await database.transaction((transaction) =>
    createOffer(b.publication, transaction, clock, {
      slug: 'offer',
      name: 'Offer',
      planId: b.plan.id,
      priceIds: [b.price.id],
    }),
  );
  const [newsletter] = (await b.api.get('/newsletters')).json<{ objects: { id: string }[] }>().objects;
  const member = customer.replace('cus_', 'memb_');
  foreign = {
    customers: customer,
    members: member,
    subscriptions: subscription,
    plans: b.plan.id,
    prices: b.price.id,
    offers: offer.id,
    newsletters: newsletter?.id ?? '',
  };
});

/** An id of the same form that never was. */
const neverWas = (real: string): string => `${real.slice(0, -6)}zzzzzz`;
const FORMS: Readonly<Record<string, Fields>> = {
  updateMember: { name: 'Taken' },
  updateCustomer: { name: 'Taken' },
  updateCustomerNewsletters: { newsletter_slugs: 'weekly' },
  updateCustomerPostalAddress: { country: '' },
};
const BY_ID = Object.values(dataApiOperations).filter(({ path }) => path.includes('{id}'));

/** What of a request for that id can be told from outside: the answer, and the work. The look-up of A's own key is shared for a tenth of a second. */
async function seenOf(id: string, request: () => ReturnType<ApiClient['get']>) {
  const { answer, work } = await workOf(request);
  const { date: _date, 'request-id': _requestId, ...headers } = answer.headers;
  const ofRequest = work.slice(work.findIndex((step) => step.includes('from api_keys')) + 1);
  return { status: answer.statusCode, headers, body: answer.body.replaceAll(id, 'ID'), work: ofRequest };
}

describe('R-T2 an id of another publication costs the same work as one that never was, and gets the same answer', () => {
  test.each(BY_ID.map(({ operationId, method, path }) => ({ operationId, method, path })))(
    '$operationId',
    async ({ operationId, method, path }) => {
      const noun = path.split('/')[2] ?? '';
      const real = foreign[noun] ?? '';
      expect(real).toMatch(/^[a-z]+_[0-9a-z]{26}$/);
      const form = new URLSearchParams(FORMS[operationId] ?? {}).toString();
      const send = (id: string) =>
        seenOf(id, () =>
          a.api.request(
            method as 'GET' | 'POST',
            path.replace('/2023-04-11', '').replace('{id}', id),
            method === 'POST' ? form : undefined,
            {},
          ),
        );
      const [seen, unknown] = [await send(real), await send(neverWas(real))];
      expect(seen.status).toBe(404);
      expect(seen).toEqual(unknown);
    },
  );

  test.each(['customer', 'plan', 'price'])('createSubscription, of a %s', async (what) => {
    const own = { customer_id: ownCustomer, plan_id: a.plan.id, price_id: a.price.id };
    const real = foreign[`${what}s`] ?? '';
    const send = (id: string) => seenOf(id, () => a.api.post('/subscriptions', { ...own, [`${what}_id`]: id }));
    const [seen, unknown] = [await send(real), await send(neverWas(real))];
    expect(seen.status).toBe(404);
    expect(seen).toEqual(unknown);
  });
});

test('R-A18 a key that misses a real one by one letter costs the same work as any other unknown key: keys are looked up by their hash', async () => {
  const { apiKey } = await givenPublication(service());
  const body = apiKey.slice(0, -7);
  const withChecksum = (text: string): string => text + crc32(text).toString(36).padStart(7, '0');
  expect(withChecksum(body)).toBe(apiKey);
  const near = withChecksum(body.slice(0, -1) + (body.endsWith('A') ? 'B' : 'A'));
  const far = withChecksum(`key_test_${'Z'.repeat(36)}`);
  const send = async (key: string) => {
    const { answer, work } = await workOf(() =>
      new ApiClient(service(), undefined).get('/members', { authorization: basic(key) }),
    );
    expect([answer.statusCode, answer.json<{ error: { code: string } }>().error.code]).toEqual([
      401,
      'invalid_api_key',
    ]);
    return work;
  };
  const [ofNear, ofFar] = [await send(near), await send(far)];
  expect(ofNear).toEqual(ofFar);
  expect(ofNear.slice(0, 2)).toEqual([
    'hash',
    expect.stringContaining('from api_keys k join publications p on p.id = k.publication_id where k.hash = '),
  ]);
});
