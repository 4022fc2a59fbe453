// OAuth applications in the dashboard (service.md, Authentication 2; decisions 20 to 24 and 39): made with all their
// settings, shown with their secret once, disabled, checked and deleted, each with what it does to a sign-in.
import { expect, test } from 'vitest';
import type { CheckLine } from '../../../src/models/sign-in/application-finding.ts';
import { listOauthApplications, type OauthApplication } from '../../../src/models/sign-in/oauth-application.ts';
import { checkMessage, checkTitle } from '../../../src/views/application-check-text.ts';
import { translator } from '../../../src/views/text.ts';
import { Browser, locationOf } from '../../support/browser/browser.ts';
import { attributeOf, formsOf, mainTextOf, tagsOf, textOf } from '../../support/browser/html.ts';
import { answer, startReceiver } from '../../support/outside/receiver.ts';
import { RelyingParty } from '../../support/outside/relying-party.ts';
import { DASHBOARD, liveOwner } from '../../support/publications/staff.ts';
import { startLiveService } from '../../support/service/live-service.ts';
import { useService } from '../../support/service/service.ts';
import { givenOwner, type Given } from '../rows/row.ts';

const service = useService(DASHBOARD);
const given = () => givenOwner(service());
const REDIRECT_URI = 'https://www.example.test/auth/callback';
const GOOD = { name: 'Our website', redirect_uris: REDIRECT_URI };
type Fields = Readonly<Record<string, string>>;

async function connect({ owner, base }: Given, fields: Fields = GOOD) {
  return owner.submit(await owner.open(`${base}/new-application`), fields, `${base}/new-application`);
}

async function applicationsOf({ site }: Given): Promise<OauthApplication[]> {
  return listOauthApplications(site.publication, service().database);
}

const secretOn = (body: string): string => /<code class="secret">(secret_\w+)</.exec(body)?.[1] ?? '';

/** A website that was connected by the page, with the secret that the page showed. */
async function connected(at: Given, fields: Fields = GOOD) {
  const page = await connect(at, fields);
  const [application] = await applicationsOf(at);
  if (application === undefined) throw new Error('there is no application');
  const party = new RelyingParty(service(), at.site, application, secretOn(page.body));
  return { page, application, party, own: `${at.base}/applications/${application.id}` };
}

async function statusOfSignIn(party: RelyingParty, redirectUri = REDIRECT_URI): Promise<number> {
  const code = await party.newCode(await party.signedInBrowser(), { redirect_uri: redirectUri });
  return (await party.redeem(code, { redirect_uri: redirectUri })).statusCode;
}

test('a website is connected with its client ID and secret, shown once, and signs readers in at once', async () => {
  const at = await given();
  const { page, application, party, own } = await connected(at);
  expect(mainTextOf(page.body)).toContain(application.clientId);
  expect(party.clientSecret).toMatch(/^secret_/);
  expect(await statusOfSignIn(party)).toBe(200);
  const later = await at.owner.open(own);
  expect([secretOn(later.body), later.body.includes(party.clientSecret)]).toEqual(['', false]);
  expect(textOf(later.body)).toContain(`ends in ${party.clientSecret.slice(-4)}`);
});

test('all settings are taken, and shown again in the form as they are', async () => {
  const at = await given();
  const fields = {
    name: 'Two <sites>',
    redirect_uris: `${REDIRECT_URI}\r\n\r\n https://beta.example.test/cb?lang=de \r\n`,
    post_logout_redirect_uri: 'https://www.example.test/bye',
    backchannel_logout_uri: 'https://www.example.test/logout',
    require_pkce: 'on',
    client_secret_post: 'on',
    backchannel_logout_on_end_session: 'on',
  };
  const { application, own } = await connected(at, fields);
  expect(application).toMatchObject({
    name: 'Two <sites>',
    redirectUri: REDIRECT_URI,
    moreRedirectUris: '["https://beta.example.test/cb?lang=de"]',
    postLogoutRedirectUri: 'https://www.example.test/bye',
    backchannelLogoutUri: 'https://www.example.test/logout',
    redirectUriExact: true,
    requirePkce: true,
    clientSecretPost: true,
    backchannelLogoutOnEndSession: true,
    issParameter: true,
  });
  const form = formsOf((await at.owner.open(`${own}/settings`)).body).find(
    ({ action }) => action === `${own}/settings`,
  );
  expect(form?.fields).toMatchObject({
    name: 'Two <sites>',
    redirect_uris: `${REDIRECT_URI}\nhttps://beta.example.test/cb?lang=de`,
    require_pkce: 'on',
    iss_parameter: 'on',
    redirect_uri_exact: 'on',
  });
});

