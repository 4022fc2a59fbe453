// The dashboard over HTTP, by somebody who is signed in: the service in a process of its own, asked one page at a time.
import { openDatabase } from '../../src/database/open.ts';
import { Publication } from '../../src/models/publication/publication.ts';
import type { HttpBrowser } from '../../test/support/browser/http-browser.ts';
import type { ServerProcess } from '../../test/support/processes/server-process.ts';
import { liveOwner } from '../../test/support/publications/staff.ts';
import { MovableClock } from '../../test/support/service/clock.ts';
import type { FilledDatabase } from './filled-database.ts';
import { median, type Finding } from './measure.ts';
import { cpuMicroseconds, cpuOfFamily } from './process-usage.ts';
import { startService } from './service.ts';

const TIMES = 20;
const WARM_UPS = 3;
export const PAGE_MILLISECONDS_MAX = 300;

export interface Dashboard {
  readonly server: ServerProcess;
  readonly browser: HttpBrowser;
  /** The address of a page; the path follows that of the overview. */
  readonly urlOf: (path: string) => string;
  readonly end: () => Promise<void>;
}

/** Starts the service and signs an owner in. */
export async function openDashboard(filled: FilledDatabase): Promise<Dashboard> {
  const server = await startService(filled);
  const database = openDatabase(filled.url);
  try {
    const publication = await Publication.query(database.knex).findById(filled.publicationId);
    if (publication === undefined) throw new Error('there is no publication');
    const service = { database, clock: new MovableClock() };
    const browser = await liveOwner({ service, publication, siteUrl: server.url });
    return {
      server,
      browser,
      urlOf: (path) => `${server.url}/dashboard/${publication.id}${path}`,
      end: async () => {
        await browser.close();
        await server.end('SIGTERM');
      },
    };
  } catch (error) {
    await server.end('SIGTERM');
    throw error;
  } finally {
    await database.close();
  }
}

/** Asks for the pages in turn, and returns how long they took; p95 is compared with the limit. */
export async function timePages(
  { server, browser, urlOf }: Dashboard,
  { serverPid }: FilledDatabase,
  name: string,
  { paths, limit = PAGE_MILLISECONDS_MAX }: { readonly paths: readonly string[]; readonly limit?: number },
): Promise<Finding> {
  const ask = async (path: string): Promise<void> => {
    const { status } = await browser.open(urlOf(path));
    if (status !== 200) throw new Error(`${path} answered ${status}`);
  };
  // A copy of a database is on no page in memory: what its first reading costs is the disk's.
  for (const path of paths) await ask(path);
  return timeWork(name, { server, serverPid, limit }, (turn) => ask(paths[turn % paths.length] ?? ''));
}

/** Does something many times, one after the other. */
export async function timeWork(
  name: string,
  {
    server,
    serverPid,
    limit,
  }: { readonly server: ServerProcess; readonly serverPid: number | undefined; readonly limit: number },
  work: (turn: number) => Promise<void>,
): Promise<Finding> {
  for (let turn = 0; turn < WARM_UPS; turn += 1) await work(turn);
  const used = (): readonly [number, number] => [
    cpuMicroseconds(server.process.pid),
    serverPid === undefined ? 0 : cpuOfFamily(serverPid),
  ];
  const before = used();
  const times: number[] = [];
  for (let turn = 0; turn < TIMES; turn += 1) {
    const start = performance.now();
    await work(turn);
    times.push(performance.now() - start);
  }
  const [cpu, databaseCpu] = used().map((now, at) => (now - (before[at] ?? 0)) / 1000 / TIMES);
  const p95 = percentile(times, 0.95);
  const figures = {
    'p50 ms': median(times).toFixed(0),
    'p95 ms': p95.toFixed(0),
    'CPU ms': (cpu ?? Number.NaN).toFixed(0),
    ...(serverPid !== undefined && { 'database CPU ms': (databaseCpu ?? Number.NaN).toFixed(0) }),
  };
  return { name, figures, goal: { text: `p95 ≤ ${limit} ms`, isMet: p95 <= limit } };
}

export function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}
