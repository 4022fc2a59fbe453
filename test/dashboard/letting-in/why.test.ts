// "Why can't this reader get in?" (models/lifecycle/diagnosis.ts): what happens to a reader at the hosted pages and at a
// website is what the publisher reads on the reader's page, or for an address that nobody has, with what mends it.
import { beforeAll, expect, test, vi } from 'vitest';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { recipientMac } from '../../../src/models/outbox/delivery-recipient.ts';
import { addMailProblem } from '../../../src/models/outbox/mail-problem.ts';
import { createOauthApplication } from '../../../src/models/sign-in/oauth-application.ts';
import { locationOf, type Browser } from '../../support/browser/browser.ts';
import { linksOf, textOf } from '../../support/browser/html.ts';
import { REDIRECT_URI, RelyingParty } from '../../support/outside/relying-party.ts';
import { LATER_FAILING_CARD } from '../../support/publications/cards.ts';
import { givenPayingSite, type PayingSite } from '../../support/publications/paying.ts';
import { givenSite } from '../../support/publications/site.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';

const service = useService(DASHBOARD);
/** What is written after an answer, on a busy machine. */
const PATIENCE = { timeout: 10_000 };
const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');
let site: PayingSite;
let party: RelyingParty;
let owner: Browser;
let base: string;

beforeAll(async () => {
  site = await givenPayingSite(service());
  const { database, clock } = service();
  const settings = { name: 'The Website', redirectUri: REDIRECT_URI };
  const { application, clientSecret } = await database.transaction((transaction) =>
    createOauthApplication(site.publication, transaction, clock, settings, { allowsLoopbackHttp: false }),
  );
  party = new RelyingParty(service(), site, application, clientSecret);
  owner = await signedInStaff(service(), site.publication, 'owner', `o@${site.publication.siteHost}`);
  base = `/dashboard/${site.publication.id}`;
});

interface Answer {
  readonly text: string;
  readonly links: readonly string[];
}

/** What the publisher reads of an address, the most probable first. */
async function why(email: string, browser = owner): Promise<Answer[]> {
  const page = await browser.open(`${base}/people/why?email=${encodeURIComponent(email)}`);
  expect(page.statusCode).toBe(200);
  const [, list = ''] = /<ol class="findings">([\s\S]*?)<\/ol>/.exec(page.body) ?? [];
  return [...list.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, item = '']) => ({
    text: textOf(/<p>([\s\S]*?)<\/p>/.exec(item)?.[1] ?? ''),
    links: linksOf(item).map((href) => href.slice(base.length).replaceAll(/cus_\w+/g, 'ID')),
  }));
}

const first = async (email: string): Promise<Answer | undefined> => (await why(email))[0];
const reader = async (email: string): Promise<string> =>
  (await site.api.post('/customers', { email })).json<{ id: string }>().id;

test('an address that nobody has: the people whom it may have meant, and how far it came', async () => {
  await reader('mary.shelley@example.org');
  await reader('shelley@mail.example.net');
  const moved = await reader('percy@example.org');
  await site.api.post(`/customers/${moved}`, { email: 'bysshe@example.org' });
  const see = { links: ['/people/ID'] };
  expect(await why('mary.shelly@example.org')).toEqual([
    { text: 'There is mary.shelley@example.org, which differs by a letter or two.', ...see },
    { text: 'Nobody here has this address.', links: [] },
  ]);
  expect(await why('mary.shelley@exampel.org')).toMatchObject([
    { text: expect.stringContaining('a letter or two') },
    {},
  ]);
  expect(await why('shelley@elsewhere.example')).toMatchObject([
    { text: expect.stringContaining('There is shelley@mail.example.net, with the same name') },
    {},
  ]);
  expect(await why('percy@example.org')).toMatchObject([
    { text: 'bysshe@example.org had this address until lately, and has another one now.', ...see },
    {},
  ]);
  await site.newBrowser().askForCode('nobody.yet@example.org');
  expect(await why('nobody.yet@example.org')).toMatchObject([
    { text: expect.stringMatching(/^A code was sent to this address on .*, and the sign-up was not finished/) },
    { text: 'Nobody here has this address.' },
  ]);
  const fault = await owner.open(`${base}/people/why?email=no-address`);
  expect([fault.statusCode, fault.body]).toEqual([422, expect.stringContaining('value="no-address"')]);
});

