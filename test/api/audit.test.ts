// Writes by an API key stand in the publication's audit log, each in the transaction of the write, with the key, the
// record, the request and where it came from (decisions 37). The list of operations is the contract's.
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { dataApiOperations } from '../../generated/router.ts';
import { actOf } from '../../src/models/staff/audit-entry.ts';
import { givenSite, type TestSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';
import { workOf } from '../support/service/work.ts';

const service = useService();
type Entry = Readonly<Record<string, unknown>>;

async function entriesOf(publicationId: string): Promise<Entry[]> {
  return service().database.knex('audit_entries').where({ publicationId }).orderBy('id');
}

test('acts are named by noun and verb', () => {
  expect(['createCustomer', 'updateCustomerNewsletters', 'signOutCustomer'].map(actOf)).toEqual([
    'customer.create',
    'customer-newsletters.update',
    'customer.sign-out',
  ]);
});

test('every writing operation leaves an entry, and no reading one does', async () => {
  const site = await givenSite(service());
  const { api, plan, publication, apiKeyId } = site;
  const id = (await api.post('/customers', { email: 'ada@example.org' })).json<{ id: string }>().id;
  const subscription = (
    await api.post('/subscriptions', { customer_id: id, plan_id: plan.id, complimentary: 'true' })
  ).json<{ id: string }>().id;
  const member = id.replace('cus_', 'memb_');
  await api.post(`/customers/${id}`, { name: 'Ada' });
  await api.post(`/members/${member}`, { name: 'Ada L' });
  await api.post(`/customers/${id}/newsletters`, { newsletter_slugs: 'weekly' });
  await api.post(`/customers/${id}/postal_address`, { country: '' });
  await api.post(`/subscriptions/${subscription}/cancel`);
  await api.post(`/customers/${id}/sign_out`);
  for (const list of ['customers', 'members', 'subscriptions', 'events']) await api.get(`/${list}`);
  await api.post(`/customers/${id}/erase`);
  const other = (await api.post('/customers', { email: 'bo@example.org' })).json<{ id: string }>().id;
  await api.post(`/members/${other.replace('cus_', 'memb_')}/erase`);
  const entries = await entriesOf(publication.id);
  const writing = Object.values(dataApiOperations).filter(({ method }) => method !== 'GET');
  expect(new Set(entries.map(({ act }) => act))).toEqual(new Set(writing.map(({ operationId }) => actOf(operationId))));
  expect(entries[0]).toMatchObject({
    actorKind: 'api_key',
    actorId: apiKeyId,
    actorName: expect.stringMatching(/^….{4}$/),
    act: 'customer.create',
    recordId: id,
    network: '127.0.0.0/24',
    requestId: expect.stringMatching(/^req_/),
  });
});

/** What a request leaves in the tables of a created record, and where it stands in a transaction; reads are left out. */
const WRITES =
  /^(?:BEGIN|COMMIT|SAVEPOINT|RELEASE)|\binsert into (?:customers|subscriptions|pending_events|audit_entries)\b/;

/** A site whose key was used just now, so that the next requests record no use of it. */
async function givenUsedKey(): Promise<TestSite> {
  const site = await givenSite(service());
  await site.api.get('/customers');
  const [publicationId, { knex }] = [site.publication.id, service().database];
  await expect.poll(() => knex('api_keys').where({ publicationId }).whereNotNull('lastUsedAt')).toHaveLength(1);
  return site;
}

async function writesOf(run: () => Promise<LightMyRequestResponse>, status = 200): Promise<string[]> {
  const { answer, work } = await workOf(run);
  expect(answer.statusCode).toBe(status);
  return work.filter((text) => WRITES.test(text));
}

test('creating a customer is one round trip to PostgreSQL, with its event and its entry', async () => {
  const { api, publication } = await givenUsedKey();
  const writes = await writesOf(() => api.post('/customers', { email: 'ada@example.org' }));
  const inserts = writes.filter((text) => text.includes('insert into'));
  if (service().database.dialect === 'postgres') expect(writes).toEqual(inserts);
  expect(inserts).toHaveLength(service().database.dialect === 'postgres' ? 1 : 3);
  expect(await entriesOf(publication.id)).toMatchObject([{ act: 'customer.create', recordName: null }]);
});

test('creating a subscription writes its event and its entry with it', async () => {
  const { api, plan, publication } = await givenUsedKey();
  const { id } = (await api.post('/customers', { email: 'ada@example.org' })).json<{ id: string }>();
  const given = { customer_id: id, plan_id: plan.id, complimentary: 'true' };
  const writes = await writesOf(() => api.post('/subscriptions', given));
  const inserts = writes.filter((text) => text.includes('insert into'));
  expect(inserts).toHaveLength(service().database.dialect === 'postgres' ? 1 : 3);
  expect((await writesOf(() => api.post('/subscriptions', given), 409)).join()).not.toContain('insert_audit');
  expect((await entriesOf(publication.id)).map(({ act }) => act)).toEqual(['customer.create', 'subscription.create']);
});

test('under an Idempotency-Key the customer, the entry and the answer are there together or not at all', async () => {
  const { api, publication } = await givenUsedKey();
  const once = { 'idempotency-key': 'once' };
  const writes = await writesOf(() => api.post('/customers', { email: 'ada@example.org' }, once));
  expect(writes.filter((text) => /^(?:BEGIN|COMMIT)/.test(text))).toHaveLength(2);
  const [first, second] = await Promise.all([
    api.post('/customers', { email: 'bo@example.org' }, { 'idempotency-key': 'twice' }),
    api.post('/customers', { email: 'bo@example.org' }, { 'idempotency-key': 'twice' }),
  ]);
  expect(second.json()).toEqual(first.json());
  const refused = await api.post('/customers', { email: 'bo@example.org' }, { 'idempotency-key': 'refused' });
  expect(refused.statusCode).toBe(409);
  expect(await entriesOf(publication.id)).toHaveLength(2);
});

test('an entry says the time of its record', async () => {
  const { api, publication } = await givenSite(service());
  const { id } = (await api.post('/customers', { email: 'ada@example.org' })).json<{ id: string }>();
  const [customer] = await service().database.knex<Entry>('customers').where({ publicationId: publication.id, id });
  const [entry] = await entriesOf(publication.id);
  expect(entry).toMatchObject({ recordId: id, createdAt: customer?.['createdAt'] });
});

test('a refused write leaves none, and a replayed one none more', async () => {
  const { api, publication } = await givenSite(service());
  await api.post('/customers', { email: 'ada@example.org' });
  expect((await api.post('/customers', { email: 'ada@example.org' })).statusCode).toBe(409);
  expect(await entriesOf(publication.id)).toHaveLength(1);
  for (let count = 0; count < 2; count += 1)
    await api.post('/customers', { email: 'once@example.org' }, { 'idempotency-key': 'once' });
  expect(await entriesOf(publication.id)).toHaveLength(2);
});
