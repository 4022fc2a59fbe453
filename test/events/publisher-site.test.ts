// The sample publisher's site as the receiver of events: a reader signs up at the running service, and the site shows what it was told.
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startPublisherSite, type PublisherSite } from '../../scripts/publisher-site/server.ts';
import { readConfig } from '../../src/config.ts';
import { createEventEndpoint } from '../../src/models/outbox/event-endpoint.ts';
import { createPublication } from '../../src/models/publication/publication.ts';
import { createOauthApplication } from '../../src/models/sign-in/oauth-application.ts';
import { startServer, type RunningServer } from '../../src/server.ts';
import { HttpBrowser } from '../support/browser/http-browser.ts';
import { openTestDatabase, type TestDatabase } from '../support/databases/database.ts';
import { findFreePort } from '../support/databases/postgres-server.ts';

const POLICY = { allowsLoopbackHttp: true };
let database: TestDatabase;
let server: RunningServer;
let site: PublisherSite;
let siteUrl: string;
let secret: string;

beforeAll(async () => {
  database = await openTestDatabase();
  const [port, sitePort] = [await findFreePort(), await findFreePort()];
  siteUrl = `http://localhost:${port}`;
  const publisherSiteUrl = `http://localhost:${sitePort}`;
  server = await startServer(
    readConfig({ ENVIRONMENT: 'test', LOG_LEVEL: 'warn', PORT: String(port), DATABASE_URL: database.url }),
  );
  const { database: writer, clock, secretKeys } = server.service;
  const registered = {
    redirectUri: `${publisherSiteUrl}/auth/callback`,
    postLogoutRedirectUri: `${publisherSiteUrl}/`,
  };
  const { application, clientSecret } = await writer.transaction(async (transaction) => {
    const publication = await createPublication(transaction, clock, { name: 'The Weekly Test', siteUrl });
    ({ secret } = await createEventEndpoint(
      publication,
      transaction,
      clock,
      secretKeys,
      { url: `${publisherSiteUrl}/events`, types: [] },
      POLICY,
    ));
    return createOauthApplication(publication, transaction, clock, { name: 'A site', ...registered }, POLICY);
  });
  const { redirectUri: redirect_uri, postLogoutRedirectUri: post_logout_redirect_uri } = registered;
  const client = {
    client_id: application.clientId,
    client_secret: clientSecret,
    redirect_uri,
    post_logout_redirect_uri,
  };
  site = await startPublisherSite({
    site_url: siteUrl,
    publisher_site_url: publisherSiteUrl,
    ...client,
    endpoint_secret: secret,
    name: 'A site',
  });
});
afterAll(async () => {
  await site?.close();
  await server?.close();
  await database?.drop();
});

const shown = async (): Promise<string[]> =>
  [...(await (await fetch(site.url)).text()).matchAll(/<dd>(\S+ \S+)<\/dd>/g)].map(([, event = '']) => event);

/** Signed by the official library. Returns the status that is answered. */
async function post(id: string, { by = secret, change = '', at = new Date() } = {}): Promise<number> {
  const body = JSON.stringify({
    id,
    type: 'customer.created',
    timestamp: at.toISOString(),
    data: { id: `cus_${id}` },
    previous: null,
  });
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign(id, at, body),
  };
  return (await fetch(`${site.url}/events`, { method: 'POST', headers, body: body + change })).status;
}

test('a sign-up is shown on the site, and to whom it happened is not', async () => {
  expect(await shown()).toEqual([]);
  const browser = new HttpBrowser();
  await browser.signIn(await browser.open(`${siteUrl}/sign-in`), 'ada@example.org');
  await browser.close();
  const kinds = async (): Promise<string[]> => (await shown()).map((event) => event.replace(/cus_\w{26}$/, 'cus_'));
  await vi.waitFor(async () => expect(await kinds()).toEqual(['customer.activated cus_', 'customer.created cus_']), {
    timeout: 15_000,
    interval: 100,
  });
  expect(await (await fetch(site.url)).text()).not.toContain('ada@');
});

test('an event that comes twice is answered and shown once', async () => {
  expect([await post('evt_twice'), await post('evt_twice')]).toEqual([204, 204]);
  expect((await shown()).filter((event) => event.includes('evt_twice'))).toHaveLength(1);
});

test('the latest five are shown, the newest first', async () => {
  for (let number = 1; number <= 6; number += 1) expect(await post(`evt_${number}`)).toBe(204);
  expect(await shown()).toEqual([6, 5, 4, 3, 2].map((number) => `customer.created cus_evt_${number}`));
});

test('what is unsigned, signed by another, changed or old is 400 and not shown', async () => {
  const unsigned = await fetch(`${site.url}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"id":"evt_forged"}',
  });
  const refused = [
    await post('evt_forged', { by: `whsec_${'A'.repeat(43)}=` }),
    await post('evt_forged', { change: ' ' }),
    await post('evt_forged', { at: new Date(Date.now() - 400_000) }),
  ];
  expect([unsigned.status, ...refused]).toEqual([400, 400, 400, 400]);
  expect((await shown()).join()).not.toContain('forged');
});
