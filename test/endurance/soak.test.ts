// R-L7 a service that works for long: its memory and its handles stay, nothing fails. SOAK_MINUTES on each database, both at once.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/database/clock.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import { createEventEndpoint } from '../../src/models/outbox/event-endpoint.ts';
import { createApiKey } from '../../src/models/publication/api-key.ts';
import { ledgerFaults, type Acknowledged } from '../support/databases/ledger.ts';
import { startReceiver, type Receiver } from '../support/outside/receiver.ts';
import { capacityOf, MixClient, percentile, runMix, type Answered } from '../support/processes/mix.ts';
import {
  accessTokenOf,
  setProviderStage,
  type ProviderStage,
  type Reader,
  type Website,
} from '../support/processes/provider-processes.ts';
import type { ServerProcess } from '../support/processes/server-process.ts';

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 30);
/** Of what the machine answers back to back. Both databases and the load share it. */
const SHARE_OF_CAPACITY = 0.3 / 2;
const CAPACITY_MILLISECONDS = 5000;
/** A machine that is busy otherwise gets less, since this is no test of its speed. */
const AT_ONCE_MAX = 16;
const READERS = 20;
const SIGN_OUT_EVERY_MILLISECONDS = 2000;
const SAMPLE_EVERY_MILLISECONDS = 1000;
/** Compared are a tenth of the time after the first third, and the last tenth. */
const [SETTLED, COMPARED] = [1 / 3, 1 / 10];
const MEMORY_MAX_GROWTH = 1.1;
const HANDLES_MAX_DRIFT = 10;
const PATIENCE_MILLISECONDS = 30_000;

interface Sample {
  readonly kibibytes: number;
  readonly handles: number;
}

interface Soaked {
  readonly stage: ProviderStage;
  readonly server: ServerProcess;
  readonly website: Website;
  readonly receiver: Receiver;
  readonly client: MixClient;
}

type OnEnd = (close: () => Promise<void> | void) => void;

/** A publication with a program, a website that is told of sign-outs, and an endpoint that gets every event. */
async function given(dialect: 'sqlite' | 'postgres', onEnd: OnEnd): Promise<Soaked> {
  const stage = await setProviderStage(dialect);
  onEnd(() => stage.close());
  const receiver = await startReceiver();
  onEnd(receiver.close);
  const website = await stage.newWebsite(`${receiver.origin}/logout`);
  const { key: apiKey } = await stage.database.transaction((transaction) =>
    createApiKey(stage.publication, transaction, systemClock, { environment: 'test' }),
  );
  const server = await stage.start();
  await addEndpoint(stage, receiver);
  const readers = await Promise.all(
    Array.from({ length: READERS }, (_, place) => stage.newReader(`reader${place}@example.test`)),
  );
  const agent = new Agent({ connections: 50, pipelining: 1 });
  onEnd(() => agent.destroy());
  const cookies = readers.map(({ cookie }) => cookie);
  const { siteHost } = stage.publication;
  const client = new MixClient({ url: server.url, siteHost, apiKey, website, cookies, mark: 'soaked' }, agent);
  return { stage, server, website, receiver, client };
}

async function addEndpoint({ database, publication }: ProviderStage, { origin }: Receiver): Promise<void> {
  const secretKeys = new SecretKeys(readConfig({ ENVIRONMENT: 'test' }).secretKeys);
  await database.transaction((transaction) =>
    createEventEndpoint(
      publication,
      transaction,
      systemClock,
      secretKeys,
      { url: `${origin}/events`, types: [] },
      { allowsLoopbackHttp: true },
    ),
  );
}

function sampleOf({ process: { pid } }: ServerProcess): Sample {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kibibytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]);
  return { kibibytes, handles: readdirSync(`/proc/${pid}/fd`).length };
}

async function sampleUntil(server: ServerProcess, isOver: () => boolean): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (; !isOver(); await sleep(SAMPLE_EVERY_MILLISECONDS)) samples.push(sampleOf(server));
  return samples;
}

