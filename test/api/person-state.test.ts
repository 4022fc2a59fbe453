// The state of a person, in one word: reached through the doors by which people come to it, kept as it would be computed,
// and shown and filtered by in the data API.
import { beforeAll, expect, test } from 'vitest';
import { updateOffer } from '../../src/models/catalog/offer.ts';
import { indexPeople } from '../../src/models/finding/word-index.ts';
import { computedState, type PersonState } from '../../src/models/people/person-state.ts';
import { LATER_FAILING_CARD } from '../support/publications/cards.ts';
import { GIFT_RECIPIENT, givenGift } from '../support/publications/gift.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import type { Fields } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
let site: PayingSite;

beforeAll(async () => {
  site = await givenPayingSite(service());
});

interface Shown {
  readonly id: string;
  readonly email: string | null;
  readonly state: PersonState;
}

async function create(fields: Fields): Promise<string> {
  return (await site.api.post('/customers', fields)).json<Shown>().id;
}

async function subscribe(customerId: string, fields: Fields): Promise<string> {
  const answer = await site.api.post('/subscriptions', { customer_id: customerId, plan_id: site.plan.id, ...fields });
  return answer.json<Shown>().id;
}

const complimentary = { complimentary: 'true' };

async function stateOf(id: string): Promise<string> {
  const answer = await site.api.get(`/customers/${id}`);
  return answer.statusCode === 404 ? 'not shown' : answer.json<Shown>().state;
}

async function idOf(email: string): Promise<string> {
  const [found] = (await site.api.get(`/customers?email=${encodeURIComponent(email)}`)).json<{ objects: Shown[] }>()
    .objects;
  return found?.id ?? '';
}

async function cancel(subscriptionId: string): Promise<void> {
  await site.api.post(`/subscriptions/${subscriptionId}/cancel`);
}

async function withTrial(days: number): Promise<void> {
  await service().database.transaction((transaction) =>
    updateOffer(site.publication, transaction, 'supporter', { trialDays: days }),
  );
}

/** How somebody comes to each state; each returns whose it is. */
const WAYS: readonly (readonly [way: string, state: string, come: (email: string) => Promise<string>])[] = [
  ['only has an address', 'free', (email) => create({ email })],
  ['has a code and no address', 'free', (email) => create({ activation_code: email.slice(0, 12).padEnd(12, '0') })],
  [
    'pays by the publisher’s own means',
    'paying',
    async (email) => {
      const id = await create({ email });
      await subscribe(id, { price_id: site.price.id });
      return id;
    },
  ],
  ['pays on the pages', 'paying', async (email) => (await site.payingCustomer(email)).id],
  [
    'is given a subscription',
    'complimentary',
    async (email) => {
      const id = await create({ email });
      await subscribe(id, complimentary);
      return id;
    },
  ],
  [
    'had one that was canceled',
    'ended',
    async (email) => {
      const id = await create({ email });
      await cancel(await subscribe(id, complimentary));
      return id;
    },
  ],
  [
    'is on trial',
    'trial',
    async (email) => {
      await withTrial(14);
      const { id } = await site.payingCustomer(email);
      await withTrial(0);
      return id;
    },
  ],
  [
    'claimed a gift',
    'gift',
    async () => {
      await givenGift(site);
      const reader = await site.signedIn(GIFT_RECIPIENT);
      const [mail] = await reader
        .mails(GIFT_RECIPIENT)
        .then((mails) => mails.filter(({ text }) => text.includes('/gift/claim')));
      const code = /claim\?code=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
      const gift = await reader.submit(await reader.open(`/gift/claim?code=${code}`));
      await reader.submit(gift);
      return idOf(GIFT_RECIPIENT);
    },
  ],
  [
    'has a payment of their own beside what is given',
    'paying',
    async (email) => {
      const id = await create({ email });
      await subscribe(id, { ...complimentary, plan_id: site.otherPlan.id });
      await subscribe(id, { price_id: site.price.id });
      return id;
    },
  ],
  [
    'keeps what is given when what was paid ends',
    'complimentary',
    async (email) => {
      const id = await create({ email });
      await subscribe(id, { ...complimentary, plan_id: site.otherPlan.id });
      await cancel(await subscribe(id, { price_id: site.price.id }));
      return id;
    },
  ],
  [
    'was erased',
    'not shown',
    async (email) => {
      const id = await create({ email });
      await subscribe(id, complimentary);
      await site.api.post(`/customers/${id}/erase`);
      return id;
    },
  ],
];

