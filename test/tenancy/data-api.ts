// The tenancy matrix of the data API: for each operation of the contract, A's key with B's ids, cursors and values.
import type { LightMyRequestResponse } from 'fastify';
import type { DataApiOperationId } from '../../generated/router.ts';
import type { Fields, TestPublication } from '../support/publication.ts';

/** What B has, and A must not see. */
export interface Belongings {
  readonly customerId: string;
  readonly email: string;
  readonly activationCode: string;
  readonly subscriptionId: string;
  readonly cursor: string;
  readonly idempotencyKey: string;
  readonly eventId: string;
}

export interface Row {
  readonly title: string;
  /** The request of A; `id` is B's, or one that never was. Rows that name nothing of B's by id ignore it. */
  readonly request: (a: TestPublication, b: TestPublication, belongings: Belongings, id: (real: string) => string) => Promise<LightMyRequestResponse>;
  /** unknown: as for an id that never was. own: as if B did not exist. */
  readonly answer: 'unknown' | 'own';
}

const form = (fields: Fields): Fields => fields;

export const DATA_API_ROWS: Record<DataApiOperationId, readonly Row[]> = {
  listMembers: [
    { title: "B's cursor", answer: 'own', request: (a, _b, { cursor }) => a.api.get(`/members?limit=100&page=${cursor}`) },
    { title: "B's host", answer: 'own', request: (a, b) => a.api.get('/members', { host: b.publication.siteHost }) },
  ],
  listCustomers: [
    { title: "B's cursor", answer: 'own', request: (a, _b, { cursor }) => a.api.get(`/customers?limit=100&page=${cursor}`) },
    { title: "B's host", answer: 'own', request: (a, b) => a.api.get('/customers', { host: b.publication.siteHost }) },
  ],
  createCustomer: [
    { title: "B's e-mail address", answer: 'own', request: (a, _b, { email }) => a.api.post('/customers', { email: email.toUpperCase() }) },
    { title: "B's activation code", answer: 'own', request: (a, _b, { activationCode }) => a.api.post('/customers', { activation_code: activationCode }) },
    { title: "B's Idempotency-Key", answer: 'own', request: (a, _b, { idempotencyKey }) => a.api.post('/customers', { email: 'own@a.test' }, { 'idempotency-key': idempotencyKey }) },
  ],
  createSubscription: [
    {
      title: "B's customer",
      answer: 'unknown',
      request: (a, _b, { customerId }, id) => a.api.post('/subscriptions', form({ customer_id: id(customerId), plan_id: a.plan.id, price_id: a.price.id })),
    },
    {
      title: "B's customer as a member",
      answer: 'unknown',
      request: (a, _b, { customerId }, id) => a.api.post('/subscriptions', form({ customer_id: id(customerId.replace('cus_', 'memb_')), plan_id: a.plan.id, price_id: a.price.id })),
    },
    {
      title: "B's plan",
      answer: 'unknown',
      request: async (a, b, _belongings, id) => a.api.post('/subscriptions', form({ customer_id: await newCustomer(a), plan_id: id(b.plan.id), complimentary: 'true' })),
    },
    {
      title: "B's price",
      answer: 'unknown',
      request: async (a, b, _belongings, id) => a.api.post('/subscriptions', form({ customer_id: await newCustomer(a), plan_id: a.plan.id, price_id: id(b.price.id) })),
    },
  ],
  cancelSubscription: [{ title: "B's subscription", answer: 'unknown', request: (a, _b, { subscriptionId }, id) => a.api.post(`/subscriptions/${id(subscriptionId)}/cancel`) }],
  listEvents: [
    { title: "B's cursor", answer: 'own', request: (a, _b, { cursor }) => a.api.get(`/events?limit=100&page=${cursor}`) },
    { title: "B's event", answer: 'own', request: (a, _b, { eventId }) => a.api.get(`/events?limit=100&after=${eventId}`) },
    { title: "B's host", answer: 'own', request: (a, b) => a.api.get('/events', { host: b.publication.siteHost }) },
  ],
};

let made = 0;

async function newCustomer({ api }: TestPublication): Promise<string> {
  made += 1;
  return (await api.post('/customers', { email: `own${made}@a.test` })).json().id;
}
