// What endpoints and logout receivers were sent, in the dashboard: the lists, the request and answers of one delivery,
// sending it again, and replays.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { eraseCustomer } from '../../../src/models/lifecycle/erasure.ts';
import { createEventEndpoint, disableEventEndpoint } from '../../../src/models/outbox/event-endpoint.ts';
import { createCustomer } from '../../../src/models/people/customer.ts';
import { updatePublication } from '../../../src/models/publication/publication.ts';
import { startWorker } from '../../../src/worker.ts';
import type { Browser } from '../../support/browser/browser.ts';
import { linksOf, mainTextOf } from '../../support/browser/html.ts';
import { answer, startReceiver, type Answer, type Receiver } from '../../support/outside/receiver.ts';
import { newApplication, signIn, signOut } from '../../support/publications/signed-in.ts';
import { givenSite, type TestSite } from '../../support/publications/site.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';

const service = useService(DASHBOARD);
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
  readonly endpointId: string;
  /** The path of its deliveries. */
  readonly list: string;
}

async function given(types: string[] = ['customer.created']): Promise<Given> {
  const site = await givenSite(service());
  const { publication } = site;
  const owner = await signedInStaff(service(), publication, 'owner', `o@${publication.siteHost}`);
  const { database, clock, secretKeys } = service();
  const settings = { url: `${receiver.origin}/events`, types };
  const { endpoint } = await database.transaction((transaction) =>
    createEventEndpoint(publication, transaction, clock, secretKeys, settings, { allowsLoopbackHttp: true }),
  );
  const base = `/dashboard/${publication.id}`;
  return { site, owner, base, endpointId: endpoint.id, list: `${base}/endpoints/${endpoint.id}/deliveries` };
}

async function addCustomers({ site }: Given, ...emails: readonly string[]): Promise<string[]> {
  const { database, clock, secretKeys } = service();
  return database.transaction(async (transaction) => {
    const ids: string[] = [];
    for (const email of emails) {
      const address = { email: parseEmailAddress(email) };
      ids.push((await createCustomer(site.publication, transaction, clock, secretKeys, address)).id);
    }
    return ids;
  });
}

async function work(): Promise<void> {
  const worker = startWorker(service());
  await worker.settle();
  await worker.stop();
}

const rowsOf = (body: string) => linksOf(body).filter((href) => /\/deliveries\/dlv_/.test(href));
const firstOf = async ({ owner }: Given, list: string) => rowsOf((await owner.open(list)).body)[0] ?? '';
const sentIds = () => receiver.requests.map(({ headers }) => headers['webhook-id']);

test('are listed newest first, page by page, and filtered by state', async () => {
  const at = await given();
  reply = (response, { body }) => response.writeHead(body.includes('bad@') ? 410 : 204).end();
  const good = Array.from({ length: 59 }, (_, number) => `m${number}@example.org`);
  await addCustomers(at, ...good, 'bad@example.org');
  await work();
  const first = await at.owner.open(at.list);
  const next = linksOf(first.body).find((href) => href.includes('page=')) ?? '';
  const second = await at.owner.open(next);
  const all = [...rowsOf(first.body), ...rowsOf(second.body)];
  expect([rowsOf(first.body).length, all.length]).toEqual([50, 60]);
  expect(all).toEqual(all.toSorted().toReversed());
  expect(new Set(all).size).toBe(60);
  const count = async (state: string) => rowsOf((await at.owner.open(`${at.list}?state=${state}`)).body).length;
  expect([await count('open'), await count('dead'), await count('delivered')]).toEqual([1, 0, 50]);
  expect(mainTextOf((await at.owner.open(`${at.list}?state=open`)).body)).toContain('answered 410');
  const { database, clock } = service();
  clock.advance(10);
  await database.transaction((transaction) =>
    disableEventEndpoint(at.site.publication, transaction, clock, at.endpointId, 'by hand'),
  );
  expect([await count('open'), await count('dead')]).toEqual([0, 1]);
  const given_up = await at.owner.open(await firstOf(at, `${at.list}?state=dead`));
  expect(mainTextOf(given_up.body)).toContain('It was given up because the endpoint was disabled.');
});

