// Three times as many requests as the service can answer, from one publication: what becomes of those that are taken, of those that are
// refused, and of another publication's few readers meanwhile. Requests are begun at fixed times, late or not, as real visitors do.
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import type { FilledDatabase } from './filled-database.ts';
import type { Finding, Part } from './measure.ts';
import { API, keyHeaders, SITE_URL, startService } from './service.ts';

const TIMES_TOO_MANY = 3;
const QUIET_PER_SECOND = 10;
const WARM_UP_MILLISECONDS = 3000;
const CAPACITY_CONNECTIONS = 16;
/** Opened before, since opening them costs more than the calls. */
const CONNECTIONS = 1000;
const TAKEN_P99_MAX = 500;
const REFUSED_P99_MAX = 50;
/** Left out: in them the service learns how much it can answer. */
const SETTLING_SHARE = 1 / 6;
const PAUSE_MILLISECONDS = 1000;
const AFTERWARDS_MILLISECONDS = 5000;

interface Target {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  /** From the time at which the request was due. */
  readonly milliseconds: number;
}

export const overload: Part = {
  name: 'overload',
  what: 'three times as many calls of one publication as can be answered, and the pages of another one',
  async run({ database, length }) {
    const milliseconds = length.rounds * length.seconds * 1000;
    const service = await startService(database, { MAX_WAIT_MILLISECONDS: '300' });
    const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 });
    try {
      const [loud, quiet, health] = targetsOf(database, service.url);
      await capacityOf(agent, loud, WARM_UP_MILLISECONDS);
      const capacity = await capacityOf(agent, loud, WARM_UP_MILLISECONDS);
      const before = await arrivals(agent, quiet, QUIET_PER_SECOND, milliseconds);
      await Promise.all(Array.from({ length: CONNECTIONS }, () => ask(agent, health, performance.now())));
      const [flood, during] = await Promise.all([
        arrivals(agent, loud, TIMES_TOO_MANY * capacity, milliseconds),
        arrivals(agent, quiet, QUIET_PER_SECOND, milliseconds),
      ]);
      await sleep(PAUSE_MILLISECONDS);
      const after = await arrivals(agent, loud, capacity / 2, AFTERWARDS_MILLISECONDS);
      return findings({ capacity, before, flood, during, after });
    } finally {
      await agent.destroy();
      await service.end('SIGTERM');
    }
  },
};

function targetsOf(database: FilledDatabase, url: string): [Target, Target, Target] {
  const origin = url.replace('localhost', '127.0.0.1');
  return [
    { origin, path: `${API}/members?limit=100`, headers: keyHeaders(database) },
    { origin, path: '/offers', headers: { host: new URL(SITE_URL).host } },
    { origin, path: '/healthz', headers: {} },
  ];
}

async function ask(agent: Agent, { origin, path, headers }: Target, dueAt: number): Promise<Answer> {
  try {
    const { statusCode, body } = await agent.request({ origin, path, method: 'GET', headers });
    await body.dump({ limit: 1_000_000 });
    return { status: statusCode, milliseconds: performance.now() - dueAt };
  } catch {
    return { status: 0, milliseconds: performance.now() - dueAt };
  }
}

/** Answers a second where each connection asks again at once. */
async function capacityOf(agent: Agent, target: Target, milliseconds: number): Promise<number> {
  const startedAt = performance.now();
  const run = async (): Promise<number> => {
    let done = 0;
    while (performance.now() - startedAt < milliseconds)
      done += Number((await ask(agent, target, performance.now())).status === 200);
    return done;
  };
  const counts = await Promise.all(Array.from({ length: CAPACITY_CONNECTIONS }, run));
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - startedAt) / 1000);
}

async function arrivals(agent: Agent, target: Target, perSecond: number, milliseconds: number): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  const startedAt = performance.now();
  for (;;) {
    const elapsed = performance.now() - startedAt;
    if (elapsed > milliseconds) return Promise.all(answers);
    while (answers.length < (elapsed / 1000) * perSecond)
      answers.push(ask(agent, target, startedAt + (answers.length / perSecond) * 1000));
    await sleep(1);
  }
}

interface Measured {
  readonly capacity: number;
  readonly before: readonly Answer[];
  readonly flood: readonly Answer[];
  readonly during: readonly Answer[];
  readonly after: readonly Answer[];
}

function findings({ capacity, before, flood: all, during, after }: Measured): Finding[] {
  const flood = all.slice(all.length * SETTLING_SHARE);
  const of = (answers: readonly Answer[], status: number): Answer[] => answers.filter((one) => one.status === status);
  const [taken, refused] = [of(flood, 200), of(flood, 503)];
  const failed = flood.length - taken.length - refused.length;
  const [takenP99, refusedP99, afterP99] = [p99(taken), p99(refused), p99(of(after, 200))];
  const isQuietServed = of(during, 200).length === during.length;
  return [
    {
      name: 'flooded publication',
      figures: {
        'asked/s': (TIMES_TOO_MANY * capacity).toFixed(0),
        taken: `${((100 * taken.length) / flood.length).toFixed(0)} %`,
        'taken p99 ms': takenP99.toFixed(0),
        'refused p99 ms': refusedP99.toFixed(0),
        failed: String(failed),
      },
      goal: {
        text: `≤ ${TAKEN_P99_MAX} ms and ≤ ${REFUSED_P99_MAX} ms`,
        isMet: failed === 0 && takenP99 <= TAKEN_P99_MAX && refusedP99 <= REFUSED_P99_MAX,
      },
    },
    {
      name: 'pages of another one',
      figures: {
        'p50 before ms': percentile(before, 0.5).toFixed(0),
        'p50 meanwhile ms': percentile(during, 0.5).toFixed(0),
        'p99 before ms': p99(before).toFixed(0),
        'p99 meanwhile ms': p99(during).toFixed(0),
      },
      goal: { text: 'all answered', isMet: isQuietServed },
    },
    {
      name: 'a second afterwards',
      figures: { 'p99 ms': afterP99.toFixed(0) },
      goal: { text: 'all answered', isMet: of(after, 200).length === after.length },
    },
  ];
}

const p99 = (answers: readonly Answer[]): number => percentile(answers, 0.99);

function percentile(answers: readonly Answer[], share: number): number {
  const sorted = answers.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
