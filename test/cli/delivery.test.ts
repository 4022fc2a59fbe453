// masthead delivery: the list, the log and sending again, without ever showing a content.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Publication } from '../../src/models/publication/publication.ts';
import type { OauthApplication } from '../../src/models/sign-in/oauth-application.ts';
import { queueMessage } from '../../src/outbound/mail.ts';
import { startWorker } from '../../src/worker.ts';
import { answer, startReceiver, type Receiver } from '../support/outside/receiver.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { newApplication, newPublication, signIn, signOut } from '../support/publications/signed-in.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

let parts: TestParts;
let publication: Publication;
let application: OauthApplication;
let site: Receiver;
let masthead: CommandLine;

beforeAll(async () => {
  parts = await openParts();
  publication = await newPublication(parts);
  site = await startReceiver(
    (response, request, count) =>
      void (count === 1 ? response.writeHead(400).end('which sid?') : answer(204)(response, request, count)),
  );
  masthead = new CommandLine({ DATABASE_URL: parts.url });
  application = await newApplication(parts, publication, site.origin);
  await signOut(parts, publication, await signIn(parts, publication, [application]));
  await work();
});
afterAll(async () => {
  await site.close();
  await parts.drop();
});

async function work(): Promise<void> {
  const worker = startWorker(parts);
  await worker.settle();
  await worker.stop();
}

interface ListedDelivery {
  id: string;
  state: string;
  outcome: string;
}

test('a dead delivery is listed with its log, and can be sent again', async () => {
  const { objects } = await masthead.json<{ objects: ListedDelivery[] }>('delivery', 'list', '--state', 'dead');
  expect(objects).toMatchObject([
    {
      kind: 'backchannel_logout',
      receiver: site.origin,
      state: 'dead',
      attempts: 1,
      outcome: '400',
      next_attempt_at: null,
    },
  ]);
  const id = objects[0]?.id ?? '';
  expect(await masthead.json('delivery', 'log', id)).toMatchObject([{ number: 1, outcome: '400' }]);
  const shown = await masthead.json<{ request: unknown; attempts: unknown[] }>('delivery', 'show', id);
  const claims = expect.objectContaining({ aud: application.clientId, sid: expect.stringMatching(/^sid_/) });
  expect(shown).toMatchObject({
    id,
    request: { url: site.origin, content: { header: { typ: 'logout+jwt' }, claims } },
    attempts: [{ number: 1, status: 400, answer: 'which sid?' }],
  });
  const [token = ''] = /[\w-]+\.[\w-]+\.[\w-]{20,}/.exec(site.requests[0]?.body ?? '') ?? [];
  expect([token.length > 0, JSON.stringify(shown)]).toEqual([
    true,
    expect.not.stringContaining(token.split('.')[2] ?? ''),
  ]);
  expect((await masthead.run('delivery', 'show', id)).stdout).toContain('"typ": "logout+jwt"');
  expect(await masthead.json('application', 'deliveries', application.id, '--state', 'dead')).toMatchObject({
    objects: [{ id, state: 'dead', outcome: '400' }],
  });
  const resent = await masthead.json<ListedDelivery>('delivery', 'resend', id);
  expect(resent.state).toBe('waiting');
  parts.clock.advance(600);
  await work();
  expect(await masthead.json('delivery', 'list', '--state', 'delivered')).toMatchObject({
    objects: [{ id: resent.id, outcome: '204' }],
  });
});

test('a mail is listed without its address, and once it is sent it cannot be sent again', async () => {
  const mail = { to: 'ada@example.org', subject: 'Your code', text: '123456', html: '123456' };
  const id = await parts.database.transaction((transaction) =>
    queueMessage(publication, transaction, parts.clock, parts.secretKeys, mail),
  );
  await work();
  for (const args of [['list'], ['show', id], ['show', id, '--json']])
    expect((await masthead.run('delivery', ...args)).stdout).not.toMatch(/ada@|123456/);
  const { exitCode, stderr } = await masthead.run('delivery', 'resend', id);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('no longer kept')]);
});

test('an id that does not exist is not found', async () => {
  expect((await masthead.run('delivery', 'log', 'dlv_0')).exitCode).toBe(1);
  expect((await masthead.run('delivery', 'resend', 'dlv_0')).exitCode).toBe(1);
  expect((await masthead.run('delivery', 'show', 'dlv_0')).exitCode).toBe(1);
  const { exitCode, stderr } = await masthead.run('application', 'deliveries', 'app_0');
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('app_0')]);
});
