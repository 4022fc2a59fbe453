// Security events of a whole journey through every browser door and the data API: each is a line of the log, and no line
// holds anything personal (reliability R-P1).
import { expect, test } from 'vitest';
import { createApiKey, revokeApiKey } from '../../src/models/publication/api-key.ts';
import { createOauthApplication } from '../../src/models/sign-in/oauth-application.ts';
import { formOf } from '../support/browser/browser.ts';
import { RelyingParty } from '../support/outside/relying-party.ts';
import { givenOfferedSite, type OfferedSite } from '../support/publications/paying.ts';
import { ApiClient, basic } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ API_RATE_LIMIT: '1000' });
const IP = '203.0.113.77';
const EMAIL = 'canary.kate@example.org';
const NEW_EMAIL = 'canary.katherine@example.org';

interface Line {
  readonly level: number;
  readonly security_event?: string;
  readonly publication?: string;
  readonly who?: string;
  readonly network?: string;
  readonly record?: string;
  readonly reqId?: string;
}

/** The security events that the work causes. */
async function eventsOf(work: () => Promise<unknown>): Promise<Line[]> {
  const before = service().logLines.length;
  await work();
  const lines = service().logLines.slice(before);
  return lines.map((line): Line => JSON.parse(line)).filter((line) => line.security_event !== undefined);
}

const kindsOf = (lines: readonly Line[]): unknown[] => lines.map((line) => line.security_event);

async function givenParty(site: OfferedSite): Promise<RelyingParty> {
  const settings = { name: 'Our site', redirectUri: 'https://www.example.test/callback' };
  const { application, clientSecret } = await service().database.transaction((transaction) =>
    createOauthApplication(site.publication, transaction, service().clock, settings, { allowsLoopbackHttp: false }),
  );
  return new RelyingParty(service(), site, application, clientSecret);
}

test('R-P1 a sign-in is a line with its publication, the /24 of the network and a keyed hash of who', async () => {
  const site = await givenOfferedSite(service());
  const browser = site.newBrowser(IP);
  const [line, ...others] = await eventsOf(() => browser.signIn(EMAIL));
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    level: 30,
    reqId: expect.stringMatching(/^req_/),
    security_event: 'sign_in',
    publication: site.publication.id,
    network: '203.0.113.0/24',
    who: expect.stringMatching(/^[\w-]{16}$/),
  });
});

test('lines about one person have one hash in a publication, another hash in another', async () => {
  const [site, other] = [await givenOfferedSite(service()), await givenOfferedSite(service())];
  const lines = await eventsOf(async () => {
    await site.newBrowser().signIn(EMAIL);
    const capitals = site.newBrowser();
    // The code goes to the spelling on file.
    await capitals.enterCode(await capitals.askForCode(EMAIL.toUpperCase()), await capitals.newestCode(EMAIL));
    await site.newBrowser().signIn(NEW_EMAIL);
    await other.newBrowser().signIn(EMAIL);
  });
  const [first, again, ...others] = lines.map(({ who }) => who);
  expect(again).toBe(first);
  expect(new Set([first, ...others]).size).toBe(3);
});

test('what is not as it should be on the pages is a line each', async () => {
  const site = await givenOfferedSite(service());
  const browser = site.newBrowser(IP);
  const wrong = { code: 'CANARY-WRONG' };
  const codePage = await browser.askForCode(EMAIL);
  const right = await browser.newestCode(EMAIL);
  const digits = right === '000000' ? '000001' : '000000';
  const [line] = await eventsOf(() => browser.enterCode(codePage, digits));
  expect(line).toMatchObject({ level: 40, security_event: 'email_code_wrong', who: expect.anything() });
  const kinds = await eventsOf(async () => {
    await browser.submit(await browser.open('/activate'), wrong);
    await browser.submit(await browser.open('/gift/claim'), wrong);
    const page = await browser.open('/offers/reader/subscribe');
    await browser.post(formOf(page).action, { ...formOf(page).fields, choice: site.monthly, ...wrong });
    await browser.post('/sign-in', { email: EMAIL, csrf_token: 'x' });
    await browser.post('/payments/events/sandbox', {});
  });
  expect(kindsOf(kinds)).toEqual([
    'activation_code_wrong',
    'gift_code_wrong',
    'discount_code_wrong',
    'csrf_refused',
    'webhook_signature_wrong',
  ]);
  expect(new Set(kinds.map(({ network, publication }) => `${network} ${publication}`))).toEqual(
    new Set([`203.0.113.0/24 ${site.publication.id}`]),
  );
});

