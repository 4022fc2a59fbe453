// The reference servers, each a process that listens on PORT: Fastify with the bare work, without key, checks, limits and request id.
// node scripts/bench/reference-server.ts KIND …
//   bare                    a constant answer
//   page FILE               a recorded page, from memory
//   raw URL ID              on the database at the URL, for that publication: its lists by the service's own SQL, its writes one statement each
//   created, created-unlogged URL ID   customers created by the service's own model, and the same row without its event, on the service's connections
import { readFileSync } from 'node:fs';
import SqliteDriver from 'better-sqlite3';
import { fastify, type FastifyInstance } from 'fastify';
import pg from 'pg';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/database/clock.ts';
import { newId, positionOf } from '../../src/database/ids.ts';
import { openDatabase } from '../../src/database/open.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import { allStatements, statement } from '../../src/database/statement.ts';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { logPendingEvents } from '../../src/models/outbox/event-log.ts';
import { createCustomer } from '../../src/models/people/customer.ts';
import '../../src/models/people/customer-list.ts';

type Binding = string | number | null;

/** Statements by name, directly on the driver. */
interface RawDatabase {
  /** Runs a transaction that is durable when it returns. */
  all(name: string, values: readonly Binding[]): Promise<Row[]> | Row[];
}

interface Row {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly newsletterSlugs: string | null;
  readonly planSlug: string | null;
}

interface Routes {
  Querystring: { page?: string };
  Params: { id: string };
  Body: { email: string };
}

const LIMIT = 10;
/** The service's. */
const POOL_SIZE = 10;
/** As the service's worker does. */
const LOG_EVENTS_MILLISECONDS = { sqlite: 250, postgres: 100 };

const insertCustomer = statement(
  'bench_insert_customer',
  'insert into customers (id, publication_id, email, email_normalized, created_at) values (?, ?, ?, ?, ?)',
);
const cancelSubscription = statement(
  'bench_cancel_subscription',
  "update subscriptions set status = 'canceled', canceled_at = ? where publication_id = ? and id = ? and status = 'active'",
);

const constantPage = {
  objects: Array.from({ length: LIMIT }, () => ({
    id: 'memb_01hv3k8m2q4r6s8t0v2w4x6y8z',
    email: 'm123456@example.test',
    name: 'Member 123456',
    newsletter_slugs: ['sunday-letter'],
    plan_slug: 'digital',
  })),
  next_page: null,
};

/** The service's own statements, and those above. */
function textOf(name: string, dialect: 'sqlite' | 'postgres'): string {
  const found = allStatements().find((one) => one.name === name);
  if (found === undefined) throw new Error(`the service has no statement ${name}`);
  return found[dialect];
}

/** better-sqlite3 with statements prepared once, as durable as the service: WAL, synchronous=FULL. */
function openRawSqlite(file: string): RawDatabase {
  const driver = new SqliteDriver(file);
  driver.pragma('journal_mode = WAL');
  driver.pragma('synchronous = FULL');
  const prepared = new Map<string, SqliteDriver.Statement<unknown[], Row>>();
  const prepare = (name: string): SqliteDriver.Statement<unknown[], Row> => {
    const known = prepared.get(name) ?? driver.prepare<unknown[], Row>(textOf(name, 'sqlite'));
    prepared.set(name, known);
    return known;
  };
  const run = (text: SqliteDriver.Statement<unknown[], Row>, values: readonly Binding[]): Row[] => {
    text.run(values);
    return [];
  };
  return {
    all: (name, values) => (prepare(name).reader ? prepare(name).all(values) : run(prepare(name), values)),
  };
}

/** pg with named statements; commits wait for the disk, which is PostgreSQL's default. */
function openRawPostgres(url: string): RawDatabase {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE });
  const texts = new Map<string, string>();
  return {
    all: async (name, values) => {
      const text = texts.get(name) ?? textOf(name, 'postgres');
      texts.set(name, text);
      return (await pool.query<Row>({ name, text, values: [...values] })).rows;
    },
  };
}

