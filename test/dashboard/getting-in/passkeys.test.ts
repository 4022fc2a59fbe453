// Passkeys of staff: registered on the person's page, used to sign in and as a fresh proof; and each way in which a ceremony
// can be wrong (WebAuthn Level 3, sections 7.1 and 7.2).
import { createPrivateKey } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { STAFF_ROUTES } from '../../../src/dashboard/getting-in/routes.ts';
import { Authenticator, packed, questionOn } from '../../support/browser/authenticator.ts';
import { locationOf, type Browser } from '../../support/browser/browser.ts';
import { attributeOf, formsOf, headingOf, mainTextOf, tagsOf } from '../../support/browser/html.ts';
import { newCertificate } from '../../support/outside/receiver.ts';
import { givenSite, type TestSite } from '../../support/publications/site.ts';
import { DASHBOARD, newStaffBrowser, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';

const service = useService(DASHBOARD);
const ORIGIN = DASHBOARD.DASHBOARD_URL;
const [SIGN_IN, PERSON, NEW] = ['/dashboard/sign-in', '/dashboard/person', '/dashboard/person/passkeys/new'];

interface Given {
  readonly site: TestSite;
  readonly email: string;
  readonly browser: Browser;
  readonly device: Authenticator;
}

type Turns = Parameters<Authenticator['get']>[1];

/** Somebody who is signed in and has a passkey. */
async function givenPasskey(turns: { readonly isCounting?: boolean } = {}): Promise<Given> {
  const site = await givenSite(service());
  const email = `owner@${site.publication.siteHost}`;
  const browser = await signedInStaff(service(), site.publication, 'owner', email);
  const device = new Authenticator(ORIGIN, turns);
  const added = await register(browser, device);
  expect(mainTextOf(added.body)).toContain('The passkey is added.');
  return { site, email, browser, device };
}

async function register(
  browser: Browser,
  device: Authenticator,
  turns: Turns = {},
  name = 'Laptop',
): Promise<LightMyRequestResponse> {
  const page = await browser.open(NEW);
  const credential = device.create(questionOn(page.body, 'create'), turns);
  return browser.submit(page, { name, credential }, NEW);
}

/** Signs in on the page that the browser has open. */
async function use(
  browser: Browser,
  device: Authenticator,
  turns: Turns = {},
  page?: LightMyRequestResponse,
): Promise<LightMyRequestResponse> {
  const shown = page ?? (await browser.open(SIGN_IN));
  const action = shown.body.includes('/dashboard/prove/passkey') ? '/dashboard/prove/passkey' : '/dashboard/passkey';
  return browser.submit(shown, { credential: device.get(questionOn(shown.body), turns) }, action);
}

async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.get(PERSON)).statusCode === 200;
}

const events = (kind: string) => service().logLines.filter((line) => line.includes(`"security_event":"${kind}"`));

test('a passkey signs in without an address, and is listed with its name and its last use', async () => {
  const { browser, device } = await givenPasskey();
  expect(mainTextOf((await browser.open(PERSON)).body)).toMatch(/Laptop since .+ · not used yet/);
  const other = newStaffBrowser(service());
  const page = await use(other, device);
  expect(headingOf(page.body)).toBe('Overview');
  expect(mainTextOf((await other.open(PERSON)).body)).toMatch(/Laptop since .+ · last used /);
});

test('the browser is asked for a discoverable passkey of this host, with a verified person', async () => {
  const { browser, email } = await givenPasskey();
  const asked = questionOn((await browser.open(NEW)).body, 'create');
  expect(asked).toMatchObject({
    rp: { id: 'dashboard.example.test' },
    user: { name: email },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ type: 'public-key' }],
  });
  const signIn = await newStaffBrowser(service()).open(SIGN_IN);
  expect(questionOn(signIn.body)).toMatchObject({ rpId: 'dashboard.example.test', userVerification: 'required' });
  expect(questionOn(signIn.body)['allowCredentials'] ?? []).toEqual([]);
  expect(signIn.body).toContain('autocomplete="username webauthn"');
});

