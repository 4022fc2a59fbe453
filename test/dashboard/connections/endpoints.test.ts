// Endpoints for events in the dashboard: from their making to their end, the secret that is shown once, and test events,
// whose answer is shown at once.
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createEventEndpoint,
  EventEndpointRecord,
  listEventEndpoints,
  signingSecretsOf,
} from '../../../src/models/outbox/event-endpoint.ts';
import type { Browser } from '../../support/browser/browser.ts';
import { attributeOf, mainTextOf, tagsOf } from '../../support/browser/html.ts';
import { answer, startReceiver, type Answer, type Receiver } from '../../support/outside/receiver.ts';
import { givenSite, type TestSite } from '../../support/publications/site.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { useService, type TestService } from '../../support/service/service.ts';

const service = useService(DASHBOARD);
const elsewhere = useService({ ...DASHBOARD, API_URL: 'https://api.example.test', TRUST_PROXY: '198.18.0.0/15' });
let receiver: Receiver;
let reply: Answer;

beforeEach(async () => {
  reply = answer(204);
  receiver = await startReceiver((...received) => reply(...received));
});
afterEach(() => receiver.close());

interface Given {
  readonly site: TestSite;
  readonly owner: Browser;
  readonly base: string;
}

async function given(on: TestService = service()): Promise<Given> {
  const site = await givenSite(on);
  const owner = await signedInStaff(on, site.publication, 'owner', `o@${site.publication.siteHost}`);
  return { site, owner, base: `/dashboard/${site.publication.id}` };
}

const create = async ({ owner, base }: Given, fields: Record<string, string>) =>
  owner.submit(await owner.open(`${base}/new-endpoint`), fields, `${base}/new-endpoint`);
const secretOn = (body: string) => /whsec_[\w+/=]+/.exec(body)?.[0];
const endpointsOf = ({ site }: Given) => listEventEndpoints(site.publication, service().database);

/** An endpoint at the receiver: the path of its page, and its secret. */
async function endpoint(at: Given): Promise<{ here: string; id: string; secret: string }> {
  const page = await create(at, { url: `${receiver.origin}/events` });
  const [made] = await endpointsOf(at);
  const id = made?.id ?? '';
  return { here: `${at.base}/endpoints/${id}`, id, secret: secretOn(page.body) ?? '' };
}

async function sendTest({ owner }: Given, here: string) {
  return owner.submit(await owner.open(here), {}, `${here}/test`);
}

test('an endpoint is made for chosen events, changed, disabled, enabled and deleted', async () => {
  const at = await given();
  const url = `${receiver.origin}/events`;
  const made = await create(at, { url, which: 'chosen', 'type-customer.erased': 'on', 'type-payment.failed': 'on' });
  expect(secretOn(made.body)).toBeDefined();
  const [stored] = await endpointsOf(at);
  expect(stored).toMatchObject({ url, types: '["customer.erased","payment.failed"]', disabledAt: null });
  const here = `${at.base}/endpoints/${stored?.id ?? ''}`;
  const page = await at.owner.open(here);
  expect(secretOn(page.body)).toBeUndefined();
  const checked = tagsOf(page.body, 'input').filter((tag) => /\schecked\b/.test(tag));
  expect(checked.map((tag) => attributeOf(tag, 'id'))).toEqual([
    'which-chosen',
    'type-customer.erased',
    'type-payment.failed',
  ]);
  await at.owner.submit(page, { url: `${url}/new`, which: 'all' }, here);
  expect(await endpointsOf(at)).toMatchObject([{ url: `${url}/new`, types: '[]' }]);
  const act = async (name: string) => at.owner.submit(await at.owner.open(here), {}, `${here}/${name}`);
  expect(mainTextOf((await act('disable')).body)).toContain('The endpoint is disabled. Nothing more is sent there.');
  expect(mainTextOf((await at.owner.open(`${at.base}/endpoints`)).body)).toContain('Disabled');
  expect(mainTextOf((await act('enable')).body)).toContain('The endpoint is enabled.');
  expect(mainTextOf((await act('delete')).body)).toContain('The endpoint is deleted.');
  expect([await endpointsOf(at), (await at.owner.get(here)).statusCode]).toEqual([[], 404]);
});

