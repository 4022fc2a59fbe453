// Pages, sign-ins and the data API of fifty publications: each kind alone beside its goal (docs/reliability.md, R-L1 to R-L5), the mix of all at
// a third of what the machine answers, and the same while one publication asks ten times its share (R-T7).
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import {
  capacityOf,
  MIX,
  MIX_KINDS,
  MixClient,
  percentile,
  runMix,
  type Answered,
  type MixKind,
} from '../../test/support/processes/mix.ts';
import type { FilledDatabase } from './filled-database.ts';
import type { Finding, Part } from './measure.ts';
import { mixTargets, PUBLICATIONS } from './publications.ts';
import { startService } from './service.ts';

const CONNECTIONS = 50;
const SHARE_OF_CAPACITY = 0.3;
/** Of one publication's share, beside that share. */
const TIMES_ITS_SHARE = 10;
const NEIGHBOURS_P99_MAX = 1.25;
const WARM_UP_MILLISECONDS = 3000;
const REST_MILLISECONDS = 1000;

interface Target {
  readonly perSecond: number;
  readonly p99: number;
}

/** The goals of docs/reliability.md, for two cores of their own. */
const TARGETS: Partial<Readonly<Record<MixKind, Target>>> = {
  'list 10 members': { perSecond: 2000, p99: 60 },
  'list 100 members': { perSecond: 800, p99: 60 },
  'create customer': { perSecond: 400, p99: 150 },
  'sign-in': { perSecond: 150, p99: 200 },
  'prompt=none, signed in': { perSecond: 500, p99: 80 },
  'prompt=none, signed out': { perSecond: 500, p99: 80 },
  'page of offers': { perSecond: 400, p99: 100 },
  'page of the account': { perSecond: 400, p99: 100 },
  'page to sign in': { perSecond: 400, p99: 100 },
};

export const mixed: Part = {
  name: 'load',
  what: `pages, sign-ins and the data API of ${PUBLICATIONS} publications`,
  contents: 'members-of-fifty',
  async run({ database, length }) {
    const milliseconds = length.rounds * length.seconds * 1000;
    // How much is answered is measured without refusals, who waits for whom with them.
    const [findings, capacity] = await beside(database, '0', async (clients) => {
      await capacityOf(clients, { connections: CONNECTIONS, milliseconds: WARM_UP_MILLISECONDS });
      const found: Finding[] = [];
      for (const kind of MIX_KINDS) found.push(await alone(clients, kind, milliseconds / 3));
      return [found, await capacityOf(clients, { connections: CONNECTIONS, milliseconds })] as const;
    });
    return [...findings, ...(await beside(database, '300', (clients) => together(clients, capacity, milliseconds)))];
  },
};

/** Runs the work with everybody who uses the publications of a service that was just started. */
async function beside<Result>(
  database: FilledDatabase,
  maxWait: string,
  work: (clients: readonly MixClient[]) => Promise<Result>,
): Promise<Result> {
  const service = await startService(database, { MAX_WAIT_MILLISECONDS: maxWait });
  const agent = new Agent({ connections: 1000, pipelining: 1 });
  try {
    return await work((await mixTargets(database.url, service.url)).map((target) => new MixClient(target, agent)));
  } finally {
    await agent.destroy();
    await service.end('SIGTERM');
  }
}

/** One kind, asked again at once on each connection. Throws where an answer is not the right one. */
async function alone(clients: readonly MixClient[], kind: MixKind, milliseconds: number): Promise<Finding> {
  const times: number[] = [];
  const startedAt = performance.now();
  let next = 0;
  const askOn = async (): Promise<void> => {
    while (performance.now() - startedAt < milliseconds) {
      const askedAt = performance.now();
      await clients[(next += 1) % clients.length]?.run(kind);
      times.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, askOn));
  const perSecond = times.length / ((performance.now() - startedAt) / 1000);
  const target = TARGETS[kind];
  const isMet = target === undefined || (perSecond >= target.perSecond && percentile(times, 0.99) <= target.p99);
  return {
    name: `${kind}, alone`,
    figures: { 'a second': perSecond.toFixed(0), ...timesOf(times) },
    ...(target && { goal: { text: `≥ ${target.perSecond}, p99 ≤ ${target.p99}`, isMet } }),
  };
}

async function together(clients: readonly MixClient[], capacity: number, milliseconds: number): Promise<Finding[]> {
  const perSecond = capacity * SHARE_OF_CAPACITY;
  await during(clients, perSecond, WARM_UP_MILLISECONDS);
  const quiet = await during(clients, perSecond, milliseconds);
  await sleep(REST_MILLISECONDS);
  const loudest = clients.slice(0, 1);
  const flooding = during(loudest, (TIMES_ITS_SHARE * perSecond) / clients.length, milliseconds);
  const flooded = await during(clients, perSecond, milliseconds);
  await flooding;
  const kinds = MIX_KINDS.map((kind) => ({
    name: `${kind}, ${MIX[kind]} of 100 in the mix`,
    figures: timesOf(quiet.filter((one) => one.kind === kind).map((one) => one.milliseconds)),
  }));
  const others = (answers: readonly Answered[]): number[] =>
    answers.filter(({ place }) => place > 0).map((one) => one.milliseconds);
  const ratio = percentile(others(flooded), 0.99) / percentile(others(quiet), 0.99);
  const faults = [...quiet, ...flooded.filter(({ place }) => place > 0)].filter(({ fault }) => fault !== undefined);
  return [
    { name: 'the mix at its fastest', figures: { 'a second': capacity.toFixed(0) } },
    ...kinds,
    { name: 'the mix', figures: { 'a second': perSecond.toFixed(0), ...timesOf(others(quiet)) } },
    {
      name: `the others, while one asks ${TIMES_ITS_SHARE} times its share`,
      figures: {
        'a second': perSecond.toFixed(0),
        ...timesOf(others(flooded)),
        'p99 to without': ratio.toFixed(2),
        failed: String(faults.length),
      },
      goal: { text: `≤ ${NEIGHBOURS_P99_MAX}, none fails`, isMet: ratio <= NEIGHBOURS_P99_MAX && faults.length === 0 },
    },
  ];
}

async function during(clients: readonly MixClient[], perSecond: number, milliseconds: number): Promise<Answered[]> {
  const answers: Answered[] = [];
  const endsAt = performance.now() + milliseconds;
  const pace = { perSecond, isOver: () => performance.now() > endsAt };
  await runMix(clients, pace, (answered) => void answers.push(answered));
  return answers;
}

function timesOf(times: readonly number[]): Record<string, string> {
  return { 'p50 ms': percentile(times, 0.5).toFixed(0), 'p99 ms': percentile(times, 0.99).toFixed(0) };
}
