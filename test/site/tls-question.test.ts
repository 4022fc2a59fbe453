// A TLS proxy asks whether a host is ours before it gets a certificate (Caddy's on_demand_tls): answered on every host,
// by plain http, without cookies.
import { readFileSync } from 'node:fs';
import { fastify } from 'fastify';
import { describe, expect, test } from 'vitest';
import { registerTlsQuestion } from '../../src/http/tls-question.ts';
import { createPublication, updatePublication } from '../../src/models/publication/publication.ts';
import { askForHost } from '../../src/models/publication/site-host.ts';
import { givenPublication } from '../support/publications/publication.ts';
import { OPEN_PRODUCTION } from '../support/publications/staff.ts';
import { useService } from '../support/service/service.ts';

const production = useService(OPEN_PRODUCTION);
const local = useService();

type Service = typeof production;

/** As a proxy asks, from beside the process. */
function ask(service: Service, domain: string, host = '127.0.0.1:4000') {
  return service().app.inject({ url: `/tls/ask?domain=${encodeURIComponent(domain)}`, headers: { host } });
}

describe.each([
  ['production', production],
  ['the local demo', local],
])('in %s', (_where, service) => {
  test('hosts at which publications answer, and those that they left, are ours', async () => {
    const { publication } = await givenPublication(service());
    const former = publication.siteHost;
    const host = `moved-${former}`;
    await service().database.transaction((transaction) =>
      updatePublication(transaction, publication.id, { siteUrl: `https://${host}` }),
    );
    for (const domain of [former, host, host.toUpperCase()])
      expect([domain, (await ask(service, domain)).statusCode]).toEqual([domain, 200]);
  });

  test('a host that waits for its proof, and that of a publication without an address, are not', async () => {
    const { publication } = await givenPublication(service());
    const [waiting, placeless] = await service().database.transaction(async (transaction) => [
      await askForHost(publication, transaction, `waiting.${publication.siteHost}`),
      await createPublication(transaction, service().clock, { name: 'Placeless' }),
    ]);
    for (const domain of [waiting.host, placeless.siteHost, new URL(placeless.siteUrl).host])
      expect([domain, (await ask(service, domain)).statusCode]).toEqual([domain, 404]);
  });

  test.each([
    '',
    '(none)',
    'nobody.example',
    'sites.example.test',
    'a'.repeat(254),
    '127.0.0.1:4000',
    '[::1]',
    "x' or 1",
  ])('%s is not', async (domain) => {
    const answer = await ask(service, domain);
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([404, undefined]);
  });

  test('it is answered on every host', async () => {
    const { publication } = await givenPublication(service());
    for (const host of [publication.siteHost, 'api.example.test', 'dashboard.example.test', 'nobody.example'])
      expect([host, (await ask(service, publication.siteHost, host)).statusCode]).toEqual([host, 200]);
  });
});

test('the hosts of the data API and the dashboard are ours', async () => {
  for (const domain of ['api.example.test', 'dashboard.example.test'])
    expect([domain, (await ask(production, domain)).statusCode]).toEqual([domain, 200]);
  expect((await production().app.inject('/tls/ask')).statusCode).toBe(404);
});

test('while twenty questions are under way, more are told to come back', async () => {
  const app = fastify();
  const gate = Promise.withResolvers<boolean>();
  registerTlsQuestion(app, () => gate.promise);
  const send = async () => (await app.inject('/tls/ask?domain=members.example.org')).statusCode;
  const first = Array.from({ length: 20 }, send);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await send()).toBe(503);
  gate.resolve(true);
  expect(new Set(await Promise.all(first))).toEqual(new Set([200]));
  expect(await send()).toBe(200);
  await app.close();
});

test('docs/operating.md has Caddy ask where it is answered', async () => {
  const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const url = new URL(/^\s+ask (\S+)$/m.exec(page)?.[1] ?? '');
  const { publication } = await givenPublication(production());
  const answer = await production().app.inject({
    url: `${url.pathname}?domain=${publication.siteHost}`,
    headers: { host: url.host },
  });
  expect(answer.statusCode).toBe(200);
});