test('a second click on its making shows the same secret again, and makes no second endpoint', async () => {
  const at = await given();
  const page = await at.owner.open(`${at.base}/new-endpoint`);
  const send = () => at.owner.submit(page, { url: `${receiver.origin}/events` }, `${at.base}/new-endpoint`);
  const answers = [...(await Promise.all([send(), send()])), await send()];
  const secrets = new Set(answers.map(({ body }) => secretOn(body)));
  expect([secrets.size, (await endpointsOf(at)).length, [...secrets][0]]).toEqual([1, 1, expect.any(String)]);
});

test.each([
  ['no URL', {}, 'Enter an https address'],
  ['a name', { url: 'events' }, 'Enter an https address'],
  ['plain http of another machine', { url: 'http://www.example.org/events' }, 'Enter an https address'],
  ['a URL with a password', { url: 'https://me:secret@www.example.org/' }, 'Enter an https address'],
  ['no event', { url: 'https://www.example.org/', which: 'chosen' }, 'Choose at least one event, or all'],
])('%s is refused beside its field, keeps what was typed, and leaves nothing', async (_what, fields, message) => {
  const at = await given();
  const page = await create(at, { 'type-customer.erased': '', ...fields });
  expect([page.statusCode, mainTextOf(page.body)]).toEqual([422, expect.stringContaining(message)]);
  const typed: Readonly<Record<string, string>> = fields;
  const url = tagsOf(page.body, 'input').find((tag) => attributeOf(tag, 'name') === 'url') ?? '';
  expect([attributeOf(url, 'value'), await endpointsOf(at)]).toEqual([typed['url'] ?? '', []]);
});

describe('where the data API is for other machines', () => {
  test.each(['https://127.0.0.1:8443/', 'https://10.0.0.1/', 'https://[fd00::1]/', 'https://localhost/'])(
    '%s is refused in plain words',
    async (url) => {
      const at = await given(elsewhere());
      const page = await create(at, { url });
      expect([page.statusCode, mainTextOf(page.body)]).toEqual([
        422,
        expect.stringContaining('This address is on a private network'),
      ]);
    },
  );

  test('an endpoint whose host leads to a private address is sent nothing, and the page says why', async () => {
    const at = await given(elsewhere());
    const { database, clock, secretKeys } = elsewhere();
    const settings = { url: `https://127.0.0.1:${receiver.port}/events`, types: [] };
    const made = await database.transaction((transaction) =>
      createEventEndpoint(at.site.publication, transaction, clock, secretKeys, settings, { allowsLoopbackHttp: false }),
    );
    const page = await sendTest(at, `${at.base}/endpoints/${made.endpoint.id}`);
    expect(mainTextOf(page.body)).toContain('the host leads to a private address, and we connect to public ones only');
    expect(receiver.requests).toEqual([]);
  });
});

