// The tenancy matrix of the data API: for each operation of the contract, A's key with B's ids, cursors and values.
import type { LightMyRequestResponse } from 'fastify';
import type { DataApiOperationId } from '../../generated/operation-ids.ts';
import type { Fields, TestPublication } from '../support/publications/publication.ts';
import { PAYER } from './world.ts';

/** What B has, and A must not see. */
export interface Belongings {
  readonly customerId: string;
  readonly email: string;
  readonly activationCode: string;
  readonly subscriptionId: string;
  readonly cursor: string;
  readonly idempotencyKey: string;
  readonly eventId: string;
  readonly offerId: string;
  readonly newsletterId: string;
  /** Of another customer: what a row has given to A is A's own in the next. */
  readonly second: { readonly email: string; readonly activationCode: string };
}

export interface Row {
  readonly title: string;
  /** The request of A; `id` is B's, or one that never was. Rows that name nothing of B's by id ignore it. */
  readonly request: (
    a: TestPublication,
    b: TestPublication,
    belongings: Belongings,
    id: (real: string) => string,
  ) => Promise<LightMyRequestResponse>;
  /** unknown: as for an id that never was. own: as if B did not exist. */
  readonly answer: 'unknown' | 'own';
}

const form = (fields: Fields): Fields => fields;

/** A list of A's own: as it is, with B's cursor, by B's host, and with filters that name what is B's or what both have. */
function listRows(
  path: string,
  filters: Readonly<Record<string, (belongings: Belongings, b: TestPublication) => string>> = {},
): readonly Row[] {
  return [
    { title: 'no filter', answer: 'own', request: (a) => a.api.get(`${path}?limit=100`) },
    {
      title: "B's cursor",
      answer: 'own',
      request: (a, _b, { cursor }) => a.api.get(`${path}?limit=100&page=${cursor}`),
    },
    { title: "B's host", answer: 'own', request: (a, b) => a.api.get(path, { host: b.publication.siteHost }) },
    ...Object.entries(filters).map(([title, filter]): Row => ({
      title,
      answer: 'own',
      request: (a, b, belongings) => a.api.get(`${path}?limit=100&${filter(belongings, b)}`),
    })),
  ];
}

/** What both have is A's own. */
function slugRow(request: (a: TestPublication) => Promise<LightMyRequestResponse>): Row {
  return { title: 'the slug that both have', answer: 'own', request };
}

/** A write to what is A's own, while B has the same. */
function ownRow(request: (a: TestPublication) => Promise<LightMyRequestResponse>): Row {
  return { title: "A's own", answer: 'own', request };
}

/** A request for one object by B's id, and for a person by the memb_ id as well. */
function oneRow(
  noun: string,
  request: (a: TestPublication, id: string) => Promise<LightMyRequestResponse>,
  real: (belongings: Belongings, b: TestPublication) => string,
): Row {
  return {
    title: `B's ${noun}`,
    answer: 'unknown',
    request: (a, b, belongings, id) => request(a, id(real(belongings, b))),
  };
}

const customerOf = ({ customerId }: Belongings): string => customerId;
const memberOf = ({ customerId }: Belongings): string => customerId.replace('cus_', 'memb_');

/** What names a person by either id. */
function personRows(request: (a: TestPublication, id: string) => Promise<LightMyRequestResponse>): readonly Row[] {
  return [oneRow('customer', request, customerOf), oneRow('member', request, memberOf)];
}

const PEOPLE_FILTERS = {
  "B's e-mail address": ({ email }: Belongings): string => `email=${encodeURIComponent(email)}`,
  "B's plan": (_: Belongings, b: TestPublication): string => `plan=${b.plan.id}`,
  'the plan that both have': (): string => 'plan=supporter',
  'the address that both know': (): string => `email=${PAYER}`,
};

