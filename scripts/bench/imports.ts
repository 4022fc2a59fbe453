// An import of 100,000 rows beside ordinary traffic of the data API: how long it takes, and how much later the API answers. Checked and run by the
// service's own worker, beside a database of so many people.
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database/open.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import { listNewsletters } from '../../src/models/catalog/newsletter.ts';
import { listPlans } from '../../src/models/catalog/plan.ts';
import { getImport, type Import } from '../../src/models/imports/import-record.ts';
import { NO_SETTINGS } from '../../src/models/imports/import-settings.ts';
import { checkImport, finishUpload, startImport, storeFile } from '../../src/models/imports/import.ts';
import { MovableClock } from '../../test/support/service/clock.ts';
import { percentile } from './dashboard.ts';
import type { FilledDatabase } from './filled-database.ts';
import { median, type Finding, type Part } from './measure.ts';
import { newNames, newRandom } from './names.ts';
import { cpuMicroseconds, memoryMegabytes } from './process-usage.ts';
import { API, keyHeaders, startService } from './service.ts';

const ROWS = 100_000;
const SECONDS_MAX = 300;
const READS_PER_SECOND = 30;
const WRITES_PER_SECOND = 10;
const POLL_MILLISECONDS = 500;
/** Our choice: what a program that calls the API would not notice. */
const MILLISECONDS_MAX = 250;

export const imports: Part = {
  name: 'imports',
  what: `an import of ${ROWS} rows beside ${READS_PER_SECOND} reads and ${WRITES_PER_SECOND} writes a second of the data API`,
  contents: 'people',
  async run({ database, length }) {
    const server = await startService(database);
    try {
      const url = server.url;
      const alone = await callWhile(url, database, () => sleep(length.rounds * length.seconds * 1000));
      const found: Finding[] = toFindings('without an import', alone);
      const run = await openImport(database);
      try {
        for (const [name, stage] of [
          ['stored', run.store],
          ['checked', run.check],
          ['run', run.run],
        ] as const) {
          const before = cpuMicroseconds(server.process.pid);
          const start = performance.now();
          const beside = await callWhile(url, database, stage);
          const seconds = (performance.now() - start) / 1000;
          const figures = {
            seconds: seconds.toFixed(0),
            'rows a second': (ROWS / seconds).toFixed(0),
            'CPU s': ((cpuMicroseconds(server.process.pid) - before) / 1e6).toFixed(0),
            'memory peak MB': memoryMegabytes(server.process.pid).peak.toFixed(0),
          };
          const goal = { text: `≤ ${SECONDS_MAX} s`, isMet: seconds <= SECONDS_MAX };
          found.push({ name: `${name}: the import`, figures, goal }, ...toFindings(`while it is ${name}`, beside));
        }
      } finally {
        await run.close();
      }
      return found;
    } finally {
      await server.end('SIGTERM');
    }
  },
};

type Called = Readonly<Record<'read' | 'write', readonly number[]>>;

function toFindings(when: string, called: Called): Finding[] {
  return Object.entries(called).map(([kind, times]) => {
    const p99 = percentile(times, 0.99);
    return {
      name: `${kind} ${when}`,
      figures: { calls: String(times.length), 'p50 ms': median(times).toFixed(0), 'p99 ms': p99.toFixed(0) },
      goal: { text: `p99 ≤ ${MILLISECONDS_MAX} ms`, isMet: p99 <= MILLISECONDS_MAX },
    };
  });
}

let created = 0;

/** Calls the data API at a fixed rate, late or not, until the work ends. Returns the milliseconds of each answer. */
async function callWhile(url: string, database: FilledDatabase, work: () => Promise<unknown>): Promise<Called> {
  const pool = new Pool(url, { connections: 32 });
  const headers = keyHeaders(database);
  const times = { read: [] as number[], write: [] as number[] };
  const ids = await database.sampleIds('customers', 'email is not null', 100);
  const call = async (kind: keyof typeof times, turn: number): Promise<void> => {
    const start = performance.now();
    const request =
      kind === 'read'
        ? ({ method: 'GET', path: turn % 2 === 0 ? `${API}/customers/${ids[turn % 100]}` : `${API}/members` } as const)
        : ({
            method: 'POST',
            path: `${API}/customers`,
            body: `email=created-${(created += 1)}@bench.example`,
          } as const);
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const { statusCode, body } = await pool.request({
      ...request,
      headers: { ...headers, ...(kind === 'write' && type) },
    });
    await body.dump();
    if (statusCode > 299) throw new Error(`${request.path} answered ${statusCode}`);
    times[kind].push(performance.now() - start);
  };
  const end = new AbortController();
  const begin = async (kind: keyof typeof times, perSecond: number): Promise<void> => {
    const running: Promise<void>[] = [];
    const start = performance.now();
    for (let turn = 0; !end.signal.aborted; turn += 1) {
      running.push(call(kind, turn));
      await sleep(Math.max(0, start + ((turn + 1) * 1000) / perSecond - performance.now()));
    }
    await Promise.all(running);
  };
  const calls = [begin('read', READS_PER_SECOND), begin('write', WRITES_PER_SECOND)];
  try {
    await work();
  } finally {
    end.abort();
    await Promise.all(calls);
    await pool.close();
  }
  return times;
}

interface RunningImport {
  readonly store: () => Promise<void>;
  readonly check: () => Promise<void>;
  readonly run: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Works on the database beside the service, whose worker takes up what is to be done. */
async function openImport({ url, publicationId }: FilledDatabase): Promise<RunningImport> {
  const [database, clock] = [openDatabase(url), new MovableClock()];
  const publication = { id: publicationId };
  const secretKeys = new SecretKeys(readConfig({ ENVIRONMENT: 'test', DATABASE_URL: url }).secretKeys);
  const parts = { database, clock, secretKeys };
  const [plan] = await listPlans(publication, database);
  const [newsletter] = await listNewsletters(publication, database);
  const file = csvOf(plan?.slug ?? '', newsletter?.slug ?? '');
  let id = '';
  const ends = async (state: Import['state']): Promise<void> => {
    await database.announce();
    for (;;) {
      const { state: now } = await getImport(publication, database, id);
      if (now === state) return;
      if (now === 'failed') throw new Error('the import failed');
      await sleep(POLL_MILLISECONDS);
    }
  };
  return {
    store: async () => {
      const open = async function* () {
        yield file;
      };
      id = await storeFile(parts, publication, { fileName: 'people.csv', open });
    },
    check: async () => {
      const fields = ['email', 'name', 'newsletters', 'plan', 'complimentary_until', 'note'] as const;
      await database.transaction(async (transaction) => {
        await finishUpload(publication, transaction, id);
        await checkImport(publication, transaction, id, { ...NO_SETTINGS, fields: [...fields] });
      });
      await ends('checked');
    },
    run: async () => {
      const { revision } = await getImport(publication, database, id);
      await database.transaction((transaction) =>
        startImport(publication, transaction, clock, { id, revision, invitation: null }),
      );
      await ends('done');
    },
    close: () => database.close(),
  };
}

/** Rows of new people, a third of whom have a plan and a tenth a note. */
function csvOf(plan: string, newsletter: string): Buffer {
  const names = newNames(newRandom(21));
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const { name, email } = names(index);
    const held = index % 3 === 0 ? [plan, '2030-12-31'] : ['', ''];
    return [
      email.replace('@', '-imported@'),
      `"${name ?? ''}"`,
      newsletter,
      ...held,
      index % 10 === 0 ? 'From the old list' : '',
    ].join();
  });
  return Buffer.from(['email,name,newsletters,plan,complimentary_until,note', ...rows].join('\n'));
}
