// The process that drives sign-in flows, one order after the other, as the bench sends them over the channel.
import { setTimeout as sleep } from 'node:timers/promises';
import { FlowClient, type FlowTarget } from './flow.ts';

export interface FlowOrder {
  readonly target: FlowTarget;
  /** flow: whole ones, back to back. arrivals: whole ones begun at a fixed rate, late or not. token, userinfo: that endpoint alone. */
  readonly kind: 'flow' | 'arrivals' | 'token' | 'userinfo';
  readonly seconds: number;
  /** Begun a second, for arrivals. */
  readonly rate: number;
}

export interface FlowResult {
  readonly done: number;
  readonly seconds: number;
  /** Milliseconds; of arrivals counted from when they were due. */
  readonly p50: number;
  readonly p99: number;
}

const CONNECTIONS = 32;
/** Below the life of a code, 60 s, with room for those that were asked for first. */
const CODES_AT_MOST = 6000;

async function backToBack(once: () => Promise<void>, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  const worker = async (): Promise<void> => {
    while (!isOver()) {
      const startedAt = performance.now();
      await once();
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return times;
}

async function arrivals(once: () => Promise<void>, seconds: number, rate: number): Promise<number[]> {
  const times: number[] = [];
  const startedAt = performance.now();
  const running: Promise<void>[] = [];
  for (let index = 0; index < seconds * rate; index += 1) {
    const dueAt = startedAt + (index * 1000) / rate;
    const early = dueAt - performance.now();
    if (early > 0) await sleep(early);
    running.push(once().then(() => void times.push(performance.now() - dueAt)));
  }
  await Promise.all(running);
  return times;
}

async function tokenAlone(client: FlowClient, seconds: number): Promise<{ times: number[]; seconds: number }> {
  const codes: string[] = [];
  const until = performance.now() + seconds * 1000;
  await backToBack(
    async () => void codes.push(await client.authorize()),
    () => codes.length >= CODES_AT_MOST || performance.now() > until,
  );
  const startedAt = performance.now();
  const times = await backToBack(
    async () => {
      const code = codes.pop();
      if (code !== undefined) await client.redeem(code);
    },
    () => codes.length === 0,
  );
  return { times, seconds: (performance.now() - startedAt) / 1000 };
}

async function timesOf(
  client: FlowClient,
  { kind, seconds, rate }: FlowOrder,
): Promise<{ times: number[]; seconds: number }> {
  if (kind === 'token') return tokenAlone(client, seconds);
  const token = kind === 'userinfo' ? await client.redeem(await client.authorize()) : '';
  const once = (): Promise<void> => (kind === 'userinfo' ? client.userinfo(token) : client.flow());
  const startedAt = performance.now();
  const times =
    kind === 'arrivals'
      ? await arrivals(once, seconds, rate)
      : await backToBack(once, () => performance.now() - startedAt > seconds * 1000);
  return { times, seconds: (performance.now() - startedAt) / 1000 };
}

async function run(order: FlowOrder): Promise<FlowResult> {
  const client = new FlowClient(order.target, order.kind === 'arrivals' ? 2 * CONNECTIONS : CONNECTIONS);
  const { times, seconds } = await timesOf(client, order);
  await client.close();
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { done: times.length, seconds, p50: at(0.5), p99: at(0.99) };
}

process.on('message', (order: FlowOrder) => {
  run(order).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