test('one shows its request, and what each attempt was answered after how long', async () => {
  const at = await given();
  reply = (response, _request, count) => response.writeHead(count === 1 ? 503 : 200).end(`answer ${count}`);
  await addCustomers(at, 'ada@example.org');
  await work();
  service().clock.advance(90);
  await work();
  const page = await at.owner.open(await firstOf(at, at.list));
  const text = mainTextOf(page.body);
  const [, request] = receiver.requests;
  for (const one of ['Attempt 1: answered 503', 'answer 1', 'Attempt 2: answered 200', 'answer 2', ' ms', 'Delivered'])
    expect(text).toContain(one);
  expect(text.indexOf('Attempt 2')).toBeLessThan(text.indexOf('Attempt 1'));
  for (const name of ['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp'])
    expect(text).toContain(`${name} ${String(request?.headers[name])}`);
  expect(text).toContain('webhook-signature v1,…');
  const sent = JSON.parse(request?.body ?? '');
  const shown = JSON.stringify({ ...sent, data: { ...sent.data, activation_url: '…' } }, undefined, 2);
  expect(text).toContain(shown.replaceAll(/\s+/g, ' '));
  expect(text).toContain('"email": "ada@example.org"');
  expect([sent.data.activation_url, text]).toEqual([expect.any(String), expect.not.stringContaining('/activate/')]);
});

test('nothing of an erased person is on the page, in the body or in an answer that repeated it', async () => {
  const at = await given();
  reply = (response, { body }) => response.writeHead(200).end(`got ${body}`);
  const [id = ''] = await addCustomers(at, 'ada@example.org', 'bob@example.org');
  await work();
  const pages = async () =>
    (await Promise.all(rowsOf((await at.owner.open(at.list)).body).map((href) => at.owner.open(href))))
      .map(({ body }) => body)
      .join('');
  expect((await pages()).match(/ada@example\.org/g)).toHaveLength(2);
  const { database, clock, secretKeys } = service();
  await database.transaction((transaction) => eraseCustomer(at.site.publication, transaction, clock, secretKeys, id));
  const after = await pages();
  expect([after.match(/ada@example\.org/g), after.match(/bob@example\.org/g)?.length]).toEqual([null, 2]);
  expect(JSON.stringify(await database.knex('delivery_attempts'))).not.toContain('ada@example.org');
});

test('an answer that arrives after the person was erased is not kept', async () => {
  const at = await given();
  const [id = ''] = await addCustomers(at, 'eve@example.org');
  const { database, clock, secretKeys } = service();
  reply = (response, { body }) => {
    const erased = database.transaction((transaction) =>
      eraseCustomer(at.site.publication, transaction, clock, secretKeys, id),
    );
    void erased.then(() => response.writeHead(200).end(`got ${body}`));
  };
  await work();
  expect(receiver.requests[0]?.body).toContain('eve@example.org');
  const attempts = await database.knex('delivery_attempts').where({ customerId: id });
  expect(attempts).toMatchObject([{ status: 200, answer: null }]);
});

test('an event is sent again with its id, and not while the endpoint is disabled', async () => {
  const at = await given();
  await addCustomers(at, 'ada@example.org');
  await work();
  const here = await firstOf(at, at.list);
  const resend = async () => at.owner.submit(await at.owner.open(here), {}, `${here}/resend`);
  expect(mainTextOf((await resend()).body)).toContain('It is sent again');
  await work();
  expect([sentIds().length, new Set(sentIds()).size]).toEqual([2, 1]);
  expect(rowsOf((await at.owner.open(at.list)).body)).toHaveLength(2);
  const { database, clock } = service();
  await database.transaction((transaction) =>
    disableEventEndpoint(at.site.publication, transaction, clock, at.endpointId, 'by hand'),
  );
  const refused = await resend();
  expect([refused.statusCode, mainTextOf(refused.body)]).toEqual([
    422,
    expect.stringContaining('The endpoint is disabled: enable it first'),
  ]);
});

test('a delivery to somebody else is not found', async () => {
  const [at, other] = [await given(), await given()];
  await addCustomers(at, 'ada@example.org');
  await addCustomers(other, 'ada@example.org');
  await work();
  const theirs = (await firstOf(other, other.list)).split('/').at(-1) ?? '';
  const second = await service().database.transaction((transaction) =>
    createEventEndpoint(
      at.site.publication,
      transaction,
      service().clock,
      service().secretKeys,
      { url: receiver.origin, types: [] },
      { allowsLoopbackHttp: true },
    ),
  );
  const own = await firstOf(at, at.list);
  const paths = [
    `${at.list}/${theirs}`,
    own.replace(at.endpointId, second.endpoint.id),
    `${at.base}/endpoints/${other.endpointId}/deliveries`,
    `${at.base}/applications/app_0/deliveries`,
  ];
  for (const path of paths) expect([path, (await at.owner.get(path)).statusCode]).toEqual([path, 404]);
  expect((await at.owner.get(own)).statusCode).toBe(200);
});