test('somebody who never proved an address may be a person with a similar one, with whom they are merged', async () => {
  await site.signedIn('katherine@example.org');
  await reader('katharine@example.org');
  const twin = (await why('katharine@example.org')).find(({ text }) => text.includes('nearly the same address'));
  expect(twin?.links).toEqual(['/people/ID', '/people/ID/merge?other=ID&stays=other']);
});

test('codes: never tried, never typed, mistyped, too late, and in at last', async () => {
  const email = 'ada@example.org';
  await reader(email);
  expect(await why(email)).toMatchObject([
    {
      text: expect.stringContaining('waiting to be activated since'),
      links: ['/people/ID/sign-in-link', '/people/ID/details'],
    },
    { text: expect.stringContaining('no subscription') },
    { text: 'Nobody has tried to sign in with this address within the last 30 days.' },
  ]);
  const browser = site.newBrowser();
  const path = await browser.askForCode(email);
  expect(await first(email)).toMatchObject({
    text: expect.stringMatching(/^A code was sent on .* and never typed/),
    links: ['/people/ID/sign-in-link', '/people/ID/details', '/people/ID#mails'],
  });
  const code = await browser.newestCode(email);
  for (let tries = 0; tries < 3; tries += 1) await browser.enterCode(path, wrong(code));
  expect(await first(email)).toMatchObject({ text: expect.stringMatching(/^A wrong code was typed 3 times, last on/) });
  const page = await browser.get(path);
  service().clock.advance(601);
  await browser.submit(page, { code });
  const texts = (await why(email)).map(({ text }) => text);
  expect(texts).toContainEqual(expect.stringContaining('when it was no longer valid'));
  await site.newBrowser().signIn(email);
  expect((await why(email)).map(({ text }) => text)).toEqual([
    expect.stringContaining('no subscription'),
    expect.stringMatching(/^The reader signed in on .*No website has asked since\.$/),
  ]);
});

test('the limit of codes is said with its end, and lifted by an editor', async () => {
  const email = 'limited@example.org';
  const id = await reader(email);
  const ask = async (): Promise<number> => {
    const browser = site.newBrowser();
    return (await browser.submit(await browser.open('/sign-in'), { email })).statusCode;
  };
  for (let asked = 0; asked < 5; asked += 1) await ask();
  expect(await ask()).toBe(429);
  expect(await first(email)).toMatchObject({ text: expect.stringMatching(/^Too many codes .* until /) });
  const page = await owner.open(`${base}/people/${id}`);
  const lifted = await owner.submit(page, {}, `${base}/people/${id}/lift-limit`);
  expect(textOf(lifted.body)).toContain('The limit is lifted');
  service().clock.advance(11);
  expect(await ask()).toBe(200);
});

test('websites: an unknown redirect URI with both addresses, a sign-out, and a sign-in', async () => {
  const email = 'grace@example.org';
  await reader(email);
  const browser = await party.signedInBrowser(email);
  const asked = `${REDIRECT_URI}/old?code=s3cret`;
  await party.authorize(browser, { redirect_uri: asked });
  const refused = await vi.waitFor(async () => {
    const answer = await first(email);
    expect(answer?.text).toContain('redirect URI) that is not registered');
    return answer;
  }, PATIENCE);
  expect(refused).toEqual({
    text: expect.stringMatching(
      `^The Website sent readers here with an address to return to \\(redirect URI\\) that is not registered: ${REDIRECT_URI}/old\\?code=…\\. Registered: ${REDIRECT_URI}\\. This happened in a browser of this reader`,
    ),
    links: [`/applications/${party.application.id}/settings`],
  });
  const other = 'other@example.org';
  await reader(other);
  expect((await why(other)).at(-2)?.text).toContain('it may keep everybody out');
  service().clock.advance(60);
  const { tokens } = await party.signInOn(browser);
  expect((await why(email)).map(({ text }) => text)).toEqual([
    expect.stringContaining('no subscription'),
    expect.stringMatching(/^The reader signed in to The Website on /),
  ]);
  service().clock.advance(60);
  await party.endSession(browser, { id_token_hint: tokens.id_token });
  expect((await why(email)).map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/^The Website signed the reader out on /),
  );
  expect(locationOf(await party.authorize(browser, { prompt: 'none' }))).toContain('login_required');
  await vi.waitFor(async () => {
    expect((await first(email))?.text).toMatch(/^The Website asked on .* who is signed in/);
  }, PATIENCE);
});