/** Readers who sign in to the website and out again. Returns what the service acknowledged. */
async function signOutUntil({ stage, server, website }: Soaked, isOver: () => boolean): Promise<Acknowledged[]> {
  const signedOut: Acknowledged[] = [];
  for (; !isOver(); await sleep(SIGN_OUT_EVERY_MILLISECONDS)) {
    const reader: Reader = await stage.newReader(`leaving${signedOut.length}@example.test`);
    const tokens = await stage.redeem(server, website, await stage.authorize(server, website, reader));
    expect(accessTokenOf(tokens)).not.toBe('');
    const form = await stage.prepareSignOut(server, reader);
    expect((await stage.signOut(server, reader, form)).status).toBe(303);
    signedOut.push({ kind: 'sign-out', sid: reader.sid, receivers: 1 });
  }
  return signedOut;
}

/** The part of a list after its first third, and its end. */
function compared<Item>(items: readonly Item[]): [readonly Item[], readonly Item[]] {
  const from = Math.floor(items.length * SETTLED);
  const count = Math.max(1, Math.floor(items.length * COMPARED));
  return [items.slice(from, from + count), items.slice(-count)];
}

function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

test.concurrent.for(['sqlite', 'postgres'] as const)(
  `R-L7 on %s, ${MINUTES} minutes at some 30 per cent of what the machine answers leave memory and handles as they are after a third of them, and nothing fails`,
  { timeout: (MINUTES + 10) * 60_000 },
  async (dialect, { onTestFinished }) => {
    const soaked = await given(dialect, onTestFinished);
    const { stage, server, receiver, client } = soaked;
    const capacity = await capacityOf([client], { connections: 16, milliseconds: CAPACITY_MILLISECONDS });
    const perSecond = capacity * SHARE_OF_CAPACITY;
    const endsAt = performance.now() + MINUTES * 60_000;
    const isOver = (): boolean => performance.now() > endsAt;
    const answers: Answered[] = [];
    const [samples, signedOut] = await Promise.all([
      sampleUntil(server, isOver),
      signOutUntil(soaked, isOver),
      runMix([client], { perSecond, isOver, atOnceMax: AT_ONCE_MAX }, (answered) => void answers.push(answered)),
    ]);
    const [before, after] = compared(samples);
    const [quick, late] = compared(answers).map((some) => some.map(({ milliseconds }) => milliseconds));
    const figures = {
      answers: answers.length,
      'a second': Math.round(perSecond),
      'MB after a third': Math.round(median(before.map(({ kibibytes }) => kibibytes)) / 1024),
      'MB at the end': Math.round(median(after.map(({ kibibytes }) => kibibytes)) / 1024),
      'handles after a third': median(before.map(({ handles }) => handles)),
      'handles at the end': median(after.map(({ handles }) => handles)),
      'p99 ms after a third': Math.round(percentile(quick ?? [], 0.99)),
      'p99 ms at the end': Math.round(percentile(late ?? [], 0.99)),
      'sign-outs': signedOut.length,
    };
    process.stdout.write(`${dialect}: ${JSON.stringify(figures)}\n`);
    expect(answers.flatMap(({ fault }) => fault ?? [])).toEqual([]);
    expect(figures['MB at the end']).toBeLessThanOrEqual(figures['MB after a third'] * MEMORY_MAX_GROWTH);
    const drift = figures['handles at the end'] - figures['handles after a third'];
    expect(Math.abs(drift)).toBeLessThanOrEqual(HANDLES_MAX_DRIFT);
    const told = (): number => receiver.requests.filter(({ url }) => url === '/logout').length;
    for (const until = Date.now() + PATIENCE_MILLISECONDS; told() < signedOut.length && Date.now() < until;)
      await sleep(100);
    expect(told()).toBe(signedOut.length);
    expect(await ledgerFaults(stage.database, signedOut)).toEqual([]);
    expect(server.output()).toBe('');
  },
);