test('each of several redirect URIs works, and one that was taken away does not', async () => {
  const at = await given();
  const beta = 'https://beta.example.test/callback';
  const { party, own } = await connected(at, { ...GOOD, redirect_uris: `${REDIRECT_URI}\n${beta}` });
  expect([await statusOfSignIn(party), await statusOfSignIn(party, beta)]).toEqual([200, 200]);
  const form = await at.owner.open(`${own}/settings`);
  await at.owner.submit(form, { redirect_uris: beta }, `${own}/settings`);
  expect((await party.authorize(await party.signedInBrowser())).statusCode).toBe(400);
  expect(await statusOfSignIn(party, beta)).toBe(200);
});

test('a switch that is off is changed: PKCE required, parameters added, iss left out', async () => {
  const at = await given();
  const { party, own } = await connected(at);
  const csrf = formsOf((await at.owner.open(`${own}/settings`)).body).find(
    ({ action }) => action === `${own}/settings`,
  );
  const { redirect_uri_exact: _exact, iss_parameter: _iss, ...rest } = csrf?.fields ?? {};
  await at.owner.follow(await at.owner.post(`${own}/settings`, rest));
  const browser = await party.signedInBrowser();
  const location = locationOf(await party.authorize(browser, { redirect_uri: `${REDIRECT_URI}?a=1` }));
  expect(location).toMatch(/\/auth\/callback\?a=1&code=/);
  expect(location).not.toContain('iss=');
  await at.owner.submit(await at.owner.open(`${own}/settings`), { require_pkce: 'on' }, `${own}/settings`);
  expect(locationOf(await party.authorize(browser))).toContain('error=invalid_request');
});

test.each([
  ['no name', { redirect_uris: REDIRECT_URI }, 'name', 'Enter a name'],
  ['no redirect URI', { name: 'A' }, 'redirect_uris', 'Enter one to twenty addresses'],
  [
    'one of several that is no https',
    { name: 'A', redirect_uris: `${REDIRECT_URI}\nhttp://x.example/<b>` },
    'redirect_uris',
    '“http://x.example/<b>” cannot be registered',
  ],
  [
    'a fragment after the sign-out',
    { ...GOOD, post_logout_redirect_uri: 'https://www.example.test/#x' },
    'post_logout_redirect_uri',
    'Enter an https address without #',
  ],
  [
    'a script as the logout receiver',
    { ...GOOD, backchannel_logout_uri: 'javascript:alert(1)' },
    'backchannel_logout_uri',
    'Enter an https address without #',
  ],
])('%s is refused beside its field, keeps what was typed, and makes nothing', async (_what, fields, field, message) => {
  const at = await given();
  const page = await connect(at, fields);
  expect([page.statusCode, mainTextOf(page.body)]).toEqual([422, expect.stringContaining(message)]);
  expect(page.body).toContain(`id="${field}-error"`);
  const form = formsOf(page.body).find(({ action }) => action === `${at.base}/new-application`);
  expect(form?.fields).toMatchObject(fields);
  expect(await applicationsOf(at)).toEqual([]);
});

test('a disabled website gets unauthorized_client by redirect and at the token endpoint, until it is enabled', async () => {
  const at = await given();
  const { party, own } = await connected(at);
  const browser = await party.signedInBrowser();
  const code = await party.newCode(browser);
  const page = await at.owner.submit(await at.owner.open(own), {}, `${own}/disable`);
  expect(mainTextOf(page.body)).toContain('The website is disabled.');
  expect(locationOf(await party.authorize(browser))).toContain('error=unauthorized_client');
  expect((await party.redeem(code)).json()).toMatchObject({ error: 'unauthorized_client' });
  await at.owner.submit(page, {}, `${own}/enable`);
  expect(await statusOfSignIn(party)).toBe(200);
});

test('a second secret is shown once and works beside the first, which is then ended', async () => {
  const at = await given();
  const { application, party, own } = await connected(at);
  const page = await at.owner.submit(await at.owner.open(own), {}, `${own}/secrets`);
  const second = new RelyingParty(service(), at.site, application, secretOn(page.body));
  expect(second.clientSecret).not.toBe(party.clientSecret);
  expect([await statusOfSignIn(party), await statusOfSignIn(second)]).toEqual([200, 200]);
  expect(page.body).not.toContain(`action="${own}/secrets"`);
  const after = await at.owner.submit(page, { secret: party.clientSecret.slice(-4) }, `${own}/secrets/end`);
  expect(mainTextOf(after.body)).toContain('The secret is ended.');
  expect([await statusOfSignIn(party), await statusOfSignIn(second)]).toEqual([401, 200]);
  const only = { secret: second.clientSecret.slice(-4) };
  const refused = await at.owner.submit(page, only, `${own}/secrets/end`);
  expect([refused.statusCode, mainTextOf(refused.body)]).toEqual([422, expect.stringContaining('This did not work')]);
});

