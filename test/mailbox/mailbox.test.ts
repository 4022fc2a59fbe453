// The mailbox: its page and its JSON, who may read whose, and where it does not exist (decisions 34).
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { addMailboxMessage } from '../../src/models/outbox/mailbox-message.ts';
import { createApiKey, revokeApiKey } from '../../src/models/publication/api-key.ts';
import { givenPublication, type TestPublication } from '../support/publications/publication.ts';
import { useService, type TestService } from '../support/service/service.ts';

const local = useService({ API_URL: 'http://localhost:4000' });
const hosted = useService({
  API_URL: 'https://api.example.test',
  HOST: '0.0.0.0',
  TRUST_PROXY: '127.0.0.1',
});
const onNetworkHost = useService({ HOST: '0.0.0.0', API_URL: 'https://localhost:4000', TRUST_PROXY: '127.0.0.1' });

type Headers = Readonly<Record<string, string>>;

/** As the proxy in front of it sends it. */
function ask(
  { app }: TestService,
  { publication }: TestPublication,
  path: string,
  headers: Headers = {},
): Promise<LightMyRequestResponse> {
  return app.inject({
    url: path,
    headers: { host: publication.siteHost, 'x-forwarded-proto': 'https', ...headers },
  });
}

const by = (apiKey: string, password = ''): Headers => ({ authorization: `Basic ${btoa(`${apiKey}:${password}`)}` });

async function keep(
  { database, clock }: TestService,
  { publication }: TestPublication,
  letter: Partial<Parameters<typeof addMailboxMessage>[3]> = {},
): Promise<void> {
  const whole = {
    to: 'ada@example.org',
    subject: 'Your code',
    text: 'It is 123456',
    html: '<p>It is 123456</p>',
    ...letter,
  };
  await database.transaction((transaction) => addMailboxMessage(publication, transaction, clock, whole));
}

let ports = 4100;
/** A publication of the local demo. */
const givenLocal = (): Promise<TestPublication> =>
  givenPublication(local(), { siteUrl: `http://localhost:${(ports += 1)}` });

describe('in the local demo it is open', () => {
  test('messages of an address come newest first, each with what it holds', async () => {
    const own = await givenLocal();
    await keep(local(), own);
    local().clock.advance(5);
    await keep(local(), own, { subject: 'A newer one' });
    await keep(local(), own, { to: 'bob@example.org' });
    const response = await ask(local(), own, '/mailbox/messages?to=Ada%40Example.org');
    const created_at = Math.floor(local().clock.now().getTime() / 1000);
    const letter = { id: expect.any(String), to: 'ada@example.org', text: 'It is 123456', html: '<p>It is 123456</p>' };
    expect(response.json()).toEqual([
      { ...letter, subject: 'A newer one', created_at },
      { ...letter, subject: 'Your code', created_at: created_at - 5 },
    ]);
    expect((await ask(local(), own, '/mailbox/messages')).json()).toHaveLength(3);
    expect((await ask(local(), own, '/mailbox/messages?to=nobody%40example.org')).json()).toEqual([]);
  });

  test('the page shows letters as text, and their HTML only inside a sandboxed frame', async () => {
    const own = await givenLocal();
    await keep(local(), own, {
      subject: '<script>alert(1)</script>',
      text: '<img src=x onerror=alert(2)>',
      html: '"><script>alert(3)</script>',
    });
    const response = await ask(local(), own, '/mailbox?to=%22%3E%3Cscript%3Ealert(4)%3C%2Fscript%3E');
    expect(response.body).not.toContain('<script');
    const all = await ask(local(), own, '/mailbox');
    expect(all.body).not.toMatch(/<script|<img/);
    expect(all.body).toContain('<iframe sandbox=""');
    expect(all.headers['content-security-policy']).toContain("default-src 'none'");
    expect(all.headers['content-security-policy']).not.toContain('script-src');
  });

  test('an empty mailbox says so', async () => {
    expect((await ask(local(), await givenLocal(), '/mailbox')).body).toContain('There is no letter here yet.');
  });

  test('a key that is sent has to be right', async () => {
    const [own, other] = [await givenLocal(), await givenLocal()];
    expect((await ask(local(), own, '/mailbox', by(own.apiKey))).statusCode).toBe(200);
    expect((await ask(local(), own, '/mailbox', by(other.apiKey))).statusCode).toBe(401);
  });

  test('a site of another host has no page there, and programs are asked for the key', async () => {
    const own = await givenPublication(local());
    expect((await ask(local(), own, '/mailbox/messages')).statusCode).toBe(401);
    expect((await ask(local(), own, '/mailbox/messages', by(own.apiKey))).statusCode).toBe(200);
    for (const headers of [{}, by(own.apiKey)])
      expect((await ask(local(), own, '/mailbox', headers)).statusCode).toBe(404);
  });
});