describe('a replay', () => {
  test('says how many events it would send, since a time of the publication, and sends them in order', async () => {
    const at = await given(['customer.created', 'customer.erased']);
    await service().database.transaction((transaction) =>
      updatePublication(transaction, at.site.publication.id, { timeZone: 'America/New_York' }),
    );
    await addCustomers(at, 'before@example.org');
    await work();
    service().clock.advance(3600);
    const since = new Intl.DateTimeFormat('sv', {
      timeZone: 'America/New_York',
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(service().clock.now());
    service().clock.advance(60);
    await addCustomers(at, 'a@example.org', 'b@example.org', 'c@example.org');
    await work();
    const [day = '', time = ''] = since.split(' ');
    const here = at.list.replace('deliveries', 'replay');
    const preview = await at.owner.open(`${here}?day=${day}&time=${encodeURIComponent(time)}`);
    expect(mainTextOf(preview.body)).toContain('3 events would be sent.');
    expect(mainTextOf(preview.body)).toContain('America/New_York');
    const before = sentIds();
    const done = await at.owner.submit(preview, {}, here);
    expect(mainTextOf(done.body)).toContain('The events are being sent');
    expect(mainTextOf(done.body)).toContain('events are being replayed');
    await work();
    expect(sentIds().slice(before.length).toSorted()).toEqual(before.slice(1).toSorted());
    expect(mainTextOf((await at.owner.open(here.replace('/replay', ''))).body)).not.toContain('being replayed');
  });

  test.each([
    ['no time', '?day=2026-01-01&time='],
    ['a day that is none', '?day=2026-02-30&time=10:00'],
    ['a time to come', '?day=2999-01-01&time=10:00'],
  ])('since %s is refused', async (_what, query) => {
    const at = await given();
    const page = await at.owner.open(at.list.replace('deliveries', 'replay') + query);
    expect([page.statusCode, mainTextOf(page.body)]).toEqual([
      422,
      expect.stringContaining('Enter a day and a time that have passed'),
    ]);
  });
});

test('a logout receiver’s notices are listed with the decoded token, and sent again with a new one', async () => {
  const at = await given(['payment.failed']);
  reply = (response, _request, count) => response.writeHead(count === 1 ? 400 : 204).end('sid?');
  const { publication } = at.site;
  const application = await newApplication(service(), publication, `${receiver.origin}/logout`);
  const other = await newApplication(service(), publication, null);
  await signOut(service(), publication, await signIn(service(), publication, [application, other]));
  await work();
  const list = `${at.base}/applications/${application.id}/deliveries`;
  const here = await firstOf(at, list);
  const text = mainTextOf((await at.owner.open(here)).body);
  for (const one of ['Given up', 'answered 400', 'sid?', 'Your website has to answer 200 or 204', '"logout+jwt"'])
    expect(text).toContain(one);
  const token = new URLSearchParams(receiver.requests[0]?.body).get('logout_token') ?? '';
  const [header = '', claims = '', signature = ''] = token.split('.');
  const decoded = JSON.parse(Buffer.from(claims, 'base64url').toString());
  expect(text).toContain(`"jti": "${decoded.jti}"`);
  for (const part of [header, claims, signature]) expect(text).not.toContain(part);
  expect(mainTextOf((await at.owner.open(`${at.base}/applications/${other.id}/deliveries`)).body)).toContain(
    'There are none.',
  );
  await at.owner.submit(await at.owner.open(here), {}, `${here}/resend`);
  await work();
  expect(receiver.requests).toHaveLength(2);
  expect(rowsOf((await at.owner.open(list)).body)).toHaveLength(2);
  expect(mainTextOf((await at.owner.open(`${list}?state=delivered`)).body)).toContain('answered 204');
  expect(rowsOf((await at.owner.open(`${list}?state=dead`)).body)).toEqual([here]);
});
