// How operations are bound: each has exactly one handler, undeclared methods are answered 405 with Allow, HEAD has no effects, bodies are
// taken off the wire by one reader, and failures reach the door in the documented order.
import { connect } from 'node:net';
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataApiOperationId } from '../../generated/operation-ids.ts';
import { checkComplete, type Failure } from '../../src/http/contract.ts';
import { bindDataApi, type Call } from '../../src/http/data-api.ts';
import { answerOtherMethods } from '../../src/http/methods.ts';
import type { AnyReply, DataApiHandlers, SignInHandlers } from '../../src/http/operation.ts';
import { bindSignIn } from '../../src/http/sign-in.ts';
import { expectDocumented } from '../support/service/contract.ts';
import { expectFailure } from '../support/service/failures.ts';

const BASE = '/2023-04-11';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const CUSTOMER = { id: 'cus_1', email: null, name: null, newsletter_slugs: [], plan_slug: null, activation_url: null };
const MEMBER = { id: 'memb_1', email: 'ada@example.com', name: null, newsletter_slugs: [], plan_slug: null };
const EMPTY: { status: 200; body: { objects: never[]; next_page: null } } = {
  status: 200,
  body: { objects: [], next_page: null },
};
const SUBSCRIPTION = {
  id: 'sub_1',
  status: 'active',
  customer_id: 'cus_1',
  plan_id: 'plan_1',
  price_id: null,
  complimentary: true,
} as const;

const handled: string[] = [];
const calls: Call[] = [];
const dataApi: DataApiHandlers<string> = {
  listMembers: ({ query }, caller) => {
    handled.push(`listMembers ${query.limit} ${caller}`);
    return { status: 200, body: { objects: [], next_page: null } };
  },
  listCustomers: () => {
    throw new Error('the store is gone');
  },
  createCustomer: ({ form }) => {
    handled.push(`createCustomer ${JSON.stringify(form)}`);
    return { status: 200, body: { ...CUSTOMER, email: form.email ?? null, name: form.name ?? null } };
  },
  createSubscription: ({ form }) => ({
    status: 200,
    body: { ...SUBSCRIPTION, price_id: form.price_id ?? null, complimentary: form.complimentary ?? false },
  }),
  listEvents: () => ({ status: 200, body: { objects: [], next_page: null } }),
  cancelSubscription: ({ params }) => ({ status: 200, body: { ...SUBSCRIPTION, id: params.id, status: 'canceled' } }),
  getMember: () => ({ status: 200, body: MEMBER }),
  updateMember: () => ({ status: 200, body: MEMBER }),
  eraseMember: () => ({ status: 200, body: { id: MEMBER.id, erased: true } }),
  getCustomer: () => ({ status: 200, body: CUSTOMER }),
  updateCustomer: () => ({ status: 200, body: CUSTOMER }),
  eraseCustomer: () => ({ status: 200, body: { id: CUSTOMER.id, erased: true } }),
  signOutCustomer: () => ({ status: 200, body: { id: CUSTOMER.id, sessions_ended: 0 } }),
  updateCustomerNewsletters: () => ({ status: 200, body: CUSTOMER }),
  updateCustomerPostalAddress: () => ({ status: 200, body: CUSTOMER }),
  listSubscriptions: () => EMPTY,
  getSubscription: () => ({ status: 200, body: SUBSCRIPTION }),
  getFigures: () => ({
    status: 200,
    body: { time_zone: 'UTC', from: '2026-01-01', to: '2026-01-31', interval: 'month', periods: [] },
  }),
  listPlans: () => EMPTY,
  getPlan: () => ({ status: 200, body: { id: 'plan_1', slug: 'supporter', name: 'Supporter', archived: false } }),
  listPrices: () => EMPTY,
  getPrice: () => ({
    status: 200,
    body: { id: 'price_1', plan_id: 'plan_1', amount: 500, currency: 'EUR', interval: 'month', archived: false },
  }),
  listOffers: () => EMPTY,
  getOffer: () => ({ status: 404, body: { error: { code: 'not_found', message: 'No such offer' } } }),
  listNewsletters: () => EMPTY,
  getNewsletter: () => ({ status: 404, body: { error: { code: 'not_found', message: 'No such newsletter' } } }),
};
const NO_STORE = { 'cache-control': 'no-store' };
const unavailable = { status: 503, body: { error: 'temporarily_unavailable' }, headers: { 'retry-after': 1 } } as const;
const signIn: SignInHandlers<string> = {
  authorize: ({ query }) => ({ status: 400, body: JSON.stringify(query), headers: NO_STORE }),
  authorizeByPost: ({ form, hasOtherBody }) => ({
    status: 303,
    headers: { ...NO_STORE, location: `/?form=${form !== undefined}&other=${hasOtherBody}` },
  }),
  issueToken: ({ form }) => ({
    status: 400,
    body: { error: form === undefined ? 'invalid_request' : 'invalid_grant' },
    headers: NO_STORE,
  }),
  getUserinfo: ({ cookies }) => ({
    status: 401,
    body: { error_description: cookies['c'] ?? '' },
    headers: { ...NO_STORE, 'www-authenticate': 'Bearer realm="x"' },
  }),
  postUserinfo: () => ({ status: 401, body: {}, headers: { ...NO_STORE, 'www-authenticate': 'Bearer realm="x"' } }),
  endSession: () => ({ status: 200, body: '<!doctype html>', headers: NO_STORE }),
  endSessionByPost: () => ({ status: 303, headers: { ...NO_STORE, location: '/' } }),
  getOpenidConfiguration: () => unavailable,
  getOauthAuthorizationServer: () => unavailable,
  getJwks: () => unavailable,
  getSigningKeyPem: () => ({
    status: 200,
    body: '-----BEGIN PUBLIC KEY-----\n',
    headers: { 'cache-control': 'max-age=60' },
  }),
  getSigningKeysPem: () => ({
    status: 200,
    body: '-----BEGIN PUBLIC KEY-----\n',
    headers: { 'cache-control': 'max-age=60' },
  }),
};

