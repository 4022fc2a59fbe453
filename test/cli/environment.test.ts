// Decisions 34: a database belongs to one environment; settings that others can reach have to be said.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { Database } from '../../src/database/connection.ts';
import { openDatabase } from '../../src/database/open.ts';
import { startServer } from '../../src/server.ts';
import { newDatabase, testDialect } from '../support/databases/database.ts';
import { CommandLine, PRODUCTION_SETTINGS } from '../support/processes/command-line.ts';

const SITE = 'https://members.example.org';
const PRODUCTION = { ...PRODUCTION_SETTINGS, PORT: '0', LOG_LEVEL: 'silent' };
const SECRET = { SECRET_KEY: 's'.repeat(40) };
/** As a shell has it in which nobody set anything: an empty setting is absent. */
const FORGOTTEN = { ENVIRONMENT: '', SECRET_KEY: '' };

interface Owned {
  readonly url: string;
  readonly database: Database;
  readonly remove: () => Promise<void>;
}

/** A database that the command line has made, with one publication. */
async function newOwned(settings: Readonly<Record<string, string>>): Promise<Owned> {
  const { url, remove } = await newDatabase(testDialect);
  const own = new CommandLine({ ...settings, DATABASE_URL: url });
  await own.json('migrate');
  await own.json('publication', 'create', '--name', 'The Quarterly', '--site-url', SITE);
  return { url, database: openDatabase(url), remove };
}

let production: Owned;
let testing: Owned;

beforeAll(async () => {
  [production, testing] = [await newOwned(PRODUCTION), await newOwned({ ENVIRONMENT: 'test' })];
});
afterAll(async () => {
  for (const { database, remove } of [production, testing]) {
    await database.close();
    await remove();
  }
});

const customersOf = async ({ database }: Owned): Promise<number> =>
  (await database.knex('customers').select('id')).length;

/** One of each kind; all go one way to the database. */
const COMMANDS = [
  'migrate',
  'demo fill --members 3',
  'demo sessions --count 1',
  'publication list',
  'key create',
  'plan list',
  'sandbox show',
  'signing-key list',
  'secret-key reencrypt',
  'delivery list',
];

describe('a production database', () => {
  test.each(COMMANDS)('refuses masthead %s without the variable, and with ENVIRONMENT=test', async (command) => {
    for (const settings of [FORGOTTEN, { ENVIRONMENT: 'test' }]) {
      const masthead = new CommandLine({ ...settings, DATABASE_URL: production.url });
      const { exitCode, stdout, stderr } = await masthead.run(...command.split(' '));
      expect([exitCode, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(
        /^The database \S+ belongs to the production environment, and this is the test environment: set ENVIRONMENT=production/,
      );
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
    expect(await customersOf(production)).toBe(0);
    expect(await production.database.knex('apiKeys').select('id')).toEqual([]);
  });

  test('refuses the service of a test environment, and serves production', async () => {
    const asTest = readConfig({ ENVIRONMENT: 'test', PORT: '0', DATABASE_URL: production.url, ...SECRET });
    await expect(startServer(asTest)).rejects.toThrow(/belongs to the production environment/);
    const server = await startServer(readConfig({ ...PRODUCTION, DATABASE_URL: production.url }));
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await server.close();
  });

  test('has no made-up people with the variable either', async () => {
    const masthead = new CommandLine({ ...PRODUCTION, DATABASE_URL: production.url });
    const { exitCode, stderr } = await masthead.run('demo', 'fill', '--members', '3');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('demo is refused in production')]);
    expect(await customersOf(production)).toBe(0);
  });

  test('takes https sites only, on loopback too', async () => {
    const masthead = new CommandLine({ ...PRODUCTION, DATABASE_URL: production.url });
    const create = (siteUrl: string) =>
      masthead.run('publication', 'create', '--name', 'Another', '--site-url', siteUrl);
    for (const siteUrl of ['http://localhost:4000', 'http://127.0.0.1', 'http://members.example.net']) {
      const { exitCode, stderr } = await create(siteUrl);
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('site_url must be an https address')]);
    }
    const [publication] = await masthead.json<{ id: string }[]>('publication', 'list');
    const changed = await masthead.run(
      'publication',
      'update',
      publication?.id ?? '',
      '--site-url',
      'http://localhost',
    );
    expect([changed.exitCode, changed.stderr]).toEqual([1, expect.stringContaining('must be an https address')]);
  });
});

