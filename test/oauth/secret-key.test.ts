// R-S3 SECRET_KEY is changed while readers are on their way: OLD, then OLD,NEW where there are several instances, then NEW,OLD, then NEW alone.
// What was begun before each step is finished after it.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBlock } from '../../src/models/imports/import-block.ts';
import { getImport } from '../../src/models/imports/import-record.ts';
import { listExports, readChunks, requestExport } from '../../src/models/lifecycle/kept-export.ts';
import { createEventEndpoint, listEventEndpoints, signingSecretsOf } from '../../src/models/outbox/event-endpoint.ts';
import { activationUrl, customerIdOfActivationToken } from '../../src/models/people/activation.ts';
import { makeNextExport } from '../../src/moving/export-job.ts';
import { verifyIdTokenHint } from '../../src/tokens/id-token.ts';
import { startWorker } from '../../src/worker.ts';
import { formOf, locationOf } from '../support/browser/browser.ts';
import { headingOf } from '../support/browser/html.ts';
import { answerOf, givenRelyingParty, tokensOf, type RelyingParty } from '../support/outside/relying-party.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { settleImports, startedImport } from '../support/publications/imports.ts';
import { ApiClient } from '../support/publications/publication.ts';
import { moved, partyAt, restart } from '../support/service/restarted.ts';
import { openService, type TestService } from '../support/service/service.ts';

const [OLD, NEW] = ['the old secret key of this installation', 'the new secret key of this installation'];
const ADA = 'ada@example.org';
let before: TestService;
let party: RelyingParty;
const started: TestService[] = [];

beforeEach(async () => {
  before = await openService({ SECRET_KEY: OLD });
  party = await givenRelyingParty(before);
});
afterEach(async () => {
  for (const service of started.splice(0)) await service.close();
  await before.close();
});

async function after(secretKey: string): Promise<RelyingParty> {
  const service = await restart(before, { SECRET_KEY: secretKey });
  started.push(service);
  return partyAt(service, party);
}

const masthead = (secretKey: string) =>
  new CommandLine({ DATABASE_URL: before.config.databaseUrl, SECRET_KEY: secretKey });
const reencrypt = (secretKey: string) => masthead(secretKey).json<Record<string, number>>('secret-key', 'reencrypt');

/** Sends what is due, as the worker of that instance. */
async function sendLetters({ service }: RelyingParty): Promise<string[]> {
  const worker = startWorker(service);
  await worker.settle();
  await worker.stop();
  const rows: { subject: string }[] = await service.database.knex('mailboxMessages').select('subject');
  return rows.map(({ subject }) => subject.slice(0, 6));
}

test('R-S3 a session, a code in flight, an access token and an ID token hint of before are good after', async () => {
  const browser = await party.signedInBrowser(ADA);
  const { tokens } = await party.signInOn(browser);
  const code = await party.newCode(browser);
  const next = await after(`${NEW},${OLD}`);
  expect(tokensOf(await next.redeem(code)).token_type).toBe('Bearer');
  expect((await next.userinfo(tokens.access_token)).statusCode).toBe(200);
  expect(await next.newCode(moved(browser, next))).not.toBe('');
  expect(
    await verifyIdTokenHint(next.service.signingKeys, next.given.publication.siteUrl, tokens.id_token),
  ).toBeDefined();
  const url = next.endSessionPath({
    id_token_hint: tokens.id_token,
    post_logout_redirect_uri: next.application.postLogoutRedirectUri ?? '',
  });
  expect(locationOf(await moved(browser, next).get(url))).toBe(next.application.postLogoutRedirectUri);
});