test('a page that is older than the last change ends no secret that it does not show', async () => {
  const at = await given();
  const { own } = await connected(at);
  const old = await at.owner.submit(await at.owner.open(own), {}, `${own}/secrets`);
  const other = await at.owner.open(own);
  const [first = '', second = ''] = tagsOf(old.body, 'input')
    .filter((tag) => attributeOf(tag, 'name') === 'secret')
    .map((tag) => attributeOf(tag, 'value'));
  await at.owner.submit(other, { secret: first }, `${own}/secrets/end`);
  const page = await at.owner.submit(old, { secret: second }, `${own}/secrets/end`);
  expect([page.statusCode, mainTextOf(page.body)]).toEqual([422, expect.stringContaining('This did not work')]);
});

test('deleting says what happens, and then nobody signs in there', async () => {
  const at = await given();
  const { party, own } = await connected(at);
  const page = await at.owner.open(`${own}/delete`);
  expect(mainTextOf(page.body)).toMatch(
    /Delete Our website\?.*access tokens stop working at once.*cannot be brought back/,
  );
  const list = await at.owner.submit(page, {}, `${own}/delete`);
  expect(mainTextOf(list.body)).toMatch(/The website is deleted\..*No website is connected yet\./);
  expect((await party.authorize(new Browser(service(), at.site.publication))).statusCode).toBe(400);
});

test('the form asks for a fresh proof before it is filled in', async () => {
  const at = await given();
  service().clock.advance(16 * 60);
  expect(locationOf(await at.owner.get(`${at.base}/new-application`))).toContain('/dashboard/prove');
});

test('the check says what it found and what to do', async () => {
  const live = await startLiveService();
  const receiver = await startReceiver(answer(200));
  try {
    const [callback, logout] = ['callback', 'logout'].map((path) => `http://localhost:${receiver.port}/${path}`);
    await live.register({ redirectUri: callback ?? '', backchannelLogoutUri: logout ?? '' });
    const browser = await liveOwner(live);
    const all = await listOauthApplications(live.publication, live.service.database);
    const own = `/dashboard/${live.publication.id}/applications/${all.find(({ redirectUri }) => redirectUri === callback)?.id}`;
    const page = await browser.submit(await browser.open(`${live.siteUrl}${own}`), {}, `${own}/check`);
    expect([page.status, mainTextOf(page.body)]).toEqual([
      200,
      expect.stringMatching(
        /There are 6 faults to mend\..* fault Logout token, check 2 iss Compare iss with the address/,
      ),
    ]);
    expect(page.body.match(/>fault</g)).toHaveLength(6);
    expect(receiver.requests).toHaveLength(13);
  } finally {
    await receiver.close();
    await live.close();
  }
});

test('the check says that nothing takes logout tokens at the URI', async () => {
  const live = await startLiveService();
  const receiver = await startReceiver(answer(404));
  try {
    const [callback = '', logout = ''] = ['callback', 'logout'].map(
      (path) => `http://localhost:${receiver.port}/${path}`,
    );
    const { clientId } = await live.register({ redirectUri: callback, backchannelLogoutUri: logout });
    const browser = await liveOwner(live);
    const all = await listOauthApplications(live.publication, live.service.database);
    const own = `/dashboard/${live.publication.id}/applications/${all.find((one) => one.clientId === clientId)?.id}`;
    const page = await browser.submit(await browser.open(`${live.siteUrl}${own}`), {}, `${own}/check`);
    expect(mainTextOf(page.body)).toContain(`${logout} answered 404: nothing there takes logout tokens.`);
    expect(receiver.requests).toHaveLength(2);
  } finally {
    await receiver.close();
    await live.close();
  }
});

test('what the check found is said in German, too', () => {
  const t = translator('de', 'de');
  const line: CheckLine = {
    check: 'logout check 5 sub',
    result: 'warning',
    finding: 'token-sub',
    facts: {},
    isLeftOpen: true,
  };
  expect([checkTitle(t, line), checkMessage(t, line)]).toEqual([
    'Logout-Token, Prüfung 5 sub',
    'Verlangen Sie sub. Die Spezifikation lässt das offen',
  ]);
  const unanswered = { check: 'redirect URI', result: 'fail', finding: 'no-answer' } as const;
  expect(checkMessage(t, { ...unanswered, facts: { reason: 'host_not_found' } })).toBe(
    'Keine Antwort (Host unbekannt: Prüfen Sie den Namen und seine DNS-Einträge). Stimmt die Adresse, und ist sie aus dem Internet erreichbar?',
  );
});

test('checks are bounded', async () => {
  const at = await given();
  const { own } = await connected(at, { ...GOOD, redirect_uris: 'https://127.0.0.1/callback' });
  const check = async () => at.owner.submit(await at.owner.open(own), {}, `${own}/check`);
  const first = await check();
  expect(mainTextOf(first.body)).toContain('No answer (no connection: nothing listens there)');
  for (let count = 1; count < 20; count += 1) await check();
  const refused = await check();
  expect([refused.statusCode, mainTextOf(refused.body)]).toEqual([
    429,
    expect.stringContaining('many checks just now'),
  ]);
});
