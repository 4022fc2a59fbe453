// An upgrade of processes under load on PostgreSQL, and the way back: old beside new, new alone, old again, and a step that takes away.
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../../src/database/clock.ts';
import { createApiKey } from '../../../src/models/publication/api-key.ts';
import { createPublication } from '../../../src/models/publication/publication.ts';
import { newOwnDatabase } from '../databases/own-database.ts';
import { BalancedLoad, type LoadResult } from './balanced-load.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

/** The next version, this one again on its schema, and the version after it. */
const NEXT = ['test/support/processes/later-server.ts'];
export const THERE_AND_BACK: Versions = [NEXT, undefined];
export const ALL: Versions = [NEXT, undefined, [...NEXT, '--contract']];

type Versions = readonly (readonly string[] | undefined)[];

interface Course {
  readonly versions: Versions;
  readonly perSecond: number;
  /** How long each state lasts. */
  readonly restMilliseconds: number;
}

interface Upgrade extends LoadResult {
  /** Writes that were acknowledged and are not there. */
  readonly lost: readonly string[];
  /** The migrations that this version does not have. */
  readonly later: readonly string[];
  readonly exitCodes: readonly (number | null)[];
}

export async function upgradeUnderLoad(
  { versions, perSecond, restMilliseconds }: Course,
  onEnd: (close: () => Promise<void> | void) => void,
): Promise<Upgrade> {
  const { url, database } = await newOwnDatabase('postgres', onEnd);
  const { key } = await database.transaction(async (transaction) => {
    const site = { name: 'The Weekly Test', siteUrl: 'http://localhost:4000' };
    const publication = await createPublication(transaction, systemClock, site);
    return createApiKey(publication, transaction, systemClock, { environment: 'test' });
  });
  const start = async (args?: readonly string[]): Promise<ServerProcess> => {
    const server = await startServerProcess({ DATABASE_URL: url, DRAIN_SECONDS: '1' }, args);
    onEnd(async () => void (await server.end()));
    return server;
  };
  const old = await start();
  const load = new BalancedLoad(old.url, key, perSecond);
  const exitCodes: (number | null)[] = [];
  let running = old;
  for (const args of versions) {
    const next = await start(args);
    load.add(next.url);
    await sleep(restMilliseconds);
    exitCodes.push(await running.end('SIGTERM'));
    running = next;
    await sleep(restMilliseconds);
  }
  const result = await load.end();
  const later = await database.knex('knex_migrations').where('name', '>', '9').orderBy('name').pluck('name');
  const kept = new Set<string>(await database.knex('customers').pluck('id'));
  return { ...result, lost: result.acknowledged.filter((id) => !kept.has(id)), later, exitCodes };
}