describe.each([
  ['a hosted test environment', hosted],
  ['a test environment on a network address', onNetworkHost],
])('in %s it is behind the API key of the publication', (_where, service) => {
  test.each(['on the network', 'on this machine'])(
    'there is no page on a site %s, with or without a key',
    async (where) => {
      const siteUrl = `https://localhost:${(ports += 1)}`;
      const own = await givenPublication(service(), where === 'on this machine' ? { siteUrl } : {});
      await keep(service(), own);
      for (const headers of [{}, by(own.apiKey)]) {
        const answer = await ask(service(), own, '/mailbox', headers);
        expect([answer.statusCode, answer.body.includes('123456')]).toEqual([404, false]);
      }
    },
  );

  test('invitations to the dashboard are left out', async () => {
    const own = await givenPublication(service());
    await keep(service(), own, { isForOwners: true });
    expect((await ask(service(), own, '/mailbox/messages', by(own.apiKey))).json()).toEqual([]);
  });

  test.each(['/mailbox/messages', '/mailbox/messages?to=ada@example.org'])('%s', async (path) => {
    const own = await givenPublication(service());
    await keep(service(), own);
    const refused = await ask(service(), own, path);
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Basic /)]);
    expect(refused.body).not.toContain('123456');
    const shown = await ask(service(), own, path, by(own.apiKey));
    expect([shown.statusCode, shown.body]).toEqual([200, expect.stringContaining('123456')]);
    expect(shown.headers['cache-control']).toBe('no-store');
  });

  test('the key of another publication, a revoked one, a wrong one and one with a password are refused alike', async () => {
    const [own, other] = [await givenPublication(service()), await givenPublication(service())];
    await keep(service(), own);
    const { database, clock } = service();
    const wrong = own.apiKey.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    const keys = [by(other.apiKey), by(wrong), by(own.apiKey, 'secret'), by(''), { authorization: 'Bearer x' }];
    for (const headers of keys) expect((await ask(service(), own, '/mailbox/messages', headers)).statusCode).toBe(401);
    await database.transaction((transaction) => revokeApiKey(own.publication, transaction, clock, own.apiKeyId));
    expect((await ask(service(), own, '/mailbox/messages', by(own.apiKey))).statusCode).toBe(401);
  });

  test('a read-only key opens it not, as the codes in its mails sign people in', async () => {
    const own = await givenPublication(service());
    await keep(service(), own);
    const { database, clock } = service();
    const { key } = await database.transaction((transaction) =>
      createApiKey(own.publication, transaction, clock, { environment: 'test', scope: 'read' }),
    );
    expect((await ask(service(), own, '/mailbox/messages', by(key))).statusCode).toBe(401);
  });

  test("shows that publication's mails only", async () => {
    const [own, other] = [await givenPublication(service()), await givenPublication(service())];
    await keep(service(), other, { subject: "another publication's" });
    for (const path of ['/mailbox/messages', '/mailbox/messages?to=ada@example.org'])
      expect((await ask(service(), own, path, by(own.apiKey))).body).not.toContain("another publication's");
    expect((await ask(service(), own, '/mailbox/messages', by(own.apiKey))).json()).toEqual([]);
    expect((await ask(service(), other, '/mailbox/messages', by(other.apiKey))).json()).toHaveLength(1);
  });
});

describe.each([
  [
    'production',
    useService({
      ENVIRONMENT: 'production',
      API_URL: 'https://api.example.org',
      SECRET_KEY: 'x'.repeat(40),
      MAIL_URL: 'smtps://mail.example.org',
      DATABASE_URL: 'sqlite:unused',
      TRUST_PROXY: '127.0.0.1',
    }),
  ],
  ['a test environment with a mail server', useService({ MAIL_URL: 'smtp://127.0.0.1:2525' })],
])('in %s', (_where, service) => {
  test('there is no mailbox', async () => {
    const own = await givenPublication(service());
    for (const path of ['/mailbox', '/mailbox/messages?to=ada%40example.org'])
      expect((await ask(service(), own, path, by(own.apiKey))).statusCode).toBe(404);
  });
});