test('what the publisher did and what is owed: signed out, address changed, payment failed, ended', async () => {
  const email = 'payer@example.org';
  const { id } = await site.payingCustomer(email, LATER_FAILING_CARD);
  await party.signedInBrowser(email);
  await site.api.post(`/customers/${id}/sign_out`);
  expect((await why(email)).at(-1)?.text).toMatch(/^Somebody of the publication, or one of its programs/);
  await site.pass('1 month');
  expect(await first(email)).toMatchObject({
    text: expect.stringMatching(/^A payment failed on .*\. The bank refused it\. Access ends on /),
    links: ['/people/ID#payments', '/people/ID/sign-in-link'],
  });
  const subscriptions = await site.rows<{ id: string; customerId: string }>('subscriptions');
  const subscription = subscriptions.find(({ customerId }) => customerId === id);
  await site.api.post(`/subscriptions/${subscription?.id ?? ''}/cancel`);
  expect(await first(email)).toMatchObject({ text: expect.stringMatching(/^The subscription ended on /) });
});

test('a bounced mail comes before all else, with the answer of the mail server', async () => {
  const email = 'bounced@example.org';
  const id = await reader(email);
  const { database, clock, secretKeys } = service();
  await site.newBrowser().askForCode(email);
  const [delivery] = await site.rows<{ id: string }>('deliveries', 'id');
  await database.transaction((transaction) =>
    addMailProblem(site.publication, transaction, clock, {
      recipientMac: recipientMac(secretKeys, site.publication, email),
      customerId: id,
      kind: 'hard_bounce',
      status: '5.1.1',
      answer: '550 No such user here',
      deliveryId: delivery?.id ?? '',
    }),
  );
  expect(await first(email)).toMatchObject({
    text: expect.stringMatching(
      /^Mails to this address came back on .* “550 No such user here”\. Nothing is sent there any more, codes/,
    ),
    links: ['/people/ID/details', '/people/ID#mails'],
  });
});

test("nobody sees another publication's trail, viewers see no acts, and the page speaks German", async () => {
  const other = await givenSite(service());
  const email = 'shared@example.org';
  for (const one of [site, other]) await one.api.post('/customers', { email });
  await other.newBrowser().askForCode(email);
  expect((await why(email)).at(-1)?.text).toContain('Nobody has tried to sign in');
  const stranger = await signedInStaff(service(), other.publication, 'owner', `s@${other.publication.siteHost}`);
  expect((await stranger.get(`${base}/people/why?email=${email}`)).statusCode).toBe(404);
  const viewer = await signedInStaff(service(), site.publication, 'viewer', `v@${site.publication.siteHost}`);
  expect((await why(email, viewer)).flatMap(({ links }) => links)).toEqual([]);
  const { emailNormalized } = parseEmailAddress(email);
  const page = await owner.follow(
    await owner.get(`${base}/people/why?email=${emailNormalized}`, { 'accept-language': 'de' }),
  );
  const german = await owner.get(locationOf(await owner.get(`${base}/people/why?email=${email}`)), {
    'accept-language': 'de',
  });
  expect([page.statusCode, textOf(german.body)]).toEqual([200, expect.stringContaining('hat niemand versucht')]);
});