test('R-S3 forms of before are taken after, signed out and signed in', async () => {
  const [visitor, reader] = [party.newBrowser(), await party.signedInBrowser(ADA)];
  const [signIn, account] = [formOf(await visitor.open('/sign-in')), formOf(await reader.open('/'), '/sign-out')];
  const next = await after(`${NEW},${OLD}`);
  const sent = await moved(visitor, next).post(signIn.action, { ...signIn.fields, email: ADA });
  expect(locationOf(sent)).toMatch(/^\/email-code\//);
  const signedOut = moved(reader, next);
  expect((await signedOut.post(account.action, { ...account.fields })).statusCode).toBe(303);
  expect(headingOf((await moved(reader, next).open('/')).body)).not.toBe('Your account');
});

test('R-S3 a letter of before is sent after, and its code signs in where it was asked for', async () => {
  const browser = party.newBrowser();
  const request = party.authorizePath({ prompt: 'login' });
  const codePage = await browser.askForCode(ADA, locationOf(await browser.get(request)));
  const next = await after(`${NEW},${OLD}`);
  const [code = ''] = await sendLetters(next);
  const same = moved(browser, next);
  const back = await same.follow(await same.enterCode(codePage, code));
  expect(answerOf(back)['code']).toMatch(/^\w{43}$/);
});

test('R-S3 an activation URL of before leads to its customer as long as the old secret is kept', async () => {
  const token =
    activationUrl(before.secretKeys, party.given.publication, 'cus_01hkz3v8q0x4m2n6p8r0t2v4w6').split('/').at(-1) ?? '';
  const next = await after(`${NEW},${OLD}`);
  expect(customerIdOfActivationToken(next.service.secretKeys, token)).toBe('cus_01hkz3v8q0x4m2n6p8r0t2v4w6');
});

test('R-S3 an activation code of before is used for ever, and an Idempotency-Key of before replays its answer', async () => {
  const form = { activation_code: 'Gutenberg-1455' };
  const first = await party.given.api.post('/customers', form, { 'idempotency-key': 'once' });
  const { service } = await after(`${NEW},${OLD}`);
  const api = new ApiClient(service, party.given.apiKey);
  expect((await api.post('/customers', form, { 'idempotency-key': 'once' })).json()).toEqual(first.json());
  expect((await api.post('/customers', form)).statusCode).toBe(409);
});

test('R-S3 the signing key stays the same over the change, so that publishers who pasted the PEM notice nothing', async () => {
  const pem = await before.signingKeys.pem();
  await reencrypt(`${NEW},${OLD}`);
  expect(await (await after(NEW)).service.signingKeys.pem()).toBe(pem);
});

test('R-S3 several instances of which some have OLD,NEW and some NEW,OLD serve one reader by turns', async () => {
  const [one, two] = [await after(`${OLD},${NEW}`), await after(`${NEW},${OLD}`)];
  let browser = one.newBrowser();
  for (const [here, there] of [
    [one, two],
    [two, one],
  ] as const) {
    browser = moved(browser, here);
    const codePage = await browser.askForCode(ADA);
    browser = moved(browser, there);
    await browser.enterCode(codePage, await browser.newestCode(ADA));
    const code = await there.newCode(browser);
    const tokens = tokensOf(await here.redeem(code));
    expect((await there.userinfo(tokens.access_token)).statusCode).toBe(200);
    const form = formOf(await browser.open('/'), '/sign-out');
    browser = moved(browser, here);
    expect((await browser.post(form.action, { ...form.fields })).statusCode).toBe(303);
  }
});

test('R-S3 the old secret is dropped too soon: signing fails and says why, and nothing is lost', async () => {
  const code = await party.newCode(await party.signedInBrowser(ADA));
  await before.signingKeys.current();
  const hasty = await after(NEW);
  await expect(hasty.service.signingKeys.current()).rejects.toThrow(/SECRET_KEY/);
  const next = await after(`${NEW},${OLD}`);
  expect(tokensOf(await next.redeem(code)).token_type).toBe('Bearer');
});

test('R-S3 after secret-key reencrypt the old secret can go: keys and letters are under the new one', async () => {
  const browser = party.newBrowser();
  await before.signingKeys.current();
  await browser.askForCode(ADA);
  const digits = await browser.newestCode(ADA);
  const endpoint = { url: 'https://www.example.org/events', types: [] };
  const { secret } = await before.database.transaction((transaction) => {
    return createEventEndpoint(party.given.publication, transaction, before.clock, before.secretKeys, endpoint, {
      allowsLoopbackHttp: false,
    });
  });
  expect(await reencrypt(`${NEW},${OLD}`)).toMatchObject({
    signing_keys: 1,
    letters: 1,
    endpoint_secrets: 1,
    unreadable: 0,
  });
  expect(await reencrypt(`${NEW},${OLD}`)).toMatchObject({
    signing_keys: 0,
    letters: 0,
    endpoint_secrets: 0,
    unreadable: 0,
  });
  const next = await after(NEW);
  expect(await sendLetters(next)).toEqual([digits]);
  const [stored] = await listEventEndpoints(party.given.publication, next.service.database);
  expect(signingSecretsOf(next.service.secretKeys, stored?.secrets ?? '', next.service.clock.now())).toEqual([secret]);
  expect((await next.service.signingKeys.current()).kid).toBe((await before.signingKeys.current()).kid);
  expect(await reencrypt(NEW)).toMatchObject({ signing_keys: 0, letters: 0, endpoint_secrets: 0, unreadable: 0 });
});

test('R-S3 secret-key reencrypt says so when a record is under a secret that is gone, and leaves it', async () => {
  await before.signingKeys.current();
  const { exitCode, stderr } = await masthead(NEW).run('secret-key', 'reencrypt');
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^1 records are under a secret/)]);
  expect(await reencrypt(`${NEW},${OLD}`)).toMatchObject({ signing_keys: 1, letters: 0, unreadable: 0 });
});

test('R-S3 an import that waits goes on after secret-key reencrypt, and an export that is ready can be fetched', async () => {
  const { publication } = party.given;
  const file = 'email,note\nnew@example.org,Likes ships\n';
  const first = await startedImport(before, publication, file);
  await settleImports(before);
  const waiting = await startedImport(before, publication, `${file}other@example.org,\n`);
  await before.database.transaction((transaction) =>
    requestExport(publication, transaction, before.clock, 'The owner'),
  );
  await makeNextExport(before, () => false);
  expect(await reencrypt(`${NEW},${OLD}`)).toMatchObject({ import_rows: 1, unreadable: 0 });
  expect(await reencrypt(`${NEW},${OLD}`)).toMatchObject({ import_rows: 0, unreadable: 0 });
  // The file is read by the new secret alone; what the last file said is known by the old one, as long as it is kept.
  const alone = await after(NEW);
  const block = { importId: waiting, number: 0 };
  expect((await findBlock(publication, alone.service.database, alone.service.secretKeys, block))?.rows).toHaveLength(2);
  const { service } = await after(`${NEW},${OLD}`);
  await settleImports(service);
  expect(await getImport(publication, service.database, first)).toMatchObject({ state: 'done', createdCount: 1 });
  const counts = { state: 'done', createdCount: 1, changedCount: 0, unchangedCount: 1 };
  expect(await getImport(publication, service.database, waiting)).toMatchObject(counts);
  const [ready] = await listExports(publication, alone.service.database);
  const pieces: Buffer[] = [];
  for await (const piece of readChunks(publication, alone.service.database, ready ?? { id: '', chunks: 0 }))
    pieces.push(piece);
  expect(Buffer.concat(pieces).subarray(0, 2).toString()).toBe('PK');
});