describe('a test event', () => {
  test('is signed, is sent once by two clicks, and its answer is shown at once', async () => {
    const at = await given();
    const { here, secret } = await endpoint(at);
    reply = (response) => response.writeHead(200).end('thank you <b>');
    const page = await at.owner.open(here);
    const send = () => at.owner.submit(page, {}, `${here}/test`);
    const [first] = await Promise.all([send(), send()]);
    const again = await send();
    expect(receiver.requests).toHaveLength(1);
    const [request] = receiver.requests;
    const headers = request?.headers as Record<string, string>;
    const now = Date.now;
    Date.now = () => service().clock.now().getTime();
    try {
      expect(new Webhook(secret).verify(request?.body ?? '', headers)).toMatchObject({ type: 'endpoint.test' });
    } finally {
      Date.now = now;
    }
    for (const { body } of [first, again]) {
      expect(mainTextOf(body)).toContain('endpoint.test');
      expect(body).not.toContain(headers['webhook-signature']?.slice(3));
    }
    const text = mainTextOf(again.body);
    expect(text).toContain('Attempt 1: answered 200');
    expect(text).toContain('thank you <b>');
    expect(text).toContain(headers['webhook-timestamp']);
    expect(text).toContain(headers['webhook-id']);
    expect(text).toContain(`POST ${receiver.origin}/events`);
  });

  test.each<[string, Answer, readonly string[]]>([
    ['500', (response) => response.writeHead(500).end('database is full'), ['answered 500', 'database is full']],
    [
      'a redirect',
      answer(302, { location: 'https://www.example.org/' }),
      ['answered 302', 'Redirects are not followed'],
    ],
    ['nothing at all', (response) => response.destroy(), ['the connection was closed before an answer']],
  ])('that is answered by %s is no success, and the page says what came back', async (_what, given_, texts) => {
    const at = await given();
    const { here } = await endpoint(at);
    reply = given_;
    const text = mainTextOf((await sendTest(at, here)).body);
    for (const one of [...texts, 'Given up']) expect(text).toContain(one);
    expect(receiver.requests).toHaveLength(1);
  });

  test('that is answered by a megabyte shows its first thousand characters, whatever they are', async () => {
    const at = await given();
    const { here } = await endpoint(at);
    reply = (response) => response.writeHead(200).end(`\u0000start\u001b[31m😀${'x'.repeat(1_000_000)}`);
    const page = await sendTest(at, here);
    expect(mainTextOf(page.body)).toContain('start[31m😀xxx');
    expect(page.body.match(/x{100,}/g)?.map(({ length }) => length)).toEqual([expect.toSatisfy((n) => n < 1000)]);
  });

  test('to a program that is down says that nothing listens there', async () => {
    const at = await given();
    const { here } = await endpoint(at);
    const { origin } = receiver;
    await receiver.close();
    const page = await sendTest(at, here);
    receiver = await startReceiver();
    expect(mainTextOf(page.body)).toContain('no connection: nothing listens there');
    expect(mainTextOf(page.body)).toContain(`POST ${origin}/events`);
  });

  test('to a program that never answers ends after five seconds', async () => {
    const at = await given();
    const { here } = await endpoint(at);
    reply = () => undefined;
    expect(mainTextOf((await sendTest(at, here)).body)).toContain('no answer within five seconds');
  });

  test('goes to a disabled endpoint too, so that it can be tried before it is enabled', async () => {
    const at = await given();
    const { here } = await endpoint(at);
    await at.owner.submit(await at.owner.open(here), {}, `${here}/disable`);
    expect(mainTextOf((await sendTest(at, here)).body)).toContain('answered 204');
  });
});

describe('a new secret', () => {
  const secretsOf = async ({ site }: Given, id: string) => {
    const { secrets } = await EventEndpointRecord.get(site.publication, service().database, id);
    return signingSecretsOf(service().secretKeys, secrets, service().clock.now());
  };

  test('is shown once, and the former one signs beside it for a day', async () => {
    const at = await given();
    const { here, id, secret } = await endpoint(at);
    service().clock.advance(60);
    const rotated = await at.owner.submit(await at.owner.open(here), {}, `${here}/rotate-secret`);
    const newer = secretOn(rotated.body);
    expect(mainTextOf(rotated.body)).toContain('The former secret signs as well until');
    expect(await secretsOf(at, id)).toEqual([newer, secret]);
    expect(secretOn((await at.owner.open(here)).body)).toBeUndefined();
    service().clock.advance(24 * 3600);
    expect(await secretsOf(at, id)).toEqual([newer]);
  });

  test('is one new secret when two owners rotate at once, and the other is told', async () => {
    const at = await given();
    const { here, id, secret } = await endpoint(at);
    const email = `o2@${at.site.publication.siteHost}`;
    const other = await signedInStaff(service(), at.site.publication, 'owner', email);
    const [mine, theirs] = [await at.owner.open(here), await other.open(here)];
    const answers = await Promise.all([
      at.owner.submit(mine, {}, `${here}/rotate-secret`),
      other.submit(theirs, {}, `${here}/rotate-secret`),
    ]);
    const shown = answers.flatMap(({ body }) => secretOn(body) ?? []);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
    expect(await secretsOf(at, id)).toEqual([...shown, secret]);
    const refused = answers.find(({ statusCode }) => statusCode === 422);
    expect(mainTextOf(refused?.body ?? '')).toContain('Somebody else made a new secret just now');
  });
});
