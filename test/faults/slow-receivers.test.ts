// B9 the customer's sign-out is answered within its time whatever the receivers do, and so are the readers beside them (reliability R-L6, R-F11).
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ledgerFaults, type Acknowledged } from '../support/databases/ledger.ts';
import { answer, startReceiver, startTcpReceiver, type Receiver } from '../support/outside/receiver.ts';
import {
  accessTokenOf,
  setProviderStage,
  type ProviderStage,
  type Reader,
  type Website,
} from '../support/processes/provider-processes.ts';
import type { ServerProcess } from '../support/processes/server-process.ts';
import { drawnDialects } from '../support/runs/drawn.ts';

const SIGN_OUTS = 40;
const DEAD_RECEIVERS = 100;
const GOOD_SIGN_OUTS = 20;
const GOOD_MILLISECONDS = 2000;
/** Five seconds, and time for the receiver to notice. */
const CUT_MILLISECONDS = 6000;

/** reliability R-L6; the machine of a test run is slower and shared, so the slowest gets more. */
const MEDIAN_MILLISECONDS = 200;
/** An attempt is cut after five seconds: waiting for one would take at least that. */
const SLOWEST_MILLISECONDS = 2000;

describe.each(drawnDialects(13))('on %s', (dialect) => {
  let stage: ProviderStage;
  let server: ServerProcess;
  let websites: Website[];
  let good: Receiver;
  let silent: Awaited<ReturnType<typeof startTcpReceiver>>;
  /** How many milliseconds each connection to the silent receiver lasted. */
  const cuts: number[] = [];
  const closers: { close(): Promise<unknown> }[] = [];

  beforeAll(async () => {
    silent = await startTcpReceiver((socket) => {
      const connectedAt = performance.now();
      socket.once('close', () => cuts.push(performance.now() - connectedAt));
    });
    const dripping = await startTcpReceiver((socket) => void setInterval(() => socket.write('H'), 1000).unref());
    const failing = await startReceiver(answer(503, { 'retry-after': '86400' }));
    good = await startReceiver(answer(200));
    closers.push(silent, dripping, failing, good);
    stage = await setProviderStage(dialect);
    server = await stage.start();
    const addresses = [silent.origin, dripping.origin, 'http://127.0.0.1:9', failing.origin, good.origin];
    websites = await Promise.all(addresses.map((address) => stage.newWebsite(`${address}/logout`)));
  });
  afterAll(async () => {
    await stage.close();
    for (const one of closers) await one.close();
  });

  async function signIn(email: string, to: readonly Website[] = websites): Promise<Reader> {
    const reader = await stage.newReader(email);
    for (const website of to)
      expect(
        accessTokenOf(await stage.redeem(server, website, await stage.authorize(server, website, reader))),
      ).not.toBe('');
    return reader;
  }

  test('B9 R-L6 dead, silent, dripping and failing receivers delay no sign-out, and the good one is told of each', async () => {
    const readers = await Promise.all(
      Array.from({ length: SIGN_OUTS }, (_, count) => signIn(`reader${count}@example.test`)),
    );
    const signedOut: Acknowledged[] = [];
    const times: number[] = [];
    for (const reader of readers) {
      const form = await stage.prepareSignOut(server, reader);
      const startedAt = performance.now();
      expect((await stage.signOut(server, reader, form)).status).toBe(303);
      times.push(performance.now() - startedAt);
      signedOut.push({ kind: 'sign-out', sid: reader.sid, receivers: websites.length });
    }
    const sorted = times.toSorted((a, b) => a - b);
    expect(sorted[SIGN_OUTS / 2]).toBeLessThan(MEDIAN_MILLISECONDS);
    expect(sorted.at(-1)).toBeLessThan(SLOWEST_MILLISECONDS);
    expect(await ledgerFaults(stage.database, signedOut)).toEqual([]);
    for (const until = Date.now() + 20_000; good.requests.length < SIGN_OUTS && Date.now() < until;) await sleep(50);
    expect(good.requests).toHaveLength(SIGN_OUTS);
  });

  test('R-F11 the good receiver is told within two seconds beside a hundred that are silent, and each of those is cut within six', async () => {
    const { port } = silent;
    const dead: Website[] = [];
    // Each name is a receiver of its own, and all of them are this machine.
    for (let count = 0; count < DEAD_RECEIVERS; count += 1)
      dead.push(await stage.newWebsite(`http://dead${count}.localhost:${port}/logout`));
    const unlucky = await signIn('unlucky@example.test', dead);
    const lucky: Reader[] = [];
    for (let count = 0; count < GOOD_SIGN_OUTS; count += 1)
      lucky.push(await signIn(`lucky${count}@example.test`, websites.slice(-1)));
    const [connectionsBefore, mailedBefore] = [silent.connections, good.requests.length];
    expect((await stage.signOut(server, unlucky, await stage.prepareSignOut(server, unlucky))).status).toBe(303);
    await vi.waitUntil(() => silent.connections > connectionsBefore + DEAD_RECEIVERS / 2, {
      timeout: 10_000,
      interval: 5,
    });
    const times: number[] = [];
    for (const [count, reader] of lucky.entries()) {
      const form = await stage.prepareSignOut(server, reader);
      const startedAt = performance.now();
      await stage.signOut(server, reader, form);
      await vi.waitUntil(() => good.requests.length > mailedBefore + count, { timeout: 10_000, interval: 5 });
      times.push(performance.now() - startedAt);
    }
    expect(Math.max(...times)).toBeLessThan(GOOD_MILLISECONDS);
    // A connection that ends sooner is one of two that were tried, by both families of addresses.
    await vi.waitUntil(() => cuts.some((milliseconds) => milliseconds > CUT_MILLISECONDS / 2), { timeout: 20_000 });
    expect(Math.max(...cuts)).toBeLessThan(CUT_MILLISECONDS);
  });
});
