// What the tests of continuous copies share (docs/backups.md): a service that is written to until the machine is lost.
import { expect } from 'vitest';
import { systemClock } from '../../src/database/clock.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { createApiKey } from '../../src/models/publication/api-key.ts';
import { createPublication } from '../../src/models/publication/publication.ts';
import type { Acknowledged } from '../support/databases/ledger.ts';
import { startServerProcess, type ServerProcess } from '../support/processes/server-process.ts';
import { basic } from '../support/publications/publication.ts';

/** How long a customer may take on a busy machine. */
export const WRITTEN = { timeout: 60_000, interval: 50 };

/** A migrated database with one publication; a key to its data. */
export async function fillDatabase(url: string): Promise<string> {
  const database = openDatabase(url);
  try {
    await migrate(database, 'test');
    return await database.transaction(async (transaction) => {
      const site = { name: 'The Weekly Test', siteUrl: 'http://localhost:4000' };
      const publication = await createPublication(transaction, systemClock, site);
      return (await createApiKey(publication, transaction, systemClock, { environment: 'test' })).key;
    });
  } finally {
    await database.close();
  }
}

export interface Writing {
  /** The customers whose creation was answered, in order. */
  readonly answered: readonly Acknowledged[];
  stop(): Promise<void>;
}

/** Creates customers, one after another, until it is stopped or the service is gone. */
export function startWriting({ url, process }: ServerProcess, key: string): Writing {
  const answered: Acknowledged[] = [];
  const state = { isOver: false };
  const write = async (): Promise<void> => {
    for (let number = 0; !state.isOver; number += 1) {
      const email = `reader${process.pid}-${number}@example.org`;
      const body = new URLSearchParams({ email });
      const headers = { authorization: basic(key) };
      const response = await fetch(`${url}/2023-04-11/customers`, { method: 'POST', headers, body });
      if (response.status !== 200) throw new Error(`a customer was answered by ${response.status}`);
      const { id } = (await response.json()) as { id: string };
      answered.push({ kind: 'customer', id, email });
    }
  };
  const written = write().catch((error: unknown) => {
    if (!state.isOver && !process.killed) throw error;
  });
  return {
    answered,
    stop: async () => {
      state.isOver = true;
      await written;
    },
  };
}

/** A service on the restored database takes writes. */
export async function expectToGoOn(url: string, key: string): Promise<void> {
  const server = await startServerProcess({ DATABASE_URL: url });
  const writing = startWriting(server, key);
  await expect.poll(() => writing.answered.length, WRITTEN).toBeGreaterThan(0);
  await writing.stop();
  expect(await server.end('SIGTERM')).toBe(0);
}
