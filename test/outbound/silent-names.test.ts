// Name servers that do not answer: attempts are cut at their limit and say why, other receivers are told meanwhile, and once names are resolved
// again each notice arrives once (reliability R-F11).
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createPublicResolve } from '../../src/names/resolve.ts';
import { createGuardedClient } from '../../src/outbound/guarded-client.ts';
import { startWorker } from '../../src/worker.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { DnsServer, useDnsServer } from '../support/outside/dns-server.ts';
import { answer, newCertificate, startReceiver, type Receiver } from '../support/outside/receiver.ts';
import { ownTime } from '../support/processes/processor-wait.ts';
import { newApplication, newPublication, signIn, signOut } from '../support/publications/signed-in.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

const NAME = 'receiver.example';
/** With the longest jitter. */
const FIRST_RETRY_SECONDS_MAX = 83;
/** Of an attempt, whatever it waits for. */
const ATTEMPT_MILLISECONDS = 5000;

const [names, others] = [await useDnsServer(), await useDnsServer()];
names.set(NAME, 'A', '127.0.0.1');
const certificates = { named: newCertificate(NAME), numbered: newCertificate('127.0.0.1') };
let parts: TestParts;
const opened: (() => Promise<void>)[] = [];

beforeAll(async () => {
  parts = await openParts();
  await parts.signingKeys.current();
});
afterAll(() => parts.drop());
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

async function newReceiver(certificate: keyof typeof certificates): Promise<Receiver> {
  const made = await startReceiver(answer(200), certificates[certificate]);
  opened.push(made.close);
  return made;
}

const reasons = async (): Promise<unknown[]> =>
  (await parts.database.knex('delivery_attempts').orderBy('id').select('reason')).map(({ reason }) => reason);

test('R-F11 name servers that are silent end an attempt in time, hold up no other receiver, and the notice arrives once when they answer', async () => {
  const publication = await newPublication(parts);
  const [named, numbered] = [await newReceiver('named'), await newReceiver('numbered')];
  const applications = [
    await newApplication(parts, publication, `https://${NAME}:${named.port}/`),
    await newApplication(parts, publication, numbered.origin),
  ];
  const signedIn = await signIn(parts, publication, applications);
  const client = createGuardedClient({
    isLocal: false,
    dnsServers: [names.address, others.address],
    connect: { isPermitted: () => true, ca: certificates.named.cert + certificates.numbered.cert },
  });
  const worker = startWorker(parts, undefined, { client });
  opened.push(() => worker.stop());
  for (const server of [names, others]) server.silence(true);
  const startedAt = ownTime();
  await signOut(parts, publication, signedIn);
  await vi.waitUntil(() => numbered.requests.length === 1, { timeout: ATTEMPT_MILLISECONDS });
  expect(await reasons()).not.toContain('name_servers');
  await worker.settle();
  expect(ownTime() - startedAt).toBeLessThan(ATTEMPT_MILLISECONDS);
  expect(Math.min(names.asked, others.asked)).toBeGreaterThan(0);
  expect(await reasons()).toEqual([null, 'name_servers']);
  names.silence(false);
  parts.clock.advance(FIRST_RETRY_SECONDS_MAX);
  await worker.settle();
  expect([named.requests.length, numbered.requests.length]).toEqual([1, 1]);
  const told = { kind: 'sign-out', sid: signedIn.sid, receivers: 2 } as const;
  expect(await ledgerFaults(parts.database, [told])).toEqual([]);
});

test('a name server that never answers for IPv6 costs a receiver with an IPv4 address little', async () => {
  const half = await DnsServer.open();
  opened.push(async () => half.close());
  half.set(NAME, 'A', '127.0.0.1');
  half.silence(true, 'AAAA');
  const startedAt = ownTime();
  expect(await createPublicResolve([half.address])(NAME)).toEqual(['127.0.0.1']);
  expect(ownTime() - startedAt).toBeLessThan(1000);
});
