// Which surface answers: by the host where it has one of its own, and where several share an address, as in the local demo, by their routes.
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseMethodsBut } from '../../src/http/methods.ts';
import { Surfaces, type Surface } from '../../src/http/surface.ts';

/** Says who it is, with each of its routes and without. */
function surfaceOf(name: string, host: string | undefined, paths: readonly string[]): Surface {
  return {
    name,
    host,
    register: async (scope) => {
      for (const url of paths) {
        scope.get(url, async () => `${name} has it`);
        const refuse = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
          reply.code(405).send(`${name} refuses it`);
        refuseMethodsBut(scope, { url, allowed: ['GET', 'HEAD'], taken: ['GET', 'HEAD', 'POST'], refuse });
      }
    },
    refuseUnknown: (_request, reply) => reply.send(`${name} has nothing`),
    fail: (_error, _request, reply) => reply.send(`${name} failed`),
  };
}

async function serve(surfaces: Surfaces): Promise<FastifyInstance> {
  const app = fastify();
  await surfaces.register(app);
  app.setNotFoundHandler((request, reply) => surfaces.ofUnknown(request).refuseUnknown(request, reply));
  return app;
}

const API = ['/2023-04-11/plans', '/2023-04-11/plans/:id', '/docs'];
const STAFF = ['/staff', '/staff/plans'];
const SITE = ['/', '/offers', '/offers/:offer'];
let app: FastifyInstance;

beforeAll(async () => {
  app = await serve(
    new Surfaces([
      surfaceOf('api', undefined, API),
      surfaceOf('office', 'office.test:4000', ['/', '/offers']),
      surfaceOf('staff', undefined, STAFF),
      surfaceOf('site', undefined, SITE),
    ]),
  );
});
afterAll(() => app.close());

test.each([
  ['/2023-04-11/plans', 'api has it'],
  ['/2023-04-11/nothing', 'api has nothing'],
  ['/2022-01-01/nothing', 'api has nothing'],
  ['/v1/plans', 'api has nothing'],
  ['/v1/plans/1?a=1', 'api has nothing'],
  ['/docs/nothing', 'api has nothing'],
  ['/staff/plans', 'staff has it'],
  ['/staff/nothing', 'staff has nothing'],
  ['/offers/plans', 'site has it'],
  ['/offers/plans/1', 'site has nothing'],
  ['//plans', 'site has nothing'],
  ['/nothing', 'site has nothing'],
])('on the address that three share, of %s: %s', async (url, answer) => {
  expect((await app.inject({ url, headers: { host: 'localhost:4000' } })).body).toBe(answer);
});

test.each([
  ['/', 'office has it'],
  ['/offers', 'office has it'],
  ['/offers/plans', 'office has nothing'],
  ['/2023-04-11/plans', 'office has nothing'],
  ['/staff', 'office has nothing'],
])('on a host of its own, of %s: %s', async (url, answer) => {
  for (const host of ['office.test:4000', 'OFFICE.test:4000'])
    expect((await app.inject({ url, headers: { host } })).body).toBe(answer);
});

test.each([
  ['localhost:4000', '/2023-04-11/plans', 405, 'api refuses it'],
  ['localhost:4000', '/offers', 405, 'site refuses it'],
  ['localhost:4000', '/nothing', 200, 'site has nothing'],
  ['office.test:4000', '/offers', 405, 'office refuses it'],
  ['office.test:4000', '/2023-04-11/plans', 200, 'office has nothing'],
] as const)('on %s, of another method on %s: %i, %s', async (host, url, status, answer) => {
  for (const method of ['POST', 'DELETE', 'OPTIONS'] as const) {
    const { statusCode, body } = await app.inject({ method, url, headers: { host } });
    expect([method, statusCode, body]).toEqual([method, status, answer]);
  }
});

test('the host of one surface is another without its port', async () => {
  expect((await app.inject({ url: '/', headers: { host: 'office.test' } })).body).toBe('site has it');
});

test('two that share an address may not have the same path', async () => {
  const surfaces = new Surfaces([surfaceOf('one', undefined, ['/same']), surfaceOf('other', undefined, ['/same'])]);
  await expect(serve(surfaces)).rejects.toThrow(/already declared/);
});
