// The search through the log of every service that a test opens (support/service/log-search.ts) finds what it is for, and passes what we write.
import { expect, test } from 'vitest';
import { randomSecret, randomWebhookSecret } from '../../src/database/secrets.ts';
import { newKey } from '../../src/models/publication/api-key.ts';
import { refusePersonal } from '../support/service/log-search.ts';

test.each([
  ['an e-mail address', { msg: 'no mail for ada.lovelace@example.org' }],
  ['an e-mail address', { url: '/members?email=ada%40example.org' }],
  ['an API key', { key: newKey('test') }],
  ['a secret of ours', { cookie: randomSecret() }],
  ['a secret of ours', { error: `client_secret=secret_${randomSecret()}` }],
  ['the secret of an endpoint', { secret: randomWebhookSecret() }],
  ['a token', { token: `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJjdXNfMSJ9.c2lnbmF0dXJl` }],
  ['an e-mailed code', { code: '123456' }],
  ['the address of a visitor', { network: '198.18.3.77' }],
])('R-P1 the log of no test holds %s', (what, line) => {
  const text = JSON.stringify(line);
  expect(() => refusePersonal([text])).toThrow(`${what}: {`);
  const [value = ''] = Object.values(line);
  expect(() => refusePersonal([text])).not.toThrow(value);
});

test('R-P1 networks, ids and hashes may stand there', () => {
  const line = {
    network: '198.18.3.0/24',
    who: 'a'.repeat(64),
    reqId: 'req_4276b142fa992ef3c90e56b58c0d1e2f',
    code: 'XX000',
  };
  expect(() => refusePersonal([JSON.stringify(line)])).not.toThrow();
});
