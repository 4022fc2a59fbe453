// Decisions 7: a deployment answers over https only, on every door, and says so by HSTS on every answer.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { signInOperations } from '../../generated/router.ts';
import { PRODUCTION_SETTINGS } from '../support/processes/command-line.ts';
import { givenPublication, type Fields } from '../support/publications/publication.ts';
import { expectDocumented } from '../support/service/contract.ts';
import { useService } from '../support/service/service.ts';

const API = 'api.example.test';
const HSTS = 'max-age=31536000';
const SECURE = { API_URL: `https://${API}`, TRUST_PROXY: '127.0.0.1' };
const production = useService({ ...PRODUCTION_SETTINGS, ...SECURE });
const hosted = useService(SECURE);
const local = useService();

type Service = ReturnType<typeof production>;

const hostOf = async (service: Service): Promise<string> => (await givenPublication(service)).publication.siteHost;

function ask(service: Service, host: string, url: string, headers: Fields = {}, method: 'GET' | 'POST' = 'GET') {
  return service.app.inject({ method, url, headers: { host, ...headers } });
}

const OVER_HTTPS = { 'x-forwarded-proto': 'https' };
/** A path of every door of a publication's site, and some that no door has. */
const PAGES = [
  '/',
  '/offers',
  '/sign-in',
  '/nothing-here',
  '/nothing/at/all',
  '/assets/nothing.css',
  '/sandbox/checkout/none',
  '/mailbox',
];

describe.each([
  ['production', production],
  ['a hosted test environment', hosted],
])('in %s', (_where, service) => {
  test.each(PAGES)('plain http of %s is refused on the site by a page', async (path) => {
    const host = await hostOf(service());
    const answer = await ask(service(), host, path);
    expect([answer.statusCode, answer.headers.location]).toEqual([403, undefined]);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.body).toContain('https only');
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test.each(['https', 'http'])('a form over %s is told apart', async (protocol) => {
    const host = await hostOf(service());
    const answer = await ask(service(), host, '/sign-in', { 'x-forwarded-proto': protocol }, 'POST');
    expect(answer.body.includes('https only')).toBe(protocol === 'http');
  });

  test.each(Object.values(signInOperations))(
    'plain http of $operationId is refused by the sign-in provider as documented',
    async ({ operationId, method, path }) => {
      const host = await hostOf(service());
      const answer = await service().app.inject({ method, url: path, headers: { host } });
      expect(answer.statusCode).toBe(403);
      expectDocumented(operationId, answer.statusCode, answer.headers, answer.body);
      if (/token|userinfo|well-known/.test(path))
        expect(answer.json()).toEqual({
          error: 'invalid_request',
          error_description: 'This address answers over https only',
        });
      else expect(answer.body).toContain('https only');
    },
  );

  test('webhooks are not taken over plain http', async () => {
    const host = await hostOf(service());
    expect((await ask(service(), host, '/payments/events/stripe', {}, 'POST')).statusCode).toBe(403);
  });

  test.each(['/2023-04-11/members', '/2023-04-11/nothing', '/docs', '/docs/reference', '/nothing'])(
    'plain http of %s is refused on the API host with https_required',
    async (path) => {
      const answer = await ask(service(), API, path);
      expect([answer.statusCode, answer.json()]).toEqual([
        403,
        { error: { code: 'https_required', message: expect.any(String) } },
      ]);
    },
  );

  test.each(['/healthz', '/readyz'])('%s answers a load balancer over plain http', async (path) => {
    expect((await ask(service(), '10.0.0.1', path)).statusCode).toBe(200);
  });

  test('HSTS is on every answer: pages, errors, the data API, the documentation, what no door knows', async () => {
    const host = await hostOf(service());
    const answers: LightMyRequestResponse[] = [];
    for (const path of [...PAGES, '/.well-known/openid-configuration', '/oauth/token', '/healthz', '/%zz'])
      answers.push(await ask(service(), host, path, OVER_HTTPS), await ask(service(), host, path));
    for (const path of [
      '/2023-04-11/members',
      '/2023-04-11/nothing',
      '/docs',
      '/docs/openapi.json',
      '/nothing',
      '/%zz',
    ])
      answers.push(await ask(service(), API, path, OVER_HTTPS), await ask(service(), API, path));
    expect(new Set(answers.map(({ headers }) => headers['strict-transport-security']))).toEqual(new Set([HSTS]));
  });

  test('HSTS is on the answer to what is no HTTP at all', async () => {
    const { app } = service();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const address = app.server.address();
    const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
    socket.write('this is no request\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toContain(`strict-transport-security: ${HSTS}\r\n`);
    expect(answer).toMatch(/Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n/);
  });
});

test('the local demo speaks plain http, without HSTS', async () => {
  const { publication } = await givenPublication(local(), { siteUrl: 'http://localhost:4000' });
  for (const path of ['/', '/offers', '/docs', '/2023-04-11/members', '/healthz']) {
    const answer = await ask(local(), publication.siteHost, path);
    expect([path, answer.statusCode]).not.toEqual([path, 403]);
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  }
});
