// The sign-in trail: what happened at attempts to sign in, without codes, tokens, full addresses of networks or e-mail
// addresses, kept for 30 days and no longer than the person.
import { expect, test, vi } from 'vitest';
import { deleteOldRecords } from '../../../src/models/lifecycle/retention.ts';
import { formOf, locationOf } from '../../support/browser/browser.ts';
import { givenRelyingParty, REDIRECT_URI, type RelyingParty } from '../../support/outside/relying-party.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
/** What is written after an answer, on a busy machine. */
const PATIENCE = { timeout: 10_000 };
const DAY = 24 * 3600;
const ADA = 'ada@example.org';
const NOBODY = 'adda@example.org';
const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');

interface Row {
  readonly kind: string;
  readonly customerId: string | null;
  readonly addressMac: string | null;
  readonly network: string | null;
  readonly facts: string;
  readonly times: number;
}

const rowsOf = (party: RelyingParty): Promise<Row[]> =>
  service().database.knex('sign_in_steps').where({ publicationId: party.given.publication.id }).orderBy('createdAt');
const kindsOf = async (party: RelyingParty) =>
  (await rowsOf(party)).map(({ kind, times }) => (times === 1 ? kind : `${kind} ${times}`)).toSorted();

/** A website, and a reader who is known. */
async function givenAttempts() {
  const party = await givenRelyingParty(service());
  const { id } = (await party.given.api.post('/customers', { email: ADA })).json<{ id: string }>();
  return { party, id };
}

test('each step of an attempt is kept, of a known address by the person and of an unknown one by a hash', async () => {
  const { party, id } = await givenAttempts();
  const codes: string[] = [];
  for (const email of [ADA, NOBODY]) {
    const browser = party.newBrowser();
    const path = await browser.askForCode(email);
    const code = await browser.newestCode(email);
    codes.push(code);
    for (let tries = 0; tries < 5; tries += 1) await browser.enterCode(path, wrong(code));
    await party.newBrowser().askForCode(email);
  }
  const rows = await rowsOf(party);
  for (const [who, of] of [
    ['ada', rows.filter(({ customerId }) => customerId === id)],
    ['nobody', rows.filter(({ customerId }) => customerId === null)],
  ] as const)
    expect([who, of.map(({ kind, times }) => `${kind} ${times}`).toSorted()]).toEqual([
      who,
      ['code_sent 1', 'code_sent 1', 'code_spent 1', 'code_wrong 4'],
    ]);
  expect(rows.every(({ customerId, addressMac }) => (customerId === null) !== (addressMac === null))).toBe(true);
  expect(rows.every(({ network }) => /^198\.18\.\d+\.0\/24$/.test(network ?? ''))).toBe(true);
  const text = JSON.stringify(rows.map(({ facts, ...row }) => [row, facts]));
  for (const secret of [...codes, ADA, NOBODY]) expect(text).not.toContain(secret);
});

test('a code that is over, and the limits of mails, stand there with the time until when', async () => {
  const { party } = await givenAttempts();
  const browser = party.newBrowser();
  const path = await browser.askForCode(ADA);
  const code = await browser.newestCode(ADA);
  const page = await browser.get(path);
  service().clock.advance(601);
  await browser.submit(page, { code });
  await browser.submit(page, { code });
  expect(await kindsOf(party)).toEqual(['code_expired 2', 'code_sent']);
  for (let asked = 0; asked < 6; asked += 1) {
    const other = party.newBrowser();
    await other.submit(await other.open('/sign-in'), { email: ADA });
  }
  const limited = (await rowsOf(party)).filter(({ kind }) => kind === 'code_limited');
  expect(limited.map(({ times }) => times)).toEqual([1]);
  const { until } = JSON.parse(limited[0]?.facts ?? '{}') as { until: number };
  expect(until - service().clock.now().getTime()).toBeGreaterThan(2000 * 1000);
});