test('a person has several passkeys, each removed by itself, and no other person removes one', async () => {
  const { browser, device } = await givenPasskey();
  await register(browser, new Authenticator(ORIGIN), {}, 'Phone');
  const page = await browser.open(PERSON);
  const removals = formsOf(page.body).filter(({ action }) => action.endsWith('/remove'));
  expect(removals).toHaveLength(2);
  const [first] = removals.map(({ action }) => action);
  const stranger = await givenPasskey();
  const theirs = await stranger.browser.open(PERSON);
  const foreign = formsOf(theirs.body).find(({ action }) => action.endsWith('/remove'));
  expect((await stranger.browser.post(first ?? '', { ...foreign?.fields })).statusCode).toBe(404);
  const after = await browser.submit(page, {}, first);
  expect(mainTextOf(after.body)).toContain('The passkey is removed.');
  expect(mainTextOf(after.body)).not.toContain('Laptop');
  const other = newStaffBrowser(service());
  const refused = await use(other, device);
  expect([refused.statusCode, await isSignedIn(other)]).toEqual([422, false]);
});

test.each<[string, Turns]>([
  ['of another origin', { origin: 'https://evil.example' }],
  ['of a page below the host', { origin: 'https://sub.dashboard.example.test' }],
  ['of plain http', { origin: 'http://dashboard.example.test' }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['for the parent domain', { rpId: 'example.test' }],
  ['without a verified person', { isVerified: false }],
  ['without a person', { isPresent: false }],
  ['to a challenge of its own', { challenge: Buffer.from('chosen').toString('base64url') }],
  ['to no challenge', { challenge: '' }],
  ['of the other ceremony', { type: 'webauthn.create' }],
  ['that names somebody else', { userHandle: Buffer.from('staff_somebody').toString('base64url') }],
])('an answer %s signs nobody in', async (_what, turns) => {
  const { device } = await givenPasskey();
  const browser = newStaffBrowser(service());
  const refused = await use(browser, device, turns);
  expect([refused.statusCode, mainTextOf(refused.body)]).toEqual([
    422,
    expect.stringContaining('This passkey did not let you in'),
  ]);
  expect(await isSignedIn(browser)).toBe(false);
});

test.each<[string, Turns]>([
  ['of another origin', { origin: 'https://evil.example' }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['without a verified person', { isVerified: false }],
  ['to a challenge of its own', { challenge: Buffer.from('chosen').toString('base64url') }],
  ['of the other ceremony', { type: 'webauthn.get' }],
])('an answer %s registers nothing', async (_what, turns) => {
  const { browser } = await givenPasskey();
  const refused = await register(browser, new Authenticator(ORIGIN), turns, 'Phone');
  expect([refused.statusCode, mainTextOf(refused.body)]).toEqual([
    422,
    expect.stringContaining('The passkey could not be checked'),
  ]);
  expect(refused.body).toContain('value="Phone"');
  expect(mainTextOf((await browser.open(PERSON)).body)).not.toContain('Phone');
});

test('the signature is checked, and so is what is no answer at all', async () => {
  const { device } = await givenPasskey();
  const foreign = new Authenticator(ORIGIN);
  const browser = newStaffBrowser(service());
  foreign.create({ rp: { id: 'dashboard.example.test' }, user: { id: '' } });
  const [credential] = foreign.credentials;
  if (credential === undefined) throw new Error('no credential');
  expect((await use(browser, device, { key: credential.privateKey })).statusCode).toBe(422);
  for (const text of ['', '{}', 'null', '[', '{"id":"x","rawId":"x","type":"public-key","response":{}}']) {
    const page = await browser.open(SIGN_IN);
    expect((await browser.submit(page, { credential: text }, '/dashboard/passkey')).statusCode).toBe(422);
  }
  expect(await isSignedIn(browser)).toBe(false);
});

test('an unknown passkey is answered like a wrong one', async () => {
  const { device } = await givenPasskey();
  const unknown = new Authenticator(ORIGIN);
  unknown.create({ rp: { id: 'dashboard.example.test' }, user: { id: 'c3RhZmZfeA' } });
  const [one, two] = [newStaffBrowser(service()), newStaffBrowser(service())];
  const answers = [await use(one, unknown), await use(two, device, { isVerified: false })];
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${mainTextOf(body)}`)).size).toBe(1);
});

test('a challenge is good once, of several at once for one, and in the browser that was asked', async () => {
  const { device } = await givenPasskey({ isCounting: false });
  const browser = newStaffBrowser(service());
  const page = await browser.open(SIGN_IN);
  const fields = formsOf(page.body).find(({ action }) => action === '/dashboard/passkey')?.fields ?? {};
  const credential = device.get(questionOn(page.body));
  const other = newStaffBrowser(service());
  const foreign = await other.submit(await other.open(SIGN_IN), { credential }, '/dashboard/passkey');
  expect([foreign.statusCode, await isSignedIn(other)]).toEqual([422, false]);
  const send = () => browser.post('/dashboard/passkey', { ...fields, credential });
  const answers = [...(await Promise.all([send(), send()])), await send()];
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 422, 422]);
});

test('a challenge is over after ten minutes', async () => {
  const { device } = await givenPasskey();
  const browser = newStaffBrowser(service());
  const page = await browser.open(SIGN_IN);
  service().clock.advance(599);
  const late = newStaffBrowser(service());
  const latePage = await late.open(SIGN_IN);
  expect(headingOf((await use(browser, device, {}, page)).body)).toBe('Overview');
  service().clock.advance(600);
  expect((await use(late, device, {}, latePage)).statusCode).toBe(422);
});

test('a challenge for one ceremony is good for no other, and one of a session in no other session', async () => {
  const { browser, device, email } = await givenPasskey();
  service().clock.advance(16 * 60);
  const prove = `/dashboard/prove?return_to=${encodeURIComponent(PERSON)}`;
  const provePage = await browser.open(prove);
  const signInPage = await newStaffBrowser(service()).open(SIGN_IN);
  const asked = questionOn(signInPage.body)['challenge'];
  const mixed = await use(browser, device, { challenge: String(asked) }, provePage);
  expect([mixed.statusCode, headingOf(mixed.body)]).toEqual([422, 'Confirm that it is you']);
  const provedBack = await browser.open(prove);
  expect((await use(browser, device, {}, provedBack)).statusCode).toBe(200);
  const toRegister = String(questionOn((await browser.open(NEW)).body, 'create')['challenge']);
  expect((await use(browser, device, { challenge: toRegister }, await browser.open(prove))).statusCode).toBe(422);
  const elsewhere = newStaffBrowser(service());
  await elsewhere.signIn(email, SIGN_IN);
  const theirs = await elsewhere.open(prove);
  const challenge = String(questionOn((await browser.open(prove)).body)['challenge']);
  expect((await use(elsewhere, device, { challenge }, theirs)).statusCode).toBe(422);
});

test('a counter that does not grow is refused, as the authenticator may be copied; one that never counts is not', async () => {
  const { device } = await givenPasskey();
  for (const [counter, status] of [
    [7, 200],
    [7, 422],
    [6, 422],
    [0, 422],
    [8, 200],
  ] as const)
    expect([counter, (await use(newStaffBrowser(service()), device, { counter })).statusCode]).toEqual([
      counter,
      status,
    ]);
  const still = await givenPasskey({ isCounting: false });
  for (let count = 0; count < 2; count += 1)
    expect((await use(newStaffBrowser(service()), still.device)).statusCode).toBe(200);
});

test('of two answers with the same counter at once, one signs in', async () => {
  const { device } = await givenPasskey();
  const browsers = [newStaffBrowser(service()), newStaffBrowser(service())];
  const sends = [];
  for (const browser of browsers) {
    const page = await browser.open(SIGN_IN);
    const credential = device.get(questionOn(page.body), { counter: 5 });
    sends.push(() => browser.submit(page, { credential }, '/dashboard/passkey'));
  }
  await Promise.all(sends.map((send) => send()));
  const signedIn = await Promise.all(browsers.map(isSignedIn));
  expect(signedIn.filter(Boolean)).toHaveLength(1);
});

test('a fresh proof by a passkey leads back, and a passkey of somebody else proves nothing', async () => {
  const { browser, device, site } = await givenPasskey();
  const stranger = await givenPasskey();
  const keys = `/dashboard/${site.publication.id}/keys`;
  service().clock.advance(16 * 60);
  const asked = await browser.submit(await browser.open(keys), { name: 'Mine' }, keys);
  expect(headingOf(asked.body)).toBe('Confirm that it is you');
  expect(questionOn(asked.body)['allowCredentials']).toHaveLength(1);
  const refused = await use(browser, stranger.device, {}, asked);
  expect([refused.statusCode, headingOf(refused.body)]).toEqual([422, 'Confirm that it is you']);
  const back = await use(browser, device, {}, refused);
  expect(headingOf(back.body)).toBe('API keys');
  expect(mainTextOf((await browser.submit(back, { name: 'Mine' }, keys)).body)).toContain('Your new key');
});

test('adding and removing a passkey need a fresh proof', async () => {
  const { browser } = await givenPasskey();
  const [add, person] = [await browser.open(NEW), await browser.open(PERSON)];
  service().clock.advance(16 * 60);
  expect(locationOf(await browser.get(NEW))).toMatch(/^\/dashboard\/prove\?/);
  const credential = new Authenticator(ORIGIN).create(questionOn(add.body, 'create'));
  expect(headingOf((await browser.submit(add, { name: 'Phone', credential }, NEW)).body)).toBe(
    'Confirm that it is you',
  );
  const remove = formsOf(person.body).find(({ action }) => action.endsWith('/remove'))?.action;
  expect(headingOf((await browser.submit(person, {}, remove)).body)).toBe('Confirm that it is you');
  expect(mainTextOf((await browser.open(PERSON)).body)).toContain('Laptop');
});

test('what somebody changes about their sign-in asks for a fresh proof; their name and their sessions do not', () => {
  const own = STAFF_ROUTES.filter(({ path, form }) => path.startsWith(PERSON) && form !== undefined);
  const plain = own.filter(({ form }) => form?.holder === 'session' && form.isSensitive !== true);
  expect(plain.map(({ path }) => path)).toEqual([
    PERSON,
    `${PERSON}/sessions/:id/end`,
    `${PERSON}/sessions/end-others`,
  ]);
});

test('a passkey is added once, however often its form is sent, and to one person only', async () => {
  const { browser, device } = await givenPasskey();
  const page = await browser.open(NEW);
  const credential = new Authenticator(ORIGIN).create(questionOn(page.body, 'create'));
  const send = () => browser.submit(page, { name: 'Phone', credential }, NEW);
  for (const answer of [...(await Promise.all([send(), send()])), await send()])
    expect(mainTextOf(answer.body)).toContain('The passkey is added.');
  expect(mainTextOf((await browser.open(PERSON)).body).match(/Phone/g)).toHaveLength(2);
  const again = await browser.open(NEW);
  const replayed = await browser.submit(again, { name: 'Again', credential }, NEW);
  expect(replayed.statusCode).toBe(422);
  const [known] = device.credentials;
  const thief = await givenPasskey();
  const twin = new Authenticator(ORIGIN);
  const answer = twin.create(questionOn((await thief.browser.open(NEW)).body, 'create'), { id: known?.id });
  const form = await thief.browser.open(NEW);
  const [last] = twin.credentials;
  expect(last?.id).toEqual(known?.id);
  const own = twin.create(questionOn(form.body, 'create'), { id: known?.id });
  expect(answer).not.toBe(own);
  const taken = await thief.browser.submit(form, { name: 'Stolen', credential: own }, NEW);
  expect([taken.statusCode, mainTextOf(taken.body)]).toEqual([422, expect.stringContaining('yours already')]);
});

test('an attestation with certificates is refused, as checking it could call addresses that it names', async () => {
  const { browser } = await givenPasskey();
  const device = new Authenticator(ORIGIN);
  const bySelf: Turns = {
    attestation: (signed) => {
      const key = device.credentials.at(-1)?.privateKey;
      if (key === undefined) throw new Error('no key');
      return { format: 'packed', statement: packed(signed, key) };
    },
  };
  expect((await register(browser, device, bySelf, 'Self')).statusCode).toBe(200);
  // As good as that of a security key, and its own issuer.
  const { key, cert } = newCertificate('key.example.test', {
    subject: '/C=US/O=Test/OU=Authenticator Attestation/CN=Test',
    extensions: ['basicConstraints=critical,CA:FALSE'],
  });
  const certificate = Buffer.from(cert.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
  const byCertificate: Turns = {
    attestation: (signed) => ({ format: 'packed', statement: packed(signed, createPrivateKey(key), certificate) }),
  };
  expect((await register(browser, device, byCertificate, 'Chip')).statusCode).toBe(422);
});

test('a name is needed', async () => {
  const { browser } = await givenPasskey();
  const refused = await register(browser, new Authenticator(ORIGIN), {}, ' ');
  expect([refused.statusCode, mainTextOf(refused.body)]).toEqual([422, expect.stringContaining('Enter a name')]);
});

test('each change is told by mail, and stands in the audit log of the publications of the person', async () => {
  const { browser, email, site } = await givenPasskey();
  const page = await browser.open(PERSON);
  await browser.submit(page, {}, formsOf(page.body).find(({ action }) => action.endsWith('/remove'))?.action);
  const mails = await newStaffBrowser(service()).mails(email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'A passkey was removed from your sign-in',
    'A passkey was added to your sign-in',
  ]);
  expect(mails[0]?.text).toMatch(/“Laptop” no longer signs you in[\s\S]+from the network 198\.18\./);
  const entries = await service().database.knex('audit_entries').where({ publicationId: site.publication.id });
  expect(entries.map(({ act, recordName }) => [act, recordName])).toEqual([
    ['passkey.create', 'Laptop'],
    ['passkey.remove', 'Laptop'],
  ]);
});

test('wrong passkeys are limited for a network, right ones are not, and both are logged', async () => {
  const { device } = await givenPasskey();
  const ip = '203.0.113.7';
  const wrongBefore = events('staff_passkey_wrong').length;
  for (let count = 0; count < 30; count += 1)
    expect((await use(newStaffBrowser(service(), ip), device)).statusCode).toBe(200);
  for (let count = 0; count < 20; count += 1)
    expect((await use(newStaffBrowser(service(), ip), device, { isVerified: false })).statusCode).toBe(422);
  const refused = await use(newStaffBrowser(service(), ip), device);
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 3000]).toEqual([429, true]);
  expect((await use(newStaffBrowser(service(), '203.0.113.8'), device)).statusCode).toBe(200);
  expect(events('staff_passkey_wrong').length - wrongBefore).toBe(20);
  expect(events('staff_passkey_limited').length).toBeGreaterThan(0);
});

test('the script of passkeys is on the pages that need it alone, from our own host', async () => {
  const { browser, site } = await givenPasskey();
  const policyOf = async (by: Browser, path: string) => String((await by.get(path)).headers['content-security-policy']);
  const scriptsOn = async (by: Browser, path: string) =>
    tagsOf((await by.get(path)).body, 'script').map((tag) => attributeOf(tag, 'src') ?? '');
  const visitor = newStaffBrowser(service());
  for (const [by, path] of [
    [visitor, SIGN_IN],
    [browser, NEW],
    [browser, '/dashboard/prove'],
  ] as const) {
    const script = (await scriptsOn(by, path)).at(-1) ?? '';
    expect([path, script]).toEqual([path, expect.stringMatching(/^\/assets\/passkey\.\w{10}\.js$/)]);
    expect([path, /script-src [^;]*/.exec(await policyOf(by, path))?.[0]]).toEqual([path, "script-src 'self'"]);
    const file = await by.get(script);
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  }
  for (const path of [PERSON, `/dashboard/${site.publication.id}`, `/dashboard/${site.publication.id}/keys`])
    expect([path, await scriptsOn(browser, path)]).toEqual([path, [expect.stringContaining('/assets/dashboard.')]]);
});