export const DATA_API_ROWS: Record<DataApiOperationId, readonly Row[]> = {
  listMembers: listRows('/members', PEOPLE_FILTERS),
  listCustomers: listRows('/customers', PEOPLE_FILTERS),
  createCustomer: [
    {
      title: "B's e-mail address",
      answer: 'own',
      request: (a, _b, { email }) => a.api.post('/customers', { email: email.toUpperCase() }),
    },
    {
      title: "B's activation code",
      answer: 'own',
      request: (a, _b, { activationCode }) => a.api.post('/customers', { activation_code: activationCode }),
    },
    {
      title: "B's Idempotency-Key",
      answer: 'own',
      request: (a, _b, { idempotencyKey }) =>
        a.api.post('/customers', { email: 'own@a.test' }, { 'idempotency-key': idempotencyKey }),
    },
  ],
  createSubscription: [
    ownRow(newSubscription),
    {
      title: "B's customer",
      answer: 'unknown',
      request: (a, _b, { customerId }, id) =>
        a.api.post('/subscriptions', form({ customer_id: id(customerId), plan_id: a.plan.id, price_id: a.price.id })),
    },
    {
      title: "B's customer as a member",
      answer: 'unknown',
      request: (a, _b, { customerId }, id) =>
        a.api.post(
          '/subscriptions',
          form({ customer_id: id(customerId.replace('cus_', 'memb_')), plan_id: a.plan.id, price_id: a.price.id }),
        ),
    },
    {
      title: "B's plan",
      answer: 'unknown',
      request: async (a, b, _belongings, id) =>
        a.api.post(
          '/subscriptions',
          form({ customer_id: await newCustomer(a), plan_id: id(b.plan.id), complimentary: 'true' }),
        ),
    },
    {
      title: "B's price",
      answer: 'unknown',
      request: async (a, b, _belongings, id) =>
        a.api.post(
          '/subscriptions',
          form({ customer_id: await newCustomer(a), plan_id: a.plan.id, price_id: id(b.price.id) }),
        ),
    },
  ],
  cancelSubscription: [
    {
      title: "B's subscription",
      answer: 'unknown',
      request: (a, _b, { subscriptionId }, id) => a.api.post(`/subscriptions/${id(subscriptionId)}/cancel`),
    },
  ],
  getMember: personRows((a, id) => a.api.get(`/members/${id}`)),
  updateMember: [
    ...personRows((a, id) => a.api.post(`/members/${id}`, { name: 'Taken' })),
    {
      title: "B's e-mail address",
      answer: 'own',
      request: async (a, _b, { second }) =>
        a.api.post(`/members/${await newCustomer(a)}`, { email: second.email.toUpperCase() }),
    },
  ],
  eraseMember: [
    ...personRows((a, id) => a.api.post(`/members/${id}/erase`)),
    ownRow(async (a) => a.api.post(`/members/${await idOf(a, 'trying@example.org')}/erase`)),
  ],
  getCustomer: personRows((a, id) => a.api.get(`/customers/${id}`)),
  updateCustomer: [
    ...personRows((a, id) => a.api.post(`/customers/${id}`, { name: 'Taken' })),
    {
      title: "B's activation code",
      answer: 'own',
      request: async (a, _b, { second }) =>
        a.api.post(`/customers/${await newCustomer(a)}`, { activation_code: second.activationCode }),
    },
  ],
  eraseCustomer: [
    ...personRows((a, id) => a.api.post(`/customers/${id}/erase`)),
    ownRow(async (a) => a.api.post(`/customers/${await idOf(a, 'signed-in@example.org')}/erase`)),
  ],
  signOutCustomer: [
    ...personRows((a, id) => a.api.post(`/customers/${id}/sign_out`)),
    ownRow(async (a) => a.api.post(`/customers/${await idOf(a, 'saving@example.org')}/sign_out`)),
  ],
  updateCustomerNewsletters: [
    ...personRows((a, id) => a.api.post(`/customers/${id}/newsletters`, { newsletter_slugs: 'weekly' })),
    {
      title: 'the newsletter that both have',
      answer: 'own',
      request: async (a) =>
        a.api.post(`/customers/${await newCustomer(a)}/newsletters`, { newsletter_slugs: 'weekly' }),
    },
    {
      title: "B's newsletter",
      answer: 'unknown',
      request: async (a, _b, { newsletterId }, id) =>
        a.api.post(`/customers/${await newCustomer(a)}/newsletters`, { newsletter_slugs: id(newsletterId) }),
    },
  ],
  updateCustomerPostalAddress: personRows((a, id) => a.api.post(`/customers/${id}/postal_address`, { country: '' })),
  listSubscriptions: listRows('/subscriptions', {
    "B's customer": ({ customerId }) => `customer=${customerId}`,
    "B's plan": (_, b) => `plan=${b.plan.id}`,
    'the plan that both have': () => 'plan=supporter',
    'a status': () => 'status=active',
    'a status and the plan that both have': () => 'status=active&plan=supporter',
    "B's customer, a status and the plan that both have": ({ customerId }) =>
      `customer=${customerId}&status=active&plan=supporter`,
  }),
  getSubscription: [
    oneRow(
      'subscription',
      (a, id) => a.api.get(`/subscriptions/${id}`),
      ({ subscriptionId }) => subscriptionId,
    ),
  ],
  getFigures: [
    { title: 'no filter', answer: 'own', request: (a) => a.api.get('/figures') },
    { title: 'days', answer: 'own', request: (a) => a.api.get('/figures?from=2026-01-01&to=2026-03-01&interval=day') },
    { title: "B's host", answer: 'own', request: (a, b) => a.api.get('/figures', { host: b.publication.siteHost }) },
  ],
  listPlans: listRows('/plans'),
  getPlan: [
    oneRow(
      'plan',
      (a, id) => a.api.get(`/plans/${id}`),
      (_, b) => b.plan.id,
    ),
    slugRow((a) => a.api.get('/plans/supporter')),
  ],
  listPrices: listRows('/prices', {
    "B's plan": (_, b) => `plan=${b.plan.id}`,
    'the plan that both have': () => 'plan=supporter',
  }),
  getPrice: [
    oneRow(
      'price',
      (a, id) => a.api.get(`/prices/${id}`),
      (_, b) => b.price.id,
    ),
  ],
  listOffers: listRows('/offers'),
  getOffer: [
    oneRow(
      'offer',
      (a, id) => a.api.get(`/offers/${id}`),
      ({ offerId }) => offerId,
    ),
    slugRow((a) => a.api.get('/offers/supporter')),
  ],
  listNewsletters: listRows('/newsletters'),
  getNewsletter: [
    oneRow(
      'newsletter',
      (a, id) => a.api.get(`/newsletters/${id}`),
      ({ newsletterId }) => newsletterId,
    ),
    slugRow((a) => a.api.get('/newsletters/weekly')),
  ],
  listEvents: [
    { title: 'no filter', answer: 'own', request: (a) => a.api.get('/events?limit=100') },
    { title: 'a type', answer: 'own', request: (a) => a.api.get('/events?limit=100&type=customer.created') },
    {
      title: "B's cursor",
      answer: 'own',
      request: (a, _b, { cursor }) => a.api.get(`/events?limit=100&page=${cursor}`),
    },
    {
      title: "B's event",
      answer: 'own',
      request: (a, _b, { eventId }) => a.api.get(`/events?limit=100&after=${eventId}`),
    },
    { title: "B's host", answer: 'own', request: (a, b) => a.api.get('/events', { host: b.publication.siteHost }) },
  ],
};

let made = 0;

async function newCustomer({ api }: TestPublication): Promise<string> {
  made += 1;
  return (await api.post('/customers', { email: `own${made}@a.test` })).json().id;
}

async function newSubscription(a: TestPublication): Promise<LightMyRequestResponse> {
  return a.api.post(
    '/subscriptions',
    form({ customer_id: await newCustomer(a), plan_id: a.plan.id, price_id: a.price.id }),
  );
}

/** Of A's customer with an address that B's has, too. */
async function idOf({ api }: TestPublication, email: string): Promise<string> {
  return (await api.get(`/customers?email=${email}`)).json().objects[0].id;
}
