// The service as the clients meet it, on one database: a publication with members, and further servers that fail in the ways that no client can
// bring about by itself.
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/database/clock.ts';
import { createNewsletter } from '../../src/models/catalog/newsletter.ts';
import { createPlan } from '../../src/models/catalog/plan.ts';
import { createPrice } from '../../src/models/catalog/price.ts';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { createCustomer } from '../../src/models/people/customer.ts';
import { createApiKey, revokeApiKey } from '../../src/models/publication/api-key.ts';
import { createPublication } from '../../src/models/publication/publication.ts';
import { startServer, type RunningServer } from '../../src/server.ts';
import { newDatabase, type Dialect } from '../support/databases/database.ts';
import { findFreePort } from '../support/databases/postgres-server.ts';
import { drawnDialects } from '../support/runs/drawn.ts';

/** Clients do not see which it is: one today, the other one tomorrow. */
export const DIALECTS = drawnDialects(15);
export const MEMBERS = 7;

/** What a program is told on standard input. */
export interface Settings {
  readonly base_url: string;
  readonly api_key: string;
  readonly revoked_key: string;
  readonly read_only_key: string;
  /** Of the right form, and not known. */
  readonly unknown_key: string;
  readonly plan_id: string;
  readonly price_id: string;
  /** Takes one request a minute. */
  readonly limited_url: string;
  /** Is reached over http and demands https. */
  readonly https_url: string;
  /** Lost the table that it needs to list customers. */
  readonly broken: Access;
  /** Its database refuses to write. */
  readonly down: Access;
}

interface Access {
  readonly base_url: string;
  readonly api_key: string;
}

export interface Stage {
  readonly settings: Settings;
  readonly server: RunningServer;
  close(): Promise<void>;
}

export async function setStage(dialect: Dialect): Promise<Stage> {
  const databases = await Promise.all([newDatabase(dialect), newDatabase(dialect), newDatabase(dialect)]);
  const [shared, broken, down] = databases;
  const main = await start(shared.url);
  // After the first, which migrates what they share.
  const [limited, secure, without, refusing] = await Promise.all([
    start(shared.url, { API_RATE_LIMIT: '1' }),
    start(shared.url, {}, 'https'),
    start(broken.url),
    start(down.url),
  ]);
  const key = await furnish(main);
  const settings = {
    ...key,
    base_url: main.url,
    limited_url: limited.url,
    https_url: secure.url,
    broken: await bareKey(without),
    down: await bareKey(refusing),
  };
  await change(without, ['alter table customers rename to lost_customers']);
  await change(refusing, REFUSES_TO_WRITE[dialect]);
  const close = async (): Promise<void> => {
    await Promise.all([main, limited, secure, without, refusing].map((server) => server.close()));
    await Promise.all(databases.map(({ remove }) => remove()));
  };
  return { settings, server: main, close };
}

/** SQLite as if its file might only be read, PostgreSQL in the words of a full disk; disks that are really full are in test/faults/full-disk.test.ts. */
const REFUSES_TO_WRITE: Record<Dialect, readonly string[]> = {
  sqlite: ['pragma query_only = on'],
  postgres: [
    "create function refuse_to_write() returns trigger language plpgsql as $$ begin raise exception 'no space left' using errcode = '53100'; end $$",
    'create trigger refuse_to_write before insert on customers for each row execute function refuse_to_write()',
  ],
};

async function start(
  databaseUrl: string,
  settings: Record<string, string> = {},
  protocol = 'http',
): Promise<RunningServer> {
  const port = await findFreePort();
  const given = {
    ENVIRONMENT: 'test',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    API_URL: `${protocol}://localhost:${port}`,
    API_RATE_LIMIT: '0',
    ...settings,
  };
  const server = await startServer(readConfig(given), systemClock, pino({ level: 'silent' }));
  return { ...server, url: `http://localhost:${port}` };
}

async function change({ service: { database } }: RunningServer, statements: readonly string[]): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const sql of statements) await transaction.knex.raw(sql);
  });
}

/** A publication with nothing but a key. */
async function bareKey({ service: { database, clock, config }, url }: RunningServer): Promise<Access> {
  return database.transaction(async (transaction) => {
    const publication = await createPublication(transaction, clock, { name: 'The Bare Test', siteUrl: url });
    const { key } = await createApiKey(publication, transaction, clock, { environment: config.environment });
    return { base_url: url, api_key: key };
  });
}

async function furnish({
  service: { database, clock, config, secretKeys },
  url,
}: RunningServer): Promise<
  Pick<Settings, 'api_key' | 'revoked_key' | 'read_only_key' | 'unknown_key' | 'plan_id' | 'price_id'>
> {
  return database.transaction(async (transaction) => {
    const publication = await createPublication(transaction, clock, { name: 'The Weekly Test', siteUrl: url });
    const { key } = await createApiKey(publication, transaction, clock, { environment: config.environment });
    const revoked = await createApiKey(publication, transaction, clock, { environment: config.environment });
    await revokeApiKey(publication, transaction, clock, revoked.apiKey.id);
    const readOnly = await createApiKey(publication, transaction, clock, {
      environment: config.environment,
      scope: 'read',
    });
    const plan = await createPlan(publication, transaction, clock, { slug: 'supporter', name: 'Supporter' });
    const price = await createPrice(publication, transaction, clock, {
      planId: plan.id,
      amount: 500,
      currency: 'EUR',
      interval: 'month',
    });
    await createNewsletter(publication, transaction, clock, { slug: 'weekly', name: 'The Weekly' });
    for (let number = 1; number <= MEMBERS; number += 1)
      await createCustomer(publication, transaction, clock, secretKeys, {
        email: parseEmailAddress(`member${number}@example.org`),
      });
    return {
      api_key: key,
      revoked_key: revoked.key,
      read_only_key: readOnly.key,
      unknown_key: `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
      plan_id: plan.id,
      price_id: price.id,
    };
  });
}
