// masthead endpoint: a publisher's own program is registered, tried, told of events, and told again.
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { createCustomer } from '../../src/models/people/customer.ts';
import type { Publication } from '../../src/models/publication/publication.ts';
import { startWorker } from '../../src/worker.ts';
import { startReceiver, type Receiver } from '../support/outside/receiver.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { newPublication } from '../support/publications/signed-in.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

let parts: TestParts;
let publication: Publication;
let site: Receiver;
let masthead: CommandLine;

beforeAll(async () => {
  parts = await openParts({ SECRET_KEY: 'a secret key of the tests that is long enough' });
  publication = await newPublication(parts);
  site = await startReceiver();
  masthead = new CommandLine({ DATABASE_URL: parts.url });
});
afterAll(async () => {
  await site.close();
  await parts.drop();
});

/** By the machine's clock, which the commands go by. */
async function work(): Promise<void> {
  parts.clock.advance(600);
  const worker = startWorker(parts);
  await worker.settle();
  await worker.stop();
}

interface Endpoint {
  id: string;
  secret: string;
  disabled_at: string | null;
}

test('from its making to its end', async () => {
  const made = await masthead.json<Endpoint>(
    'endpoint',
    'create',
    '--url',
    `${site.origin}/events`,
    '--types',
    'customer.created, customer.erased',
  );
  expect(made).toMatchObject({
    url: `${site.origin}/events`,
    types: ['customer.created', 'customer.erased'],
    disabled_at: null,
  });
  const { stdout } = await masthead.run('endpoint', 'list');
  expect(stdout).toContain(made.id);
  expect(stdout).not.toContain('whsec_');

  expect(JSON.parse((await masthead.runAsProcess('endpoint', 'test', made.id, '--json')).stdout)).toMatchObject({
    result: 'delivered',
    outcome: '200',
  });
  const [tried] = site.requests;
  expect(new Webhook(made.secret).verify(tried?.body ?? '', tried?.headers as Record<string, string>)).toMatchObject({
    type: 'endpoint.test',
  });

  await parts.database.transaction((transaction) =>
    createCustomer(publication, transaction, parts.clock, parts.secretKeys, {
      email: parseEmailAddress('ada@example.org'),
    }),
  );
  await work();
  const { objects } = await masthead.json<{ objects: { id: string; event_id: string }[] }>(
    'endpoint',
    'deliveries',
    made.id,
  );
  expect(objects).toMatchObject([
    { type: 'customer.created', state: 'delivered', attempts: 1, outcome: '200' },
    { type: 'endpoint.test', state: 'delivered', attempts: 1, outcome: '200' },
  ]);
  const [delivered, tested] = objects;
  expect(await masthead.json('delivery', 'show', delivered?.id ?? '')).toMatchObject({
    request: { url: `${site.origin}/events`, content: { type: 'customer.created', data: { activation_url: '…' } } },
    attempts: [{ status: 200 }],
  });
  expect((await masthead.run('delivery', 'resend', tested?.id ?? '')).exitCode).toBe(1);
  await masthead.run('delivery', 'resend', delivered?.id ?? '');
  await work();
  expect(await masthead.json('endpoint', 'replay', made.id, '--since', '2020-01-01T00:00:00Z')).toEqual({ events: 1 });
  await work();
  expect(site.requests.slice(1).map(({ headers }) => headers['webhook-id'])).toEqual(
    Array(3).fill(objects[0]?.event_id),
  );

  expect(await masthead.json<Endpoint>('endpoint', 'update', made.id, '--types', 'all')).toMatchObject({
    types: ['all'],
  });
  expect((await masthead.json<Endpoint>('endpoint', 'rotate-secret', made.id)).secret).not.toBe(made.secret);
  expect((await masthead.json<Endpoint>('endpoint', 'disable', made.id)).disabled_at).not.toBeNull();
  expect((await masthead.run('endpoint', 'replay', made.id, '--since', '2020-01-01T00:00:00Z')).exitCode).toBe(1);
  expect((await masthead.json<Endpoint>('endpoint', 'enable', made.id)).disabled_at).toBeNull();
  await masthead.run('endpoint', 'delete', made.id);
  expect(await masthead.json('endpoint', 'list')).toEqual([]);
});

test.each([
  ['a URL that is no address', ['--url', 'events'], 'url must be an address'],
  ['a plain http URL of another host', ['--url', 'http://www.example.org/events'], 'url must be an https address'],
  ['a URL with a user name', ['--url', 'https://me@www.example.org/events'], 'url must not have a user name'],
  [
    'an event type that there is not',
    ['--url', 'https://www.example.org/events', '--types', 'customer.gone'],
    'There is no event type customer.gone',
  ],
])('%s is refused', async (_, args, message) => {
  const { exitCode, stderr } = await masthead.run('endpoint', 'create', ...args);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
});

test.each([
  ['the data API is for other machines', { API_URL: 'https://api.example.org' }],
  ['the service listens on a network address', { HOST: '0.0.0.0', API_URL: 'https://localhost:4000' }],
  ['the data API is https', { API_URL: 'https://localhost:4000' }],
])('an endpoint at a special-use address is not connected to where %s', async (_where, settings) => {
  const elsewhere = new CommandLine({ ...settings, DATABASE_URL: parts.url });
  const url = 'https://127.0.0.1:8443/events';
  const refused = await elsewhere.run('endpoint', 'create', '--url', url);
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('127.0.0.1 cannot be reached')]);
  const { id } = await masthead.json<Endpoint>('endpoint', 'create', '--url', url);
  expect((await elsewhere.run('endpoint', 'update', id, '--url', 'https://localhost/events')).exitCode).toBe(1);
  const { exitCode, stdout } = await elsewhere.run('endpoint', 'test', id);
  expect([exitCode, stdout]).toEqual([1, expect.stringContaining('not a public address')]);
});

test.each(['update', 'disable', 'enable', 'rotate-secret', 'delete', 'test', 'deliveries'])(
  '%s finds no endpoint that is not there',
  async (verb) => {
    const { exitCode, stderr } = await masthead.run(
      'endpoint',
      verb,
      'whe_0',
      ...(verb === 'update' ? ['--types', 'all'] : []),
    );
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('whe_0')]);
  },
);