test.each(WAYS)('who %s is %s', async (way, state, come) => {
  const id = await come(`s${WAYS.findIndex(([of]) => of === way)}-state@example.org`);
  expect(await stateOf(id)).toBe(state);
  expect(await kept(id)).toBe(state === 'not shown' ? 'gone' : state);
});

test('a failed renewal comes before all else, and what it granted ends with the grace', async () => {
  const { id } = await site.payingCustomer('failing@example.org', LATER_FAILING_CARD);
  await subscribe(id, { ...complimentary, plan_id: site.otherPlan.id });
  expect(await stateOf(id)).toBe('paying');
  await site.pass('32 days');
  expect(await stateOf(id)).toBe('past_due');
  service().clock.advance(60 * 24 * 3600);
  await site.pass('60 days');
  expect(await stateOf(id)).toBe('complimentary');
});

test('a trial that is paid for in the end is paying', async () => {
  await withTrial(14);
  const { id } = await site.payingCustomer('tries@example.org');
  await withTrial(0);
  expect(await stateOf(id)).toBe('trial');
  await site.pass('15 days');
  expect(await stateOf(id)).toBe('paying');
});

test('whoever is merged into another leaves them what they had', async () => {
  const made = (await site.api.post('/customers', { activation_code: 'MERGED-STATE', name: 'Former Name' })).json();
  const former: string = made.id;
  await subscribe(former, complimentary);
  const reader = await site.signedIn('merged@example.org');
  const into = await idOf('merged@example.org');
  expect(await stateOf(into)).toBe('free');
  const { database } = service();
  const words = () => database.knex('customerWords').where({ customerId: former });
  await indexPeople(database, site.publication);
  expect(await words()).not.toEqual([]);
  await reader.submit(await reader.open(made.activation_url));
  expect(await words()).toEqual([]);
  expect([await kept(former), await kept(into)]).toEqual(['gone', 'complimentary']);
});

test('changes at the same time leave the state that is computed from all of them', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, (_, at) => create({ email: `race${at}@example.org` })));
  for (let round = 0; round < 3; round += 1) {
    const paid = await Promise.all(people.map((id) => subscribe(id, { price_id: site.price.id })));
    await Promise.all(
      people.flatMap((id, at) => [
        cancel(paid[at] ?? ''),
        subscribe(id, { ...complimentary, plan_id: site.otherPlan.id }).then((given) =>
          round < 2 ? cancel(given) : undefined,
        ),
      ]),
    );
    expect(await Promise.all(people.map(stateOf))).toEqual(people.map(() => (round < 2 ? 'ended' : 'complimentary')));
  }
});

test('the kept state of everybody is the computed one', async () => {
  const { rows } = await everybody();
  expect(rows.filter(({ state, computed }) => state !== computed)).toEqual([]);
  expect(rows.length).toBeGreaterThan(15);
});

test.each(['customers', 'members'])('%s are listed by state, alone and with other filters', async (list) => {
  const all = (await site.api.get(`/${list}?limit=100`)).json<{ objects: Shown[] }>().objects;
  const states = [...new Set(all.map(({ state }) => state))];
  expect(states).not.toContain('gone');
  const ids = async (query: string): Promise<string[]> =>
    (await site.api.get(`/${list}?limit=100&${query}`)).json<{ objects: Shown[] }>().objects.map(({ id }) => id);
  for (const state of states) {
    const those = all.filter((person) => person.state === state);
    expect(await ids(`state=${state}`)).toEqual(those.map(({ id }) => id));
    const held = new Set(await ids('plan=supporter'));
    expect(await ids(`plan=supporter&state=${state}`)).toEqual(those.map(({ id }) => id).filter((id) => held.has(id)));
    const email = encodeURIComponent(those.find((person) => person.email !== null)?.email ?? '');
    expect(await ids(`email=${email}&state=${state}`)).toHaveLength(1);
    expect(await ids(`email=${email}&state=past_due`)).toEqual([]);
    const holds = held.has((await ids(`email=${email}`))[0] ?? '');
    expect(await ids(`email=${email}&plan=supporter&state=${state}`)).toHaveLength(holds ? 1 : 0);
  }
  expect((await site.api.get(`/${list}?state=gone`)).statusCode).toBe(400);
});

async function kept(id: string): Promise<PersonState | undefined> {
  return (await everybody()).rows.find((row) => row.id === id)?.state;
}

async function everybody() {
  const { knex } = service().database;
  const rows: { id: string; state: PersonState; computed: PersonState }[] = await knex('customers as c')
    .where('c.publicationId', site.publication.id)
    .select('c.id', 'c.state', knex.raw(`(${computedState}) as computed`));
  return { rows };
}