const CODES = {
  'invalid parameter': [400, 'invalid_param'],
  'unsupported media type': [415, 'unsupported_media_type'],
  'too large': [413, 'request_too_large'],
  'unknown resource': [404, 'not_found'],
  'method not allowed': [405, 'method_not_allowed'],
  thrown: [500, 'internal_error'],
} as const;

function fail(failure: Failure): AnyReply {
  const [status, code] = CODES[failure.kind];
  const message = 'message' in failure ? failure.message : failure.kind;
  return { status, body: { error: { code, message } } };
}

async function start(): Promise<FastifyInstance> {
  const app = Fastify({ routerOptions: { maxParamLength: 2_000 } });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', request.id);
  });
  answerOtherMethods(app, () => undefined);
  await bindDataApi(app, {
    handlers: dataApi,
    fail,
    admit: ({ headers }) => {
      if (headers.authorization === undefined) throw new Error('nobody');
      return 'caller';
    },
    around: async (call, caller, handle) => {
      calls.push(call);
      return handle(caller);
    },
  });
  await bindSignIn(app, {
    handlers: signIn,
    fail: (failure, _request, operationId) => ({ ...fail(failure), body: operationId }),
    admit: () => 'site',
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
}

let app: FastifyInstance;
beforeAll(async () => {
  app = await start();
});
afterAll(async () => {
  await app.close();
});

function ask(
  method: 'GET' | 'POST' | 'HEAD',
  url: string,
  body?: string,
  headers: Record<string, string> = FORM,
): Promise<LightMyRequestResponse> {
  const authorization = 'Basic eA==';
  const target = { method, url: `${BASE}${url}` };
  return app.inject(
    body === undefined
      ? { ...target, headers: { authorization } }
      : { ...target, payload: body, headers: { authorization, ...headers } },
  );
}

/** Over a socket, for methods that no client offers. */
function askRaw(method: string, path: string): Promise<string> {
  const address = app.server.address();
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1', () =>
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    );
    socket
      .setEncoding('latin1')
      .on('data', (chunk: string) => (text += chunk))
      .on('end', () => resolve(text))
      .on('error', reject);
  });
}