function registerRaw(app: FastifyInstance, url: string, publicationId: string): void {
  const database = url.startsWith('sqlite:') ? openRawSqlite(url.slice('sqlite:'.length)) : openRawPostgres(url);
  const page = async (name: string, query: Routes['Querystring']) => {
    const found = await database.all(name, [publicationId, `cus_${query.page ?? '8'}`, 'cus_', LIMIT + 1]);
    const rows = found.slice(0, LIMIT);
    const last = rows.at(-1);
    return { rows, nextPage: found.length > LIMIT && last !== undefined ? positionOf(last.id) : null };
  };
  app.get<Routes>('/members', async ({ query }) => {
    const { rows, nextPage } = await page('page_of_members', query);
    const objects = rows.map((row) => ({ ...toObject(row), id: `memb_${positionOf(row.id)}` }));
    return { objects, next_page: nextPage };
  });
  app.get<Routes>('/customers', async ({ query }) => {
    const { rows, nextPage } = await page('page_of_customers', query);
    return { objects: rows.map((row) => ({ ...toObject(row), activation_url: null })), next_page: nextPage };
  });
  app.post<Routes>('/customers', async ({ body: { email } }) => {
    const now = new Date();
    const id = newId('cus', now);
    await database.all(insertCustomer.name, [id, publicationId, email, email, now.getTime()]);
    return toCreated(id, email);
  });
  app.post<Routes>('/subscriptions/:id/cancel', async ({ params: { id } }) => {
    await database.all(cancelSubscription.name, [new Date().getTime(), publicationId, id]);
    return { id, status: 'canceled', customer_id: 'cus_1', plan_id: 'plan_1', price_id: null, complimentary: true };
  });
}

function toObject({ id, email, name, newsletterSlugs, planSlug }: Row) {
  return {
    id,
    email,
    name,
    newsletter_slugs: newsletterSlugs === null ? [] : newsletterSlugs.split(','),
    plan_slug: planSlug,
  };
}

function toCreated(id: string, email: string | null) {
  const activationUrl = `http://bench.localhost/activate/${id}`;
  return { id, email, name: null, newsletter_slugs: [], plan_slug: null, activation_url: activationUrl };
}

/** The cost of the log of events for a create is the difference of the two. */
function registerCreated(app: FastifyInstance, url: string, id: string, isLogged: boolean): void {
  const database = openDatabase(url);
  const secretKeys = new SecretKeys(readConfig({ ENVIRONMENT: 'test' }).secretKeys);
  const logged = (email: string): Promise<{ id: string }> =>
    database.singleWrite((transaction) =>
      createCustomer({ id }, transaction, systemClock, secretKeys, { email: parseEmailAddress(email) }),
    );
  const unlogged = async (email: string): Promise<{ id: string }> => {
    const now = systemClock.now();
    const customer = newId('cus', now);
    const values = [customer, id, email, email, now];
    await database.singleWrite((transaction) => transaction.run(insertCustomer, values));
    return { id: customer };
  };
  const create = isLogged ? logged : unlogged;
  app.post<Routes>('/customers', async ({ body: { email } }) => toCreated((await create(email)).id, email));
  if (isLogged)
    setInterval(() => void logPendingEvents(database, systemClock), LOG_EVENTS_MILLISECONDS[database.dialect]);
}

/** Serves a recorded page. */
function registerPage(app: FastifyInstance, file: string): void {
  const page: { path: string; headers: Record<string, string>; body: string } = JSON.parse(readFileSync(file, 'utf8'));
  const bytes = Buffer.from(page.body);
  app.get(page.path, (_request, reply) => reply.headers(page.headers).send(bytes));
}

const [kind, given = '', publicationId = ''] = process.argv.slice(2);
const app = fastify();
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
  done(null, Object.fromEntries(new URLSearchParams(String(body)))),
);
app.get('/readyz', () => ({ status: 'ok' }));
app.all('/constant', () => constantPage);
if (kind === 'page') registerPage(app, given);
else if (kind === 'raw') registerRaw(app, given, publicationId);
else if (kind !== 'bare') registerCreated(app, given, publicationId, kind === 'created');
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.on('SIGTERM', () => process.exit());
