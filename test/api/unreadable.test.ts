// What is no HTTP, or too much of it, is answered with the error object too, by a real socket.
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { basic, givenPublication } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
let port: number;

beforeAll(async () => {
  port = Number(new URL(await service().app.listen({ port: 0, host: '127.0.0.1' })).port);
});

/** Listens only once everything is written, with a pause in between in which the service could have answered and closed. */
function exchange(request: string): Promise<string> {
  const [first, rest] = [request.slice(0, 1000), request.slice(1000)];
  return new Promise((resolve, reject) => {
    let answer = '';
    const writeRest = (): void => void socket.write(rest, () => setTimeout(() => socket.resume(), 20));
    const socket = connect(port, '127.0.0.1', () => socket.pause().write(first, () => setTimeout(writeRest, 50)));
    socket.setTimeout(5000, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

describe('a request that cannot be read', () => {
  it.each([
    ['is no HTTP', 'NONSENSE\r\n\r\n', 400, 'invalid_param'],
    [
      'has headers over 64 KiB',
      `GET /2023-04-11/members HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`,
      431,
      'request_too_large',
    ],
    [
      'has two lengths',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
      'invalid_param',
    ],
  ])('that %s gets the error object and a Request-Id', async (_title, request, status, code) => {
    const [head = '', body = ''] = (await exchange(request)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/^request-id: req_[0-9a-f]{32}/im);
    expect(JSON.parse(body).error.code).toBe(code);
  });

  const PADDING = `X: ${'x'.repeat(70_000)}\r\n`;
  const HOST = 'Host: localhost\r\n';

  it.each([
    ['two Host headers', `${HOST}Host: evil.test\r\n`, 400, 'invalid_param', 'We cannot read this request'],
    ['no Host header', '', 400, 'invalid_param', 'We cannot read this request'],
    ['headers over 64 KiB', `${HOST}${PADDING}`, 431, 'request_too_large', 'We cannot read this request'],
    ['an unknown expectation', `${HOST}Expect: a-miracle\r\n`, 417, 'invalid_param', 'We cannot read this request'],
  ])(
    'with %s gets the error object of the API, the JSON of the token endpoint, or a page, each with a Request-Id',
    async (_title, headers, status, code, heading) => {
      const ask = async (line: string): Promise<string> => {
        const answer = await exchange(`${line} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
        const [head = '', ...body] = answer.split('\r\n\r\n');
        expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
        expect(head).toMatch(/^request-id: req_[0-9a-f]{32}/im);
        return body.join('\r\n\r\n');
      };
      for (const path of ['/2023-04-11/members', '/2023-04-11/nothing', '/1999-01-01/members'])
        expect(JSON.parse(await ask(`GET ${path}`)).error.code).toBe(code);
      expect(JSON.parse(await ask('POST /oauth/token')).error).toBe('invalid_request');
      for (const path of ['/offers', '/oauth/authorize', '/nothing', '/sandbox/checkout/x'])
        expect(await ask(`GET ${path}`)).toContain(`<h1>${heading}</h1>`);
      expect(await ask('GET /healthz')).not.toContain('ok');
    },
  );

  it.each([
    ['/2023-04-11/members/%zz', '"code":"invalid_param"'],
    ['/offers/%zz', '<h1>We cannot read this request</h1>'],
    ['/2023-04-11/members/%E0%A4', '"code":"invalid_param"'],
  ])('whose path is %s has a Request-Id, which the log has, too', async (path, content) => {
    const answer = await exchange(`GET ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain(content);
    const id = /^request-id: (req_[0-9a-f]{32})/im.exec(answer)?.[1] ?? 'none';
    expect(service().logLines.filter((line) => line.includes(id) && line.includes('"answered"'))).toHaveLength(1);
  });

  it('may expect 100-continue, and HTTP/1.0 may do without a Host header', async () => {
    const { apiKey } = await givenPublication(service());
    const start = `POST /2023-04-11/customers HTTP/1.1\r\n${HOST}Authorization: ${basic(apiKey)}\r\n`;
    const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 16\r\nConnection: close\r\n';
    const answer = await exchange(`${start}${form}Expect: 100-continue\r\n\r\nemail=ada@b.test`);
    expect(answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /);
    expect(await exchange('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  });

  it.each([
    ['too large', 'application/x-www-form-urlencoded', 413, 'request_too_large'],
    ['of another media type', 'application/json', 415, 'unsupported_media_type'],
  ])(
    'hears that its body is %s although it is written before anything is read',
    async (_title, mediaType, status, code) => {
      const { apiKey } = await givenPublication(service());
      const headers = [
        'Host: localhost',
        `Authorization: ${basic(apiKey)}`,
        `Content-Type: ${mediaType}`,
        'Content-Length: 1000000',
        'Connection: close',
      ];
      const request = `POST /2023-04-11/customers HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${'x'.repeat(1_000_000)}`;
      for (let times = 0; times < 10; times += 1) {
        const [head = '', body = ''] = (await exchange(request)).split('\r\n\r\n');
        expect([head.slice(0, 12), JSON.parse(body).error.code]).toEqual([`HTTP/1.1 ${status}`, code]);
      }
    },
  );

  it.each([
    ['a wrong key', '/2023-04-11/customers', `Authorization: ${basic('key_test_unknown')}`, 401],
    ['another origin', '/2023-04-11/customers', 'Origin: https://elsewhere.example', 403],
    ['an unknown address', '/nothing', 'Accept: text/html', 404],
  ])('is refused for %s before its body has come, and the connection is kept', async (_title, path, header, status) => {
    const form = 'Content-Type: application/x-www-form-urlencoded';
    const post = `POST ${path} HTTP/1.1\r\n${HOST}${header}\r\n${form}\r\nContent-Length: 60000\r\n\r\n`;
    const answer = await exchange(
      `${post.padEnd(60_000 + post.length, 'x')}GET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
    );
    expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, 'HTTP/1.1 200']);
  });

  it('is refused within two seconds although its body never comes, and the connection ends', async () => {
    const beganAt = performance.now();
    const answer = await exchange(`POST /nothing HTTP/1.1\r\n${HOST}Content-Length: 10\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 404 /);
    expect(answer).toMatch(/^connection: close/im);
    expect(performance.now() - beganAt).toBeLessThan(4000);
  });

  it('may have an address of more than 16 KiB', async () => {
    const answer = await exchange(
      `GET /oauth/authorize?state=${'%F0%9F%97%9E'.repeat(2048)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 404 /);
  });
});
