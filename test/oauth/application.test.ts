// Registration of OAuth applications (service.md, Authentication 2; sign-in rules E16 and B11; decisions 20 and 21).
import { describe, expect, test } from 'vitest';
import { InvalidValue, NotFound } from '../../src/models/errors.ts';
import {
  createOauthApplication,
  deleteOauthApplication,
  disableOauthApplication,
  enableOauthApplication,
  listOauthApplications,
  OauthApplicationRecord,
  rotateClientSecret,
  updateOauthApplication,
} from '../../src/models/sign-in/oauth-application.ts';
import { answerOf, givenRelyingParty } from '../support/outside/relying-party.ts';
import { basic, givenPublication } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const PRODUCTION = { allowsLoopbackHttp: false };
const DEMO = { allowsLoopbackHttp: true };
const GOOD = 'https://www.example.test/callback';

const REFUSED = [
  'javascript:alert(1)',
  'data:text/html,x',
  'http://www.example.test/',
  'ftp://www.example.test/',
  'https://www.example.test/#',
  'https://www.example.test/#x',
  'https://user@www.example.test/',
  'https://WWW.example.test/',
  'https://www.example.test:443/',
  'https://www.example.test/a/../b',
  'https://www.example.test/é',
  'https://www.example.test/a b',
  'https://www.example.test/?a=%00',
  'https://www.example.test/%0D%0a',
  '//www.example.test/',
  'www.example.test',
  '',
  `https://www.example.test/${'x'.repeat(2048)}`,
];

describe('E16 no URI is registered that runs a script, has a fragment, is not https or can be spelled in two ways', () => {
  test.each(REFUSED)('%s', async (uri) => {
    const { publication } = await givenPublication(service());
    const create = (settings: object, policy = DEMO) =>
      service().database.transaction((transaction) =>
        createOauthApplication(
          publication,
          transaction,
          service().clock,
          { name: 'A', redirectUri: GOOD, ...settings },
          policy,
        ),
      );
    await expect(create({ redirectUri: uri })).rejects.toThrow(InvalidValue);
    if (uri === '') return;
    await expect(create({ postLogoutRedirectUri: uri })).rejects.toThrow(InvalidValue);
    await expect(create({ backchannelLogoutUri: uri })).rejects.toThrow(InvalidValue);
  });
});

test('E16 plain http is for loopback hosts of the local demo', async () => {
  const { publication } = await givenPublication(service());
  const create = (policy: typeof DEMO) =>
    service().database.transaction((transaction) =>
      createOauthApplication(
        publication,
        transaction,
        service().clock,
        { name: 'A', redirectUri: 'http://localhost:4001/callback' },
        policy,
      ),
    );
  await expect(create(PRODUCTION)).rejects.toThrow(InvalidValue);
  expect((await create(DEMO)).application.redirectUri).toBe('http://localhost:4001/callback');
});

test('A13 B11 a redirect URI that carries a name of the answer is not registered; a query of another name is kept', async () => {
  await expect(givenRelyingParty(service(), { redirectUri: `${GOOD}?Code=1` })).rejects.toThrow(InvalidValue);
  const { application } = await givenRelyingParty(service(), {
    redirectUri: `${GOOD}?a=1`,
    backchannelLogoutUri: 'https://www.example.test/logout?a=1',
  });
  expect([application.redirectUri, application.backchannelLogoutUri]).toEqual([
    `${GOOD}?a=1`,
    'https://www.example.test/logout?a=1',
  ]);
});

test('A43 changes take hold at once: settings, secret, disabling, enabling, deleting', async () => {
  const party = await givenRelyingParty(service());
  const { publication } = party.given;
  const { clock } = service();
  const write = service().database.transaction.bind(service().database);
  const { id, clientId } = party.application;
  const browser = await party.signedInBrowser();
  const updated = await write((transaction) =>
    updateOauthApplication(
      publication,
      transaction,
      id,
      { name: 'Renamed', postLogoutRedirectUri: null, backchannelLogoutUri: undefined },
      PRODUCTION,
    ),
  );
  expect([updated.name, updated.postLogoutRedirectUri, updated.redirectUri]).toEqual([
    'Renamed',
    null,
    party.application.redirectUri,
  ]);
  const secret = await write((transaction) => rotateClientSecret(publication, transaction, clock, id));
  expect((await party.redeem(await party.newCode(browser))).statusCode).toBe(401);
  const right = { authorization: basic(clientId, secret) };
  expect((await party.redeem(await party.newCode(browser), {}, right)).statusCode).toBe(200);
  await write((transaction) => disableOauthApplication(publication, transaction, clock, id));
  expect(answerOf(await party.authorize(browser))).toMatchObject({ error: 'unauthorized_client' });
  await write((transaction) => enableOauthApplication(publication, transaction, id));
  const code = await party.newCode(browser);
  await write((transaction) => deleteOauthApplication(publication, transaction, id));
  expect((await party.redeem(code, {}, right)).statusCode).toBe(401);
  expect((await party.authorize(browser)).statusCode).toBe(400);
});

test('X4 an application of another publication is not found', async () => {
  const party = await givenRelyingParty(service());
  const { publication } = await givenPublication(service());
  const { database } = service();
  expect(await listOauthApplications(publication, database)).toEqual([]);
  await expect(
    database.transaction((transaction) =>
      rotateClientSecret(publication, transaction, service().clock, party.application.id),
    ),
  ).rejects.toThrow(NotFound);
  await expect(
    database.transaction((transaction) => deleteOauthApplication(publication, transaction, party.application.id)),
  ).rejects.toThrow(NotFound);
  expect(await OauthApplicationRecord.get(party.given.publication, database, party.application.id)).toMatchObject({
    id: party.application.id,
  });
});