describe('a database of a test environment', () => {
  test('refuses the commands and the service of production', async () => {
    const masthead = new CommandLine({ ...PRODUCTION, DATABASE_URL: testing.url });
    const { exitCode, stderr } = await masthead.run('publication', 'list');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('belongs to the test environment')]);
    await expect(startServer(readConfig({ ...PRODUCTION, DATABASE_URL: testing.url }))).rejects.toThrow(
      /belongs to the test environment/,
    );
  });

  test.each([
    ['ENVIRONMENT', { ...FORGOTTEN, ...SECRET }],
    ['SECRET_KEY', { SECRET_KEY: '' }],
  ])('with a site on the network refuses commands and start while %s is not set', async (setting, settings) => {
    const because = new RegExp(`${setting} must be set[^\\n]*, since the site ${SITE} is for other machines`);
    const masthead = new CommandLine({ ...settings, DATABASE_URL: testing.url });
    const { exitCode, stderr } = await masthead.run('plan', 'list');
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(because)]);
    const config = readConfig({ ENVIRONMENT: 'test', ...settings, PORT: '0', DATABASE_URL: testing.url });
    await expect(startServer(config)).rejects.toThrow(because);
  });

  test('gets no site on the network while ENVIRONMENT is not set', async () => {
    const { url, remove } = await newDatabase(testDialect);
    const masthead = new CommandLine({ ...FORGOTTEN, DATABASE_URL: url });
    await masthead.json('migrate');
    const create = ['publication', 'create', '--name', 'The Quarterly', '--site-url'];
    const { exitCode, stderr } = await masthead.run(...create, SITE);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('ENVIRONMENT must be set to production or test')]);
    expect(await masthead.json('publication', 'list')).toEqual([]);
    const made = await masthead.json<{ id: string }>(...create, 'http://localhost:4000');
    const changed = await masthead.run('publication', 'update', made.id, '--site-url', SITE);
    expect(changed.exitCode).toBe(2);
    await remove();
  });
});

describe('the settings', () => {
  const faults = async (settings: Readonly<Record<string, string>>): Promise<string> =>
    (await new CommandLine({ ...FORGOTTEN, ...settings }).run('check-config')).stderr;

  test.each([['0.0.0.0'], ['::'], ['192.0.2.7'], ['members.example.org']])(
    'ENVIRONMENT must be set where HOST is %s',
    async (HOST) => {
      expect(await faults({ HOST, ...SECRET, API_URL: 'https://api.example.org' })).toContain(
        `ENVIRONMENT must be set to production or test, since HOST ${HOST} is open to other machines`,
      );
    },
  );

  test.each([['http://localhost:4000'], ['https://api.example.org']])(
    'ENVIRONMENT must be set where API_URL is %s',
    async (API_URL) => {
      expect(await faults({ API_URL, ...SECRET })).toMatch(/ENVIRONMENT must be set to production or test, since/);
    },
  );

  test.each(['0.0.0.0/0', '::/0', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/', '10.0.0/8', 'proxy.example.org'])(
    'TRUST_PROXY %s is no network that could be trusted',
    async (TRUST_PROXY) => {
      expect(await faults({ TRUST_PROXY })).toContain('TRUST_PROXY must be addresses or networks');
      expect(await faults({ TRUST_PROXY: '10.0.0.0/8, ::1, fd00::/8, 192.0.2.1/32' })).not.toContain('must be');
    },
  );

  test.each([
    ['postgres://user:hidden@db.example.org/masthead', true],
    ['postgres://user:hidden@192.0.2.7:5432/masthead', true],
    ['postgres:///masthead?host=db.example.org', true],
    ['postgres://user:hidden@127.0.0.1:5432,db.example.org:5433/masthead', true],
    ['postgres://user:hidden@127.0.0.1:5432,127.0.0.1:5433/masthead', false],
    ['postgres://user:hidden@127.0.0.1/masthead', false],
    ['postgres://user:hidden@localhost/masthead', false],
    ['postgres:///masthead?host=/var/run/postgresql', false],
    ['sqlite:masthead.sqlite', false],
  ])('ENVIRONMENT must be set where DATABASE_URL is %s: %s', async (DATABASE_URL, isNeeded) => {
    const reason = 'ENVIRONMENT must be set to production or test, since DATABASE_URL is on another machine';
    const said = await faults({ DATABASE_URL });
    expect([said.includes(reason), said.includes('hidden')]).toEqual([isNeeded, false]);
    expect(await faults({ DATABASE_URL, ENVIRONMENT: 'test' })).not.toContain('must be');
  });

  test.each([['127.0.0.1'], ['127.0.0.53'], ['::1'], ['localhost']])('nothing is to be set on %s', async (HOST) => {
    expect(await faults({ HOST })).not.toContain('must be');
  });

  test.each([
    ['HOST', { HOST: '0.0.0.0', API_URL: 'https://localhost:4000' }],
    ['API_URL', { API_URL: 'https://api.example.org' }],
  ])('a hosted test environment needs SECRET_KEY: %s', async (_which, settings) => {
    expect(await faults({ ENVIRONMENT: 'test', ...settings })).toContain('SECRET_KEY must be set, since');
    expect(await faults({ ENVIRONMENT: 'test', ...settings, ...SECRET })).toBe('');
  });

  test.each([
    ['is not set', {}],
    ['is plain http on loopback', { API_URL: 'http://localhost:4000' }],
  ])('an API_URL that %s is of no use where HOST is open to the network', async (_what, settings) => {
    expect(await faults({ ENVIRONMENT: 'test', HOST: '0.0.0.0', ...SECRET, ...settings })).toContain(
      'API_URL must be set and https',
    );
  });
});
