// One address serves the data API, the sign-in provider, the pages and the documentation in the local demo (decisions 7). Which of them a path
// belongs to follows from their routes: every operation of the contract and every page is answered by its own.
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { dataApiOperations, signInOperations } from '../../generated/router.ts';
import { PAGES } from '../../src/pages/routes.ts';
import { givenSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const ORIGIN = 'http://localhost:4000';
const service = useService({ API_URL: ORIGIN });

beforeAll(async () => {
  await givenSite(service(), { siteUrl: ORIGIN });
});

function ask(method: 'GET' | 'POST', url: string): Promise<LightMyRequestResponse> {
  return service().app.inject({ method, url, headers: { host: new URL(ORIGIN).host } });
}

/** With something in the place of each parameter, in braces or after a colon. */
const filled = (path: string): string => path.replaceAll(/\{\w+\}|:\w+/g, 'x');

const inWords = (path: string): string => path.replace(/^\/[^/]+/, '/v1');

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly code: unknown;
}

async function answerTo(method: 'GET' | 'POST', url: string): Promise<Answer> {
  const { statusCode: status, headers, body } = await ask(method, url);
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
  return { status, type, code: type === 'application/json' ? Object(JSON.parse(body))['error']?.code : undefined };
}

describe('on the address that serves everything', () => {
  it.each(Object.values(dataApiOperations).map(({ method, path }) => [method, path] as const))(
    '%s %s is answered by the data API, in a version that it has and in one that it has not',
    async (method, path) => {
      expect(await answerTo(method, filled(path))).toEqual({
        status: 401,
        type: 'application/json',
        code: 'missing_api_key',
      });
      for (const unsupported of [inWords(path), path.replace('2023-04-11', '2022-01-01')])
        expect(await answerTo(method, filled(unsupported))).toEqual({
          status: 400,
          type: 'application/json',
          code: 'invalid_api_version',
        });
    },
  );

  it.each(Object.values(signInOperations).map(({ method, path }) => [method, path] as const))(
    '%s %s is answered by the sign-in provider',
    async (method, path) => {
      const { status, code } = await answerTo(method, path);
      expect([200, 303, 400, 401]).toContain(status);
      expect(code).toBeUndefined();
    },
  );

  it.each(PAGES.flatMap(({ path, show }) => (show === undefined ? [] : [path])))(
    'GET %s is answered by the pages',
    async (path) => {
      const { type, status } = await answerTo('GET', filled(path));
      expect(type).toBe('text/html');
      expect([200, 303, 404, 410]).toContain(status);
    },
  );

  it.each(PAGES.map(({ path }) => path))('what is not there below %s is told by a page', async (path) => {
    for (const url of [`${filled(path)}/nothing/at/all`, `${filled(path)}/nothing/plans`.replace('//', '/offers/')])
      expect(await answerTo('GET', url)).toEqual({ status: 404, type: 'text/html', code: undefined });
  });

  it.each(['/docs', '/docs/guides/errors', '/docs/nothing', '/docs/plans'])(
    '%s is answered by the documentation',
    async (path) => {
      const { body } = await ask('GET', path);
      expect(body).toContain('/docs/assets/');
    },
  );

  it.each([
    '/nothing',
    '/nothing/else',
    '/assets/members',
    '/oauth/plans',
    '/v1',
    '/v1/nothing',
    '//plans',
    '/offersx/plan',
  ])('%s, which nobody has, is told by a page', async (path) => {
    expect(await answerTo('GET', path)).toEqual({ status: 404, type: 'text/html', code: undefined });
  });
});

const REBOUND = ['evil.test:4000', 'localhost.evil.test', '10.0.0.7:4000', 'localhost.', '127.0.0.1.nip.io:4000'];

describe('a page of another website, whose name was made to point here (DNS rebinding)', () => {
  it.each(REBOUND)('gets nothing of the local demo as %s, its mailbox least of all', async (host) => {
    for (const url of ['/', '/docs', '/mailbox', '/mailbox/messages', '/2023-04-11/members', '/assets/x'])
      expect([url, (await service().app.inject({ url, headers: { host } })).statusCode]).toEqual([url, 404]);
  });

  it.each(['localhost', '127.0.0.1:4000', '[::1]:4000', 'news.localhost:4000', 'LOCALHOST:4000'])(
    'is no obstacle to who calls it %s',
    async (host) => {
      expect((await service().app.inject({ url: '/docs', headers: { host } })).statusCode).toBe(200);
    },
  );
});