test('one network that makes up addresses fills a bounded number of rows', async () => {
  const party = await givenRelyingParty(service());
  const browser = party.newBrowser();
  const { fields } = formOf(await browser.open('/sign-in'));
  let [refused, index] = [0, 0];
  while (refused < 90) {
    const sent = await browser.post('/sign-in', { ...fields, email: `made-up-${(index += 1)}@example.org` });
    if (sent.statusCode !== 429) continue;
    refused += 1;
    // Known to be over its limit, it would not reach the database.
    service().clock.advance(11);
  }
  const limited = (await rowsOf(party)).filter(({ kind }) => kind === 'code_limited');
  expect(limited.length).toBeGreaterThan(20);
  expect(limited.length).toBeLessThanOrEqual(64);
  expect(limited.reduce((sum, { times }) => sum + times, 0)).toBeGreaterThan(limited.length);
});

test('what a website asks in vain is kept with its application, without values that could be secret', async () => {
  const { party } = await givenAttempts();
  const browser = await party.signedInBrowser(ADA);
  const uri = `${REDIRECT_URI}/elsewhere?code=s3cret&next=1`;
  for (let asked = 0; asked < 3; asked += 1) await party.authorize(browser, { redirect_uri: uri });
  await party.authorize(browser, { scope: 'openid everything' });
  await party.authorize(browser, { client_id: 'a-client-that-is-not' });
  const signOut = await browser.open('/');
  await browser.submit(signOut, {}, '/sign-out');
  expect(locationOf(await party.authorize(browser, { prompt: 'none' }))).toContain('login_required');
  expect(locationOf(await party.authorize(party.newBrowser(), { prompt: 'none' }))).toContain('login_required');
  const found = await vi.waitFor(async () => {
    const rows = (await rowsOf(party)).filter(({ kind }) => kind.endsWith('refused'));
    expect(rows.length).toBe(4);
    return rows;
  }, PATIENCE);
  const facts = found.map((row) => ({ kind: row.kind, ...(JSON.parse(row.facts) as object) }));
  expect(facts).toEqual(
    expect.arrayContaining([
      {
        kind: 'request_refused',
        error: 'redirect_uri',
        applicationId: party.application.id,
        redirectUri: `${REDIRECT_URI}/elsewhere?code=…&next=…`,
      },
      {
        kind: 'request_refused',
        error: 'invalid_scope',
        applicationId: party.application.id,
        scope: 'openid everything',
      },
      { kind: 'request_refused', error: 'client', clientId: 'a-client-that-is-not', redirectUri: REDIRECT_URI },
      { kind: 'silent_refused', error: 'login_required', applicationId: party.application.id },
    ]),
  );
});

test('it is exported for its person, merged with them, erased with them, and deleted after 30 days', async () => {
  const { party, id } = await givenAttempts();
  const { api } = party.given;
  const stranger = party.newBrowser();
  await stranger.askForCode(NOBODY);
  const browser = await party.signedInBrowser(ADA);
  const mine = await browser.get('/my-data.json');
  expect(mine.json<{ sign_in_steps: unknown[] }>().sign_in_steps).toEqual([
    expect.objectContaining({ kind: 'code_sent', purpose: 'sign-in' }),
  ]);
  expect(mine.body).not.toContain('email-code address');
  // The steps of the address that nobody had go with the person who takes it.
  const later = await party.newBrowser();
  await later.signIn(NOBODY);
  const newcomer = (await service().database.knex('customers').where({ emailNormalized: NOBODY }).first()) as {
    id: string;
  };
  await api.post(`/customers/${newcomer.id}/erase`);
  expect((await rowsOf(party)).map(({ customerId }) => customerId)).toEqual([id]);
  service().clock.advance(29 * DAY);
  await deleteOldRecords(service().database, service().clock);
  expect(await rowsOf(party)).toHaveLength(1);
  service().clock.advance(2 * DAY);
  await deleteOldRecords(service().database, service().clock);
  expect(await rowsOf(party)).toEqual([]);
});