describe('handlers', () => {
  it('starts with one handler for each operation', () => {
    expect(() => checkComplete('data-api', ['a', 'b'], ['b', 'a'])).not.toThrow();
  });

  it('does not start when an operation has no handler', async () => {
    const { createCustomer: _, ...rest } = dataApi;
    const handlers: Partial<DataApiHandlers<string>> = rest;
    // @ts-expect-error an incomplete map does not compile either
    await expect(bindDataApi(Fastify(), { handlers, fail, admit: () => 'caller' })).rejects.toThrow(
      'createCustomer has no handler',
    );
  });

  it('does not start when a handler has no operation', async () => {
    const handlers = { ...dataApi, closeCustomer: dataApi.createCustomer };
    await expect(bindDataApi(Fastify(), { handlers, fail, admit: () => 'caller' })).rejects.toThrow(
      'closeCustomer is no operation',
    );
  });
});

describe('methods', () => {
  const paths: readonly (readonly [string, string, readonly string[]])[] = [
    [
      `${BASE}/members`,
      'GET, HEAD',
      ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND', 'LINK'],
    ],
    [`${BASE}/customers`, 'GET, HEAD, POST', ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']],
    [`${BASE}/subscriptions`, 'GET, HEAD, POST', ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']],
    [`${BASE}/customers/cus_1`, 'GET, HEAD, POST', ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']],
    [`${BASE}/customers/cus_1/erase`, 'POST', ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']],
    [`${BASE}/subscriptions/sub_1/cancel`, 'POST', ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']],
    ['/oauth/token', 'POST', ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']],
    ['/oauth/authorize', 'GET, POST', ['HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']],
    ['/oauth/end_session', 'GET, POST', ['HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']],
    ['/.well-known/jwks.json', 'GET, HEAD', ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']],
  ];
  it.each(paths.flatMap(([path, allow, methods]) => methods.map((method) => [method, path, allow] as const)))(
    'answers %s %s with 405 and Allow',
    async (method, path, allow) => {
      const answer = await askRaw(method, path);
      expect(answer).toContain('HTTP/1.1 405 ');
      expect(answer).toContain(`\r\nallow: ${allow}\r\n`);
    },
  );

  it('answers HEAD as GET, without the body', async () => {
    const [get, head] = [await ask('GET', '/members'), await ask('HEAD', '/members')];
    expect(head.statusCode).toBe(200);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(head.body).toBe('');
  });
});

describe('the order of checks', () => {
  it('admits before it looks at the body', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: `${BASE}/customers`,
      payload: '{}',
      headers: { 'content-type': 'nonsense' },
    });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({ error: { code: 'internal_error', message: 'thrown' } });
  });

  it.each([
    ['application/json', '{"email":"ada@example.com"}'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/x-www-form-urlencoded; charset=utf-16', 'email=ada@example.com'],
    ['nonsense', 'email=ada@example.com'],
    ['text/plain', 'email=bad'],
  ])('refuses the media type %s before the parameters', async (type, body) => {
    const answer = await ask('POST', '/customers', body, { 'content-type': type });
    expect(answer.json()).toMatchObject({ error: { code: 'unsupported_media_type' } });
    expectDocumented('createCustomer', answer.statusCode, answer.headers, answer.body);
  });

  it('R-B6 refuses a compressed body', async () => {
    expect((await ask('POST', '/customers', 'x', { ...FORM, 'content-encoding': 'gzip' })).statusCode).toBe(415);
  });

  it('accepts the charset UTF-8', async () => {
    expect(
      (
        await ask('POST', '/customers', 'email=zo%C3%AB@example.com', {
          'content-type': 'Application/X-WWW-Form-Urlencoded; charset="UTF-8"',
        })
      ).statusCode,
    ).toBe(200);
  });

  it.each([65_537, 1_048_576])('R-B4 refuses a body of %i bytes', async (size) => {
    const answer = await ask('POST', '/customers', 'x'.repeat(size));
    expect(answer.json()).toMatchObject({ error: { code: 'request_too_large' } });
    expectDocumented('createCustomer', answer.statusCode, answer.headers, answer.body);
  });

  it('gives a body of 64 KiB to the parameters', async () => {
    expect((await ask('POST', '/customers', `name=${'x'.repeat(65_531)}`)).json()).toMatchObject({
      error: { code: 'invalid_param' },
    });
  });

  it('answers a thrown error as a failure of the operation', async () => {
    const answer = await ask('GET', '/customers');
    await expectFailure(async () => expectDocumented('listCustomers', answer.statusCode, answer.headers, answer.body));
    expect(answer.statusCode).toBe(500);
  });

  it('takes an identifier that can name nothing for an unknown one', async () => {
    for (const id of ['x%00y', '%0A', 'x'.repeat(300)])
      expect((await ask('POST', `/subscriptions/${id}/cancel`)).statusCode).toBe(404);
  });
});

describe('idempotency', () => {
  it('hands over the key and everything that was asked for', async () => {
    calls.length = 0;
    await ask('POST', '/customers', 'name=Ada&email=ada@example.com', { ...FORM, 'idempotency-key': 'k-1' });
    await ask('POST', '/customers', 'email=ada@example.com&name=Ada');
    expect(calls).toMatchObject([
      { operationId: 'createCustomer' satisfies DataApiOperationId, idempotencyKey: 'k-1' },
      { idempotencyKey: undefined },
    ]);
    expect(JSON.stringify(calls[0]?.parameters)).toBe(JSON.stringify(calls[1]?.parameters));
  });

  it.each(['', 'a b', 'k'.repeat(256), 'é'])('refuses the key "%s"', async (key) => {
    const answer = await ask('POST', '/customers', 'email=ada@example.com', { ...FORM, 'idempotency-key': key });
    expect(answer.json()).toMatchObject({
      error: { code: 'invalid_param', message: expect.stringContaining('Idempotency-Key must be') },
    });
  });
});

describe('sign-in operations', () => {
  it('get what was sent as it was sent', async () => {
    const answer = await app.inject('/oauth/authorize?x[y]=1&a=%zz&a=1');
    expect(answer.json()).toEqual({
      pairs: [
        { name: 'x[y]', value: '1' },
        { name: 'a', value: '1' },
      ],
      faults: [{ kind: 'bad percent-encoding', name: 'a' }],
    });
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it.each([
    [FORM, 'a=1', '/?form=true&other=false'],
    [{ 'content-type': 'application/json' }, '{}', '/?form=false&other=true'],
  ])('learn whether the body is a form: %j', async (headers, payload, location) => {
    const answer = await app.inject({ method: 'POST', url: '/oauth/authorize', headers, payload });
    expectDocumented('authorizeByPost', answer.statusCode, answer.headers, answer.body);
    expect(answer.headers.location).toBe(location);
  });

  it('answer in the media type of the contract', async () => {
    const pem = await app.inject('/.well-known/signing-key.pem');
    expectDocumented('getSigningKeyPem', pem.statusCode, pem.headers, pem.body);
    const token = await app.inject({ method: 'POST', url: '/oauth/token', headers: FORM, payload: 'a=1' });
    expectDocumented('issueToken', token.statusCode, token.headers, token.body);
    expect([pem.headers['content-type'], token.headers['content-type']]).toEqual([
      'application/x-pem-file',
      'application/json; charset=utf-8',
    ]);
  });

  it('are told which operation failed', async () => {
    expect(
      (await app.inject({ method: 'POST', url: '/oauth/token', headers: FORM, payload: 'x'.repeat(70_000) })).body,
    ).toBe('issueToken');
  });

  it('know the cookies', async () => {
    const answer = await app.inject({ url: '/oauth/userinfo', headers: { cookie: 'c=1' } });
    expect(answer.json()).toEqual({ error_description: '1' });
  });
});

describe('expectDocumented', () => {
  const headers = { 'request-id': 'r', 'content-type': 'application/json' };
  it.each([
    ['a status that is not documented', 201, headers, CUSTOMER],
    ['a missing header', 200, { 'content-type': 'application/json' }, CUSTOMER],
    ['a missing property', 200, headers, { id: 'cus_1' }],
    ['a property of another type', 200, headers, { ...CUSTOMER, email: 1 }],
    ['another media type', 200, { ...headers, 'content-type': 'text/plain' }, CUSTOMER],
    ['an unknown error code', 400, headers, { error: { code: 'nope', message: '' } }],
  ])('refuses %s', (_, status, sent, body) => {
    expect(() => expectDocumented('createCustomer', status, sent, body)).toThrow(`createCustomer answered ${status}`);
  });
});
