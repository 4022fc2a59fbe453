// B9 the customer's sign-out is answered within its time whatever the receivers do, and so are the readers beside them (reliability R-L6, R-F11).
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ledgerFaults, type Acknowledged } from '../support/ledger.ts';
import { accessTokenOf, setProviderStage, type ProviderStage, type Reader, type Website } from '../support/provider-processes.ts';
import { answer, startReceiver, startTcpReceiver, type Receiver } from '../support/receiver.ts';
import type { ServerProcess } from '../support/server-process.ts';

const SIGN_OUTS = 40;
/** reliability R-L6; the machine of a test run is slower and shared, so the slowest gets more. */
const MEDIAN_MILLISECONDS = 200;
/** An attempt is cut after five seconds: waiting for one would take at least that. */
const SLOWEST_MILLISECONDS = 2000;

describe.each(['sqlite', 'postgres'] as const)('on %s', (dialect) => {
  let stage: ProviderStage;
  let server: ServerProcess;
  let websites: Website[];
  let good: Receiver;
  const closers: { close(): Promise<unknown> }[] = [];

  beforeAll(async () => {
    const silent = await startTcpReceiver(() => undefined);
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

  async function signIn(email: string): Promise<Reader> {
    const reader = await stage.newReader(email);
    for (const website of websites) expect(accessTokenOf(await stage.redeem(server, website, await stage.authorize(server, website, reader)))).not.toBe('');
    return reader;
  }

  test('B9 R-L6 dead, silent, dripping and failing receivers delay no sign-out, and the good one is told of each', async () => {
    const readers = await Promise.all(Array.from({ length: SIGN_OUTS }, (_, count) => signIn(`reader${count}@example.test`)));
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
    for (const until = Date.now() + 20_000; good.requests.length < SIGN_OUTS && Date.now() < until; ) await sleep(50);
    expect(good.requests).toHaveLength(SIGN_OUTS);
  });
});
