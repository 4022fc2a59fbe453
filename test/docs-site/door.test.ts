// The documentation by its addresses: what answers, where, with which headers, and what it never says.
import { hash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { GUIDES, pathOf } from '../../src/docs-site/paths.ts';
import { textOf } from '../support/browser/html.ts';
import { useService } from '../support/service/service.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const API = 'https://api.example.test';
const HTML_MAX_BYTES = 60_000;

const demo = useService({ API_URL: 'http://localhost:4000' });
const production = useService({
  ENVIRONMENT: 'production',
  API_URL: API,
  MAIL_URL: 'smtp://localhost:25',
  SECRET_KEY: 'a secret key of the tests that is long enough',
  TRUST_PROXY: '127.0.0.1',
});

const get = (url: string, headers: Record<string, string> = {}) =>
  demo().app.inject({ url, headers: { host: 'localhost:4000', ...headers } });
const live = (url: string, host = 'api.example.test') =>
  production().app.inject({ url, headers: { host, 'x-forwarded-proto': 'https' } });
const contractIn = JSON.parse(readFileSync(`${PROJECT}generated/openapi.json`, 'utf8'));
const version: string = contractIn.info.version;
const pages = GUIDES.map(({ name }) => pathOf(name));

describe('the guides', () => {
  test.each(pages)(
    '%s answers HTML that is light, for everybody the same, and asks no other host for anything',
    async (path) => {
      const { statusCode, headers, body } = await get(path);
      expect([statusCode, headers['content-type'], headers['referrer-policy'], headers['set-cookie']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-referrer',
        undefined,
      ]);
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      );
      expect(body.length).toBeLessThan(HTML_MAX_BYTES);
      expect(
        [...body.matchAll(/\b(?:src|srcset)="([^"]*)"|<link[^>]* href="([^"]*)"/g)]
          .map(([, src, href]) => src ?? href)
          .filter((url) => !url?.startsWith('/docs/assets/') && url !== 'data:,'),
      ).toEqual([]);
      expect(body).not.toMatch(/<script(?! src="\/docs\/assets\/)|\son\w+=|style="/);
      expect(body).not.toMatch(/api\.example\.com|\.md["#]/);
    },
  );

  test('ask again whether a page has changed, and are told when not', async () => {
    const { headers } = await get('/docs');
    expect(headers['cache-control']).toBe('no-cache');
    const again = await get('/docs', { 'if-none-match': `"other", W/${String(headers['etag'])}` });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('link to what is there: guides, headings, assets, operations', async () => {
    const texts = new Map<string, string>();
    for (const path of pages) texts.set(path, (await get(path)).body);
    const anchors = new Set(
      Object.entries<Record<string, { tags: string[] }>>(contractIn.paths).flatMap(([path, item]) =>
        Object.entries(item).map(([method, { tags }]) => `tag/${tags?.[0]}/${method.toUpperCase()}${path}`),
      ),
    );
    for (const [page, html] of texts) {
      for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) {
        const [path = '', fragment] = href.split('#');
        if (path.startsWith('http') || path === 'data:,') continue;
        expect([page, href, (await get(path === '' ? page : path)).statusCode]).toEqual([page, href, 200]);
        const isThere =
          fragment === undefined ||
          (path === '/docs/reference'
            ? anchors.has(decodeURIComponent(fragment))
            : (texts.get(path === '' ? page : (path.split('?')[0] ?? '')) ?? '').includes(`id="${fragment}"`));
        expect([page, href, isThere]).toEqual([page, href, true]);
      }
    }
  });

  test('name other pages by their titles, and never by their files', async () => {
    for (const path of pages)
      expect([path, textOf((await get(path)).body).match(/[\w-]+\.md\b/g)]).toEqual([path, null]);
  });

  test('are the files of docs/guides, all of them, and those for publishers and operators', () => {
    const files = GUIDES.map(({ file }) => file);
    expect(files.filter((file) => file.startsWith('guides/')).toSorted()).toEqual(
      globSync('guides/*.md', { cwd: `${PROJECT}docs` }).toSorted(),
    );
    expect(files).toEqual(
      expect.arrayContaining(['publishers-guide.md', 'selling.md', 'support.md', 'operating-payments.md']),
    );
    for (const file of files) {
      const folder = dirname(`${PROJECT}docs/${file}`);
      for (const [, link = ''] of readFileSync(`${PROJECT}docs/${file}`, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g))
        expect([file, link, existsSync(resolve(folder, link))]).toEqual([file, link, true]);
    }
  });

  test('show the pictures of the files, each once for ever', async () => {
    const inFile = [
      ...readFileSync(`${PROJECT}docs/publishers-guide.md`, 'utf8').matchAll(/<img src="images\/([^"]+)"/g),
    ];
    const { body } = await get('/docs/guides/publishers-guide');
    const shown = [...body.matchAll(/<img src="([^"]+)" width="840" height="\d+" alt="[^"]+" loading="lazy">/g)];
    expect(inFile.length).toBeGreaterThan(5);
    expect(shown.length).toBe(inFile.length);
    for (const [index, [, path = '']] of shown.entries()) {
      const { statusCode, headers, rawPayload } = await get(path);
      expect([
        statusCode,
        headers['content-type'],
        headers['cache-control'],
        headers['content-security-policy'],
      ]).toEqual([
        200,
        'image/png',
        'public, max-age=31536000, immutable',
        "default-src 'none'; frame-ancestors 'none'",
      ]);
      expect(rawPayload.equals(readFileSync(`${PROJECT}docs/images/${inFile[index]?.[1]}`))).toBe(true);
      expect((await get(path.replace(/\.\w+\.png/, '.0000000000.png'))).statusCode).toBe(404);
    }
  });

  test('are listed by reader, and lead on within what one reader needs', async () => {
    const { body } = await get('/docs/guides/selling');
    expect([...body.matchAll(/<p class="audience">([^<]+)</g)].map(([, text]) => text).slice(0, 3)).toEqual([
      'For developers',
      'For publishers',
      'For operators',
    ]);
    expect(body).toContain('rel="prev" href="/docs/guides/publishers-guide"');
    expect((await get('/docs/guides/operating-payments')).body).not.toContain('rel="prev"');
  });
});

describe('the errors guide', () => {
  const authorization = [
    ...readFileSync(`${PROJECT}src/oauth/errors.ts`, 'utf8').matchAll(/^ {2}\| '([a-z_]+)'/gm),
  ].map(([, code = '']) => code);
  const { ErrorCode, OAuthErrorCode, BearerError } = contractIn.components.schemas;
  const enumerated: string[] = [
    ...new Set([...ErrorCode.enum, ...OAuthErrorCode.enum, ...BearerError.properties.error.enum, ...authorization]),
  ];
  const codesIn = (html: string): string[] => [...html.matchAll(/<h3 id="([a-z_]+)">/g)].map(([, code = '']) => code);

  test('has an anchor and a text for each code that the contract enumerates, and no other', async () => {
    expect(authorization.length).toBeGreaterThan(7);
    const { body } = await get('/docs/guides/errors');
    expect(codesIn(body).toSorted()).toEqual(enumerated.toSorted());
    const articles = body
      .split('<article')
      .slice(1)
      .map((article) => [/id="([a-z_]+)"/.exec(article)?.[1], /<\/p>\s*<p>\S/.test(article)]);
    expect(articles.filter(([, hasText]) => !hasText)).toEqual([]);
    expect(body).toContain('<span>Data API 400 409</span>');
  });

  test.each([
    ['idempotency', ['idempotency_conflict']],
    ['  LOGIN   prompt ', ['login_required']],
    ['429', ['rate_limited']],
    ['no such thing', []],
  ])('finds by "%s" without a script', async (query, codes) => {
    const { body } = await get(`/docs/guides/errors?q=${encodeURIComponent(query)}`);
    expect(codesIn(body)).toEqual(codes);
    expect(body).toContain(
      codes.length === 0 ? `No code fits “${query.trim()}”` : `${codes.length} of ${enumerated.length} codes fit`,
    );
  });

  test('shows a hostile query as text', async () => {
    const { body, statusCode } = await get(
      `/docs/guides/errors?q=${encodeURIComponent('"><script>alert(1)</script>')}`,
    );
    expect(statusCode).toBe(200);
    expect(body).not.toContain('<script>alert');
    expect((await get('/docs/guides/errors?q=%ff%00&q=x')).statusCode).toBe(200);
  });
});

describe('the contract', () => {
  test.each(['yaml', 'json'])(
    'as %s names the deployment, is whole, and can be read from any origin',
    async (format) => {
      const { statusCode, headers, body } = await live(`/docs/${version}/openapi.${format}`);
      expect([statusCode, headers['access-control-allow-origin'], headers['content-type']]).toEqual([
        200,
        '*',
        `application/${format}; charset=utf-8`,
      ]);
      const served = parse(body);
      expect(served.servers).toEqual([{ url: API, description: 'The data API' }]);
      expect(served.paths['/oauth/token'].servers).toEqual(contractIn.paths['/oauth/token'].servers);
      const withoutOurs = JSON.parse(
        JSON.stringify(served, (name, value) => (name === 'externalDocs' ? undefined : value)),
      );
      expect({ ...withoutOurs, servers: contractIn.servers }).toEqual(contractIn);
      expect(served.paths['/2023-04-11/members'].get.externalDocs).toEqual({
        description: 'Guide: Members and pagination',
        url: `${API}/docs/guides/members`,
      });
    },
  );

  test('as YAML reads the same by YAML 1.1, where an unquoted 2023-04-11 is a date', async () => {
    const { body } = await live(`/docs/${version}/openapi.yaml`);
    expect(body).toContain(`\n  version: '${version}'\n`);
    expect(parse(body, { version: '1.1' })).toEqual(parse(body));
    expect(parse(body, { version: '1.1' })).toEqual((await live(`/docs/${version}/openapi.json`)).json());
  });

  test.each(['yaml', 'json'])(
    'for generators is what the contract says, as %s, with the deployment',
    async (format) => {
      const { statusCode, headers, body } = await live(`/docs/${version}/openapi-for-generators.${format}`);
      expect([statusCode, headers['access-control-allow-origin'], headers['content-type']]).toEqual([
        200,
        '*',
        `application/${format}; charset=utf-8`,
      ]);
      const generated = JSON.parse(readFileSync(`${PROJECT}generated/openapi-for-generators.json`, 'utf8'));
      expect(parse(body)).toEqual({ ...generated, servers: [{ url: API, description: 'The data API' }] });
      expect(generated.info.version).toBe('2023.4.11');
      expect(body).not.toMatch(/"?\bx-[a-z]+"?:|\benum"?:|operationId"?: '?"?authorize/);
    },
  );

  test('has an ETag that spares reading it again, and answers a preflight', async () => {
    const { headers } = await get(`/docs/${version}/openapi.yaml`);
    expect((await get(`/docs/${version}/openapi.yaml`, { 'if-none-match': String(headers['etag']) })).statusCode).toBe(
      304,
    );
    const preflight = await demo().app.inject({
      method: 'OPTIONS',
      url: `/docs/${version}/openapi.yaml`,
      headers: { host: 'localhost:4000' },
    });
    expect([preflight.statusCode, preflight.headers['access-control-allow-headers']]).toEqual([204, 'If-None-Match']);
  });

  test('of another version is not there', async () => {
    expect((await get('/docs/2019-01-01/openapi.yaml')).statusCode).toBe(404);
  });
});

describe('the reference page', () => {
  test('runs scripts under a nonce of its own alone, without eval, and is never stored', async () => {
    const [first, second] = [await get('/docs/reference'), await get('/docs/reference')];
    const nonceOf = ({ headers }: typeof first): string =>
      /script-src 'nonce-([\w+/=]{24})';/.exec(String(headers['content-security-policy']))?.[1] ?? '';
    expect(nonceOf(first)).not.toBe('');
    expect(nonceOf(first)).not.toBe(nonceOf(second));
    expect(first.headers['content-security-policy']).not.toMatch(/unsafe-eval|script-src[^;]*(unsafe|self|https?:)|\*/);
    expect(first.headers['cache-control']).toBe('no-store');
    for (const [tag] of first.body.matchAll(/<script[^>]*>/g)) expect(tag).toContain(`nonce="${nonceOf(first)}"`);
  });

  test('has Scalar from us, the file of the package that is named, for ever', async () => {
    const [path = ''] = /\/docs\/assets\/scalar\.\w+\.js/.exec((await get('/docs/reference')).body) ?? [];
    const [compressed, plain] = [
      await get(path, { 'accept-encoding': 'gzip, br' }),
      await get(path, { 'accept-encoding': 'gzip, br;q=0' }),
    ];
    expect([
      compressed.headers['content-encoding'],
      plain.headers['content-encoding'],
      compressed.headers['cache-control'],
    ]).toEqual(['br', undefined, 'public, max-age=31536000, immutable']);
    expect(brotliDecompressSync(compressed.rawPayload).equals(plain.rawPayload)).toBe(true);
    const zlib = vi.spyOn(Object.getPrototypeOf(createBrotliDecompress()), '_transform');
    expect((await get(path)).rawPayload.equals(plain.rawPayload)).toBe(true);
    expect(zlib).not.toHaveBeenCalled();
    zlib.mockRestore();
    const pinned = JSON.parse(readFileSync(`${PROJECT}vendor/scalar/source.json`, 'utf8'));
    expect(hash('sha256', plain.rawPayload, 'hex')).toBe(pinned.sha256);
    expect(compressed.rawPayload.length).toBeLessThan(1_000_000);
    for (const page of pages) expect((await get(page)).body).not.toContain('/scalar.');
  });
});

describe('in production', () => {
  test('answers on the host of the API alone', async () => {
    for (const path of [...pages, '/docs/reference', `/docs/${version}/openapi.json`]) {
      expect([path, (await live(path)).statusCode, (await live(path, 'news.example.test')).statusCode]).toEqual([
        path,
        200,
        404,
      ]);
    }
  });

  test('fills in no key, and says where samples would have one', async () => {
    const { body, headers } = await live('/docs');
    expect(body).toContain('data-keys="none"');
    expect(body).toContain(`${API}/2023-04-11/customers`);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect((await live('/docs/reference')).body).toContain('data-tries="no"');
    expect((await live('/docs/guides/sign-in')).body).toContain('https://news.example.com/oauth/authorize');
  });
});

test.each([
  '/docs/',
  '/docs/nothing',
  '/docs/guides/nothing',
  '/docs/guides/README',
  '/docs/assets/docs.0000000000.css',
  '/docs/reference/x',
])('%s is not there', async (path) => {
  for (const { statusCode, headers } of [await get(path), await live(path)])
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
});

test.each(['POST', 'PUT', 'DELETE', 'PATCH'] as const)('%s is refused with what is taken', async (method) => {
  const { statusCode, headers } = await demo().app.inject({
    method,
    url: '/docs/guides/sign-in',
    headers: { host: 'localhost:4000' },
  });
  expect([statusCode, headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

test('HEAD answers without a body', async () => {
  const { statusCode, body } = await demo().app.inject({
    method: 'HEAD',
    url: '/docs',
    headers: { host: 'localhost:4000' },
  });
  expect([statusCode, body]).toEqual([200, '']);
});
