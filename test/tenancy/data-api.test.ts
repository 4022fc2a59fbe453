// Nothing of one publication can be seen or changed with the key, ids, cursors or values of another: the answer is the same as for an id
// that does not exist (decisions 32). Every operation of the contract has a row, or this fails. Both publications have something of everything,
// under the same slugs.
import { beforeAll, describe, expect, it } from 'vitest';
import { dataApiOperationIds } from '../../generated/operation-ids.ts';
import type { TestPublication } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';
import { DATA_API_ROWS, type Belongings } from './data-api.ts';
import { idsIn, rowsOf, tracesIn, type OwnedRows } from './rows.ts';
import { connectToStripe, first, givenWorld, tracesOfWorld, type World } from './world.ts';

const CANARY = 'canary7391';
const service = useService();
let a: TestPublication;
let b: TestPublication;
let belongings: Belongings;
let traces: readonly string[];

beforeAll(async () => {
  const [theirs, ours] = [
    await givenWorld(service(), CANARY, 'only-theirs'),
    await givenWorld(service(), 'canary5512', 'only-ours'),
  ];
  [a, b] = [ours.paid, theirs.paid];
  belongings = await everythingOf(theirs);
  await connectToStripe(theirs);
  traces = await tracesOfWorld(theirs, ours);
});

async function everythingOf({ paid }: World): Promise<Belongings> {
  const { api } = paid;
  const email = `reader-${CANARY}@example.test`;
  const activationCode = `code-${CANARY}`;
  const idempotencyKey = `key-${CANARY}`;
  await api.post('/customers', { activation_code: activationCode, name: CANARY });
  const second = { email: `second-${CANARY}@example.test`, activationCode: `second-code-${CANARY}` };
  await api.post('/customers', { email: second.email, activation_code: second.activationCode });
  const customer = (
    await api.post('/customers', { email, name: CANARY }, { 'idempotency-key': idempotencyKey })
  ).json();
  const subscription = (
    await api.post('/subscriptions', {
      customer_id: customer.id,
      plan_id: paid.plan.id,
      price_id: paid.price.id,
    })
  ).json();
  const cursor = (await api.get('/customers?limit=1')).json().next_page;
  const eventId = (await api.get('/events?limit=1')).json().objects[0].id;
  const [offer, newsletter] = [await first(paid, 'offers'), await first(paid, 'newsletters')];
  return {
    customerId: customer.id,
    email,
    activationCode,
    subscriptionId: subscription.id,
    cursor,
    idempotencyKey,
    eventId,
    offerId: offer.id,
    newsletterId: newsletter.id,
    second,
  };
}

/** Everything of B that is stored. */
const stateOfB = (): Promise<OwnedRows> => rowsOf(service().database, b.publication.id);

/** Ids of B's in what is stored of A. */
async function takenFromB(): Promise<string[]> {
  return idsIn(await rowsOf(service().database, a.publication.id), traces);
}

/** An id of the same form that never was. */
const neverWas = (real: string): string => `${real.slice(0, -6)}zzzzzz`;

describe.each(dataApiOperationIds.map((operationId) => ({ operationId, rows: DATA_API_ROWS[operationId] })))(
  '$operationId',
  ({ rows }) => {
    it('has at least one row', () => {
      expect(rows.length).toBeGreaterThan(0);
    });

    it.each(rows)(
      "with A's key and $title answers: $answer, with nothing of B's, and B is as before",
      async ({ request, answer }) => {
        const before = await stateOfB();
        const named: string[] = [];
        const response = await request(a, b, belongings, (real) => {
          named.push(real);
          return real;
        });
        expect(tracesIn(response.body, traces, named)).toEqual([]);
        expect(await stateOfB()).toEqual(before);
        expect(await takenFromB()).toEqual([]);
        if (answer === 'own') {
          expect(response.statusCode).toBe(200);
          return;
        }
        const unknown = await request(a, b, belongings, neverWas);
        const ids = /[a-z]+_[0-7][0-9a-z]{25}/g;
        expect([response.statusCode, response.body.replaceAll(ids, 'ID')]).toEqual([
          404,
          unknown.body.replaceAll(ids, 'ID'),
        ]);
        expect(Object.keys(response.headers)).toEqual(Object.keys(unknown.headers));
      },
    );
  },
);

it('nothing of B was ever written to the log', () => {
  expect(service().logLines.join('')).not.toContain(CANARY);
});
