// Writes by an API key stand in the publication's audit log, each in the transaction of the write, with the key, the
// record, the request and where it came from (decisions 37). The list of operations is the contract's.
import { expect, test } from 'vitest';
import { dataApiOperations } from '../../generated/router.ts';
import { actOf } from '../../src/models/staff/audit-entry.ts';
import { givenSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

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
    network: '127.0.0.1',
    requestId: expect.stringMatching(/^req_/),
  });
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