test('so is what exceeds a limit', async () => {
  const site = await givenOfferedSite(service());
  const browser = site.newBrowser(IP);
  const lines = await eventsOf(async () => {
    for (const path of ['/activate', '/gift/claim']) {
      const form = formOf(await browser.open(path));
      for (let tries = 0; tries < 25; tries += 1)
        await browser.post(form.action, { ...form.fields, code: 'WRONG-ONE' });
    }
    for (let asked = 0; asked < 12; asked += 1) await site.newBrowser().askForCode('limited@example.org');
  });
  const kinds = new Set(kindsOf(lines));
  for (const kind of ['activation_code_limited', 'gift_code_limited', 'email_code_limited'])
    expect(kinds).toContain(kind);
});

test('a changed address and an erased account are lines', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.signedIn(EMAIL);
  const lines = await eventsOf(async () => {
    const codePage = await browser.askForCode(NEW_EMAIL, '/email-address');
    const newPage = await browser.follow(await browser.enterCode(codePage, await browser.newestCode(EMAIL)));
    await browser.submit(newPage, { code: await browser.newestCode(NEW_EMAIL) });
    const asked = await browser.submit(await browser.open('/erase-account'));
    await browser.submit(asked, { code: await browser.newestCode(NEW_EMAIL) });
  });
  expect(kindsOf(lines)).toEqual(['email_change_proved', 'email_changed', 'account_erased']);
});

test('so are a wrong client secret and a replayed authorization code, with the application', async () => {
  const site = await givenOfferedSite(service());
  const party = await givenParty(site);
  const browser = await party.signedInBrowser(EMAIL);
  const code = await party.newCode(browser);
  const lines = await eventsOf(async () => {
    await party.redeem(code, {}, { authorization: basic(party.application.clientId, 'canary-secret') });
    await party.redeem(code);
    await party.redeem(code);
  });
  expect(lines.map(({ security_event, record }) => [security_event, record])).toEqual([
    ['client_secret_wrong', party.application.id],
    ['authorization_code_replayed', party.application.id],
  ]);
});

test('so are wrong, revoked and limited API keys', async () => {
  const { publication } = await givenOfferedSite(service());
  const { database, clock, config } = service();
  const { apiKey, key } = await database.transaction((transaction) =>
    createApiKey(publication, transaction, clock, { environment: config.environment }),
  );
  await database.transaction((transaction) => revokeApiKey(publication, transaction, clock, apiKey.id));
  const lines = await eventsOf(async () => {
    await new ApiClient(service(), key).get('/members');
    for (let guess = 0; guess < 11; guess += 1) await new ApiClient(service(), 'key_test_canary').get('/members');
  });
  expect(lines[0]).toMatchObject({
    security_event: 'api_key_revoked_used',
    publication: publication.id,
    record: apiKey.id,
  });
  expect(new Set(kindsOf(lines.slice(1)))).toEqual(new Set(['api_key_wrong', 'api_key_limited']));
});

test('so is what a publisher changes of the access of a person, with the API key', async () => {
  const { api, apiKeyId } = await givenOfferedSite(service());
  const { id } = (await api.post('/customers', { email: EMAIL })).json<{ id: string }>();
  const lines = await eventsOf(async () => {
    await api.post(`/customers/${id}`, { name: 'Canary' });
    await api.post(`/customers/${id}`, { email: NEW_EMAIL });
    await api.post(`/customers/${id}/sign_out`);
    await api.post(`/customers/${id}/erase`);
  });
  const kinds = ['email_given', 'sessions_ended', 'customer_erased'];
  expect(lines.map(({ security_event, record }) => [security_event, record])).toEqual(
    kinds.map((kind) => [kind, apiKeyId]),
  );
});

test('R-P1 a form of another site is refused with a line at end-session, too', async () => {
  const site = await givenOfferedSite(service());
  const browser = await site.signedIn(EMAIL);
  const lines = await eventsOf(() => browser.post('/oauth/end_session', { csrf_token: 'x' }));
  expect(kindsOf(lines)).toEqual(['csrf_refused']);
});

test('R-P1 nothing personal is in the log of all of these: no address, code, cookie, key or whole IP address', () => {
  const log = service().logLines.join('\n');
  for (const canary of [/canary/i, /203\.0\.113\.\d*[1-9]/, /198\.18\.\d+\.\d*[1-9]/, /@/, /limited.example/, /WRONG/])
    expect(log).not.toMatch(canary);
});
