// masthead application check as a publisher runs it: a line for each check, exit code 0 or 1, JSON for programs.
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answer, startReceiver, type Receiver } from '../support/outside/receiver.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { givenPublication } from '../support/publications/publication.ts';
import { openService, type TestService } from '../support/service/service.ts';

let service: TestService;
let masthead: CommandLine;
let site: Receiver;
let siteUrl: string;

beforeAll(async () => {
  service = await openService();
  const { port } = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 }));
  siteUrl = `http://localhost:${port}`;
  await givenPublication(service, { siteUrl });
  masthead = new CommandLine({ DATABASE_URL: service.config.databaseUrl, API_URL: `http://localhost:${port}` });
  site = await startReceiver(answer(200));
});
afterAll(async () => {
  await site.close();
  await service.close();
});

const create = (...options: readonly string[]) =>
  masthead.json<{ id: string; client_id: string }>(
    'application',
    'create',
    '--name',
    'A site',
    '--redirect-uri',
    `http://localhost:${site.port}/callback`,
    ...options,
  );

test('ends by 0 when nothing failed, with a line for each check', async () => {
  const { client_id } = await create();
  const { exitCode, stdout, stderr } = await masthead.runAsProcess('application', 'check', client_id);
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    /^pass +discovery .*\npass +signing keys .*\npass +redirect URI .*\nwarning +logout receiver /m,
  );
});

test('ends by 0 when a receiver only takes what the specification leaves to it', async () => {
  const keys = createRemoteJWKSet(new URL(`${siteUrl}/.well-known/jwks.json`));
  let audience = '';
  const lenient = await startReceiver(async (response, { body }) => {
    const token = new URLSearchParams(body).get('logout_token') ?? '';
    const checks = { issuer: siteUrl, audience, algorithms: ['RS256'], clockTolerance: '1 day' };
    const claims = await jwtVerify(token, keys, checks).then(
      ({ payload }) => payload,
      () => undefined,
    );
    response.writeHead(claims?.['events'] === undefined || 'nonce' in claims ? 400 : 200).end();
  });
  const { id, client_id } = await create('--backchannel-logout-uri', `http://localhost:${lenient.port}/logout`);
  audience = client_id;
  const { exitCode, stdout } = await masthead.run('application', 'check', id);
  await lenient.close();
  expect([exitCode, stdout.match(/^warning/gm)?.length, stdout.match(/^fail/gm)]).toEqual([0, 5, null]);
  expect(stdout).toContain('The specification leaves this open');
});

test('ends by 1 with what to mend when a receiver takes every token', async () => {
  const { id } = await create('--backchannel-logout-uri', `http://localhost:${site.port}/logout`);
  const { exitCode, stdout, stderr } = await masthead.run('application', 'check', id, '--json');
  expect([exitCode, stderr]).toEqual([1, '6 of 15 checks failed.\n']);
  expect(JSON.parse(stdout)).toContainEqual({
    check: 'logout check 2 iss',
    result: 'fail',
    finding: 'token-iss',
    message: expect.stringContaining('Compare iss'),
  });
});

test('X4 does not know an application that the publication has not', async () => {
  const { exitCode, stderr } = await masthead.run('application', 'check', 'client_unknown');
  expect([exitCode, stderr]).toEqual([1, 'No such application: client_unknown\n']);
});
