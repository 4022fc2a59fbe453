// The primary of PostgreSQL dies under writes and its synchronous standby is promoted: the service, which knows both addresses, goes on by
// itself, and nothing that was acknowledged is lost or done twice.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/database/clock.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { createApiKey } from '../../src/models/publication/api-key.ts';
import { createPublication } from '../../src/models/publication/publication.ts';
import { ledgerFaults, type Acknowledged } from '../support/databases/ledger.ts';
import { startPostgresPair } from '../support/databases/postgres-pair.ts';
import { ownTime } from '../support/processes/processor-wait.ts';
import { startServerProcess } from '../support/processes/server-process.ts';
import { basic } from '../support/publications/publication.ts';

const WRITERS = 4;
const BACK_MILLISECONDS = 15_000;

test('a primary that dies: the promoted standby takes over within 15 seconds, with all that was acknowledged, and nothing twice', async () => {
  const pair = await startPostgresPair();
  const ends: (() => Promise<unknown>)[] = [() => pair.stop()];
  try {
    const database = openDatabase(pair.url);
    await migrate(database, 'test');
    const apiKey = await database.transaction(async (transaction) => {
      const given = { name: 'Failover', siteUrl: 'http://localhost:4000' };
      const publication = await createPublication(transaction, systemClock, given);
      return (await createApiKey(publication, transaction, systemClock, { environment: 'test' })).key;
    });
    await database.close();
    const server = await startServerProcess({
      DATABASE_URL: pair.url,
      SECRET_KEY: 'a secret key of the tests that is long enough',
    });
    ends.push(() => server.end());
    const acknowledged: Acknowledged[] = [];
    const statuses = new Set<number>();
    const over = new AbortController();
    const create = async (email: string, key: string): Promise<string | undefined> => {
      const response = await fetch(`${server.url}/2023-04-11/customers`, {
        method: 'POST',
        headers: { authorization: basic(apiKey), 'idempotency-key': key },
        body: new URLSearchParams({ email }),
      });
      statuses.add(response.status);
      const { id }: { id?: string } = await response.json();
      return response.status === 200 ? id : undefined;
    };
    /** Each is asked for again, under the same key, until it is made. */
    const write = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const [email, key] = [`${randomBytes(8).toString('hex')}@example.test`, randomBytes(8).toString('hex')];
        for (let id = await create(email, key); ; id = await create(email, key)) {
          if (id !== undefined) acknowledged.push({ kind: 'customer', id, email });
          if (id !== undefined || over.signal.aborted) break;
          await sleep(50);
        }
      }
    };
    const writers = Array.from({ length: WRITERS }, write);
    const wait = async (isDone: () => boolean): Promise<void> => {
      const until = Date.now() + 60_000;
      while (!isDone() && Date.now() < until) await sleep(20);
      expect(isDone()).toBe(true);
    };
    await wait(() => acknowledged.length > 100);
    pair.killPrimary();
    await wait(() => statuses.has(503));
    await pair.promote();
    const [before, promotedAt] = [acknowledged.length, ownTime()];
    await wait(() => acknowledged.length > before + WRITERS);
    expect(ownTime() - promotedAt).toBeLessThan(BACK_MILLISECONDS);
    await wait(() => acknowledged.length > before + 100);
    over.abort();
    await Promise.all(writers);
    expect([...statuses].toSorted()).toEqual([200, 503]);
    const promoted = openDatabase(pair.standbyUrl);
    ends.push(() => promoted.close());
    expect(await ledgerFaults(promoted, acknowledged)).toEqual([]);
    const emails = acknowledged.map((entry) => (entry.kind === 'customer' ? entry.email : ''));
    expect(new Set(emails).size).toBe(emails.length);
    // Each is there once, and nobody besides whose answer came too late.
    const { length } = await promoted.knex('customers');
    expect(length - emails.length).toBeLessThanOrEqual(WRITERS);
  } finally {
    for (const end of ends.toReversed()) await end();
  }
});
