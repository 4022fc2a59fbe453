// API keys in the dashboard (service.md, Authentication 1; decisions 38): made with a name and a scope, shown once with a
// request that works when pasted, listed with their last use, and revoked at once.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createApiKey, listApiKeys, recordApiKeyUse } from '../../../src/models/publication/api-key.ts';
import { mainTextOf, textOf } from '../../support/browser/html.ts';
import { ApiClient } from '../../support/publications/publication.ts';
import { DASHBOARD, liveOwner } from '../../support/publications/staff.ts';
import { startLiveService } from '../../support/service/live-service.ts';
import { useService } from '../../support/service/service.ts';
import { givenOwner, type Given } from '../rows/row.ts';

const service = useService(DASHBOARD);
const KEY = /key_test_\w+/;
const given = () => givenOwner(service());

async function make({ owner, base }: Given, fields: Readonly<Record<string, string>>) {
  return owner.submit(await owner.open(`${base}/keys`), fields, `${base}/keys`);
}

async function keysOf({ site }: Given) {
  return listApiKeys(site.publication, service().database);
}

test('a key is made with a name and a scope, by the person who is signed in, and works at once', async () => {
  const at = await given();
  const page = await make(at, { name: 'Export <b>', scope: 'read' });
  const key = KEY.exec(mainTextOf(page.body))?.[0] ?? '';
  const [made] = await keysOf(at);
  expect(made).toMatchObject({
    name: 'Export <b>',
    scope: 'read',
    hint: key.slice(-4),
    createdByKind: 'staff',
    createdByName: `owner@${at.site.publication.siteHost}`,
    lastUsedAt: null,
  });
  expect(page.body).toContain('Export &lt;b&gt;');
  expect((await new ApiClient(service(), key).get('/members')).statusCode).toBe(200);
  expect((await new ApiClient(service(), key).post('/customers', { email: 'a@example.org' })).statusCode).toBe(403);
});

test('a key gives full access unless its publisher says otherwise', async () => {
  const at = await given();
  const key = KEY.exec(mainTextOf((await make(at, { name: 'Import' })).body))?.[0] ?? '';
  const client = new ApiClient(service(), key);
  expect((await client.post('/customers', { email: 'a@example.org' })).statusCode).toBe(200);
  const { knex } = service().database;
  const entry = await knex('audit_entries')
    .where({ publicationId: at.site.publication.id, act: 'customer.create' })
    .first();
  expect(entry).toMatchObject({ actorKind: 'api_key', actorName: 'Import' });
  const audit = mainTextOf((await at.owner.open(`${at.base}/audit?act=customer.create`)).body);
  expect(audit).toContain('Import with an API key');
});

test.each([
  ['no name', { name: ' ' }, 'Enter a name'],
  ['a name that is too long', { name: 'x'.repeat(256) }, 'Enter a name'],
  ['an unknown scope', { name: 'Mine', scope: 'write' }, 'Choose what the key may do'],
])('%s is refused beside its field, and makes no key', async (_what, fields, message) => {
  const at = await given();
  const before = await keysOf(at);
  const page = await make(at, fields);
  expect([page.statusCode, mainTextOf(page.body)]).toEqual([422, expect.stringContaining(message)]);
  expect(page.body).toContain(`value="${fields.name}"`);
  expect(await keysOf(at)).toEqual(before);
});

test('the last use is listed, written at most once a minute, and stays when the key is revoked', async () => {
  const at = await given();
  const { database, clock, config } = service();
  const { apiKey, key } = await database.transaction((transaction) =>
    createApiKey(at.site.publication, transaction, clock, { environment: config.environment, name: 'Used' }),
  );
  const lastUse = async () => (await keysOf(at)).find(({ id }) => id === apiKey.id)?.lastUsedAt;
  const rowOf = (body: string) => textOf(/<tr>\s*<td><span dir="auto">Used<[^]*?<\/tr>/.exec(body)?.[0] ?? '');
  expect(rowOf((await at.owner.open(`${at.base}/keys`)).body)).toContain('never');
  const usedAt = clock.now().getTime();
  await new ApiClient(service(), key).get('/members');
  await expect.poll(lastUse).toBe(usedAt);
  clock.advance(30);
  await new ApiClient(service(), key).get('/members');
  // As another process records it, which knows nothing of the first use.
  const { publication } = at.site;
  await database.transaction((transaction) => recordApiKeyUse(publication, transaction, clock, apiKey.id));
  expect(await lastUse()).toBe(usedAt);
  const page = await at.owner.open(`${at.base}/keys`);
  expect(rowOf(page.body)).not.toContain('never');
  await at.owner.submit(page, { key: apiKey.id }, `${at.base}/keys/revoke`);
  expect((await new ApiClient(service(), key).get('/members')).json()).toMatchObject({
    error: { code: 'revoked_api_key' },
  });
  expect(await lastUse()).toBe(usedAt);
});

test('of two keys on one page both are revoked, also by the page before the first was', async () => {
  const at = await given();
  await make(at, { name: 'One' });
  const page = await make(at, { name: 'Two' });
  const [two, one] = (await keysOf(at)).map(({ id }) => id);
  for (const key of [one ?? '', two ?? ''])
    expect(mainTextOf((await at.owner.submit(page, { key }, `${at.base}/keys/revoke`)).body)).toContain('is revoked');
  const revoked = (await keysOf(at)).filter(({ revokedAt }) => revokedAt !== null).map(({ id }) => id);
  expect(revoked).toEqual([two, one]);
});

test('the request that is shown works when it is pasted into a terminal', async () => {
  const live = await startLiveService();
  try {
    const browser = await liveOwner(live);
    const base = `${live.siteUrl}/dashboard/${live.publication.id}/keys`;
    const page = await browser.submit(await browser.open(base), { name: 'Terminal' }, new URL(base).pathname);
    const command = textOf(/<pre[^>]*><code>([^]*?)<\/code>/.exec(page.body)?.[1] ?? '');
    // Not synchronously, as the service that answers is in this process.
    const { stdout } = await promisify(execFile)('bash', ['-c', command], { encoding: 'utf8' });
    expect(JSON.parse(stdout)).toEqual({ objects: [], next_page: null });
  } finally {
    await live.close();
  }
});
