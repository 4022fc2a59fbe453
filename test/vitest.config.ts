// How the tests run: those that reach a database run twice, on SQLite and on PostgreSQL; a new folder does so too unless it is named here.
// A test reads its database from the environment: TEST_DATABASE (sqlite or postgres), TEST_POSTGRES_URL (a server, as superuser) and
// TEST_POSTGRES_TEMPLATE (the migrated database on it that each file copies).
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { isInTurn } from './support/runs/drawn.ts';
import { LongestFirst } from './support/runs/longest-first.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const WITHOUT_DATABASE = [
  'test/bounces/reading.test.ts',
  'test/cli/usage.test.ts',
  'test/contract/**/*.test.ts',
  'test/{csv,runner}.test.ts',
  'test/dashboard/day-field.test.ts',
  'test/generated/**/*.test.ts',
  'test/http/**/*.test.ts',
  'test/models/{amount,diagnosis,logo-image,record}.test.ts',
  'test/models/imports/**/*.test.ts',
  'test/models/tax/**/*.test.ts',
  'test/outbound/{addresses,guarded-client}.test.ts',
  'test/payments/{calendar,stripe-amounts}.test.ts',
  'test/scripts/**/*.test.ts',
  'test/security/{log-search,network,unusual-rate}.test.ts',
  'test/settings/**/*.test.ts',
  'test/structure/**/*.test.ts',
];
const BROWSER = ['test/browser/**/*.test.ts'];
const FAULTS = ['test/faults/**/*.test.ts'];
const CLIENTS = ['test/clients/**/*.test.ts'];
const RECIPES = ['test/recipes/**/*.test.ts'];
/** By `npm run test:long`: they install packages. */
const IMAGE = ['test/image/**/*.test.ts'];
const SDK = ['test/sdk/**/*.test.ts'];
/** By `npm run test:long`: minutes each. */
const ENDURANCE = ['test/endurance/**/*.test.ts'];
/** Kills and stops of which `npm test` has a few, on one of the databases: there once more in full numbers, on both. */
const IN_FULL_NUMBERS = [
  'test/faults/{backup,compromised-key,kill-*,slow-receivers,start-and-stop,start-failures}.test.ts',
];
/** Half of them on each database where a test has both. */
const KILL_ROUNDS = '100';
/**
 * Runs on SQLite alone. Every statement of these files is run on PostgreSQL by another file, as a record of both showed, but for those that compare
 * columns of one table by `=` alone; and none of them is about callers at the same time: they are about pages, commands, hosts and roles.
 */
const ON_ONE_DATABASE = [
  // Commands and forms: each form is sent once more by dashboard/acts, which runs on both.
  'test/cli/**/*.test.ts',
  'test/dashboard/getting-in/!(invitations|recovery).test.ts',
  'test/dashboard/{catalog,connections,hosting,letting-in,mails,pricing,settings,tax,testing}/**/*.test.ts',
  'test/dashboard/overview.test.ts',
  'test/dashboard/helping/{pause,subscriptions}.test.ts',
  'test/dashboard/moving/exports.test.ts',
  'test/dashboard/person/person.test.ts',
  'test/dashboard/roles.test.ts',
  // Names of metrics, and what other processes are sent.
  'test/watching/{monitoring,tracing}.test.ts',
  // Each mail has a test of its own on both.
  'test/mails/whole-life.test.ts',
  'test/api/{customers,equal-work,headers,hostile-requests,lists,people,read-only-key,sessions,subscriptions,twin,unreadable}.test.ts',
  'test/bounces/webhook.test.ts',
  'test/docs-site/**/*.test.ts',
  // Each list and filter is tried on both by its own tests.
  'test/figures/{doors,pages}.test.ts',
  'test/mails/{gift-ending,own-words,paid,refund,trial,turns}.test.ts',
  'test/models/{catalog,leave}.test.ts',
  'test/moving/command-line.test.ts',
  'test/oauth/{application,authorize,client-authentication,conformance,discovery,end-session,forged-tokens,id-token,lengths,presets}.test.ts',
  'test/oauth/{publisher-site,redirect-uri,secret-key,session,sign-in-again,twin,userinfo}.test.ts',
  'test/outbound/{application-check,header-lines,mail,notifications}.test.ts',
  'test/pages/{equal-work,errors,header-lines,hostile-text,language,limits-from-memory,newsletters,publication-details,visitor-table}.test.ts',
  'test/pages/account/{email-address,my-data,unsubscribe}.test.ts',
  'test/pages/free-offering/free-offering.test.ts',
  'test/pages/sign-in/{canonical-address,ceilings,limits,patience,spraying}.test.ts',
  'test/pages/subscribe/{offers,paid,statements,subscribe,summary}.test.ts',
  'test/payments/{archived,both-gateways,gateways,pause,price-change,price-change-preview,sandbox,stripe,stripe-door,stripe-gifts,stripe-names,stripe-tax}.test.ts',
  'test/security/{addresses,journey}.test.ts',
  'test/site/{admission,cookies,csrf,destinations,forwarded,publication,second-site,shared-pages,surfaces}.test.ts',
  'test/tenancy/{command-line,forms,pages}.test.ts',
  'test/tokens/{logout-token,rotation}.test.ts',
  'test/views/**/*.test.ts',
];
/**
 * Pages, mails and payments: on SQLite each time, on PostgreSQL one half of the files today and the other tomorrow, but for files that are named. Every
 * statement is prepared and planned on PostgreSQL each time, by database/query-plans.
 */
const ON_POSTGRES_BY_TURNS = ['test/{bounces,dashboard,figures,mails,pages,payments,receipts}/**/*.test.ts'];
/** Of those by turns, the ones of the other day. */
export const NOT_TODAY: readonly string[] = process.argv.some((argument) => argument.startsWith('test/'))
  ? []
  : globSync(ON_POSTGRES_BY_TURNS, { cwd: ROOT })
      .toSorted()
      .filter((_file, nth) => !isInTurn(nth));
/** What only PostgreSQL has: clusters, several instances on one database, and a second wall between publications. */
const ON_POSTGRES_ALONE = [
  'test/database/citus.test.ts',
  'test/instances/**/*.test.ts',
  'test/tenancy/wall{,-without-filters}.test.ts',
];
/** Journeys that `npm run test:long` takes once more, with each request answered by the other of two instances: no test of them looks into one. */
const BY_INSTANCES_IN_TURN = [
  'test/api/{customers,headers,idempotency,lists,people,read-only-key,sessions,subscriptions}*.test.ts',
  'test/dashboard/**/*.test.ts',
  'test/oauth/{application,authorize,end-session,id-token,session,sign-in-again,userinfo}*.test.ts',
  'test/pages/**/*.test.ts',
  'test/payments/{checkout,pause,price-change,refund,trials,two-tabs}.test.ts',
];
const onDatabase = {
  include: ['test/**/*.test.ts'],
  exclude: [...WITHOUT_DATABASE, ...BROWSER, ...FAULTS, ...CLIENTS, ...RECIPES, ...IMAGE, ...SDK, ...ENDURANCE],
};

// Files of one worker share their modules: importing the service anew for each file takes longer than its tests.
// A large space for new objects saves a tenth of the CPU time: what a test makes is gone before it has to be copied into the space for old ones.
const shared = {
  isolate: false,
  execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
};
// Other people's clients and kills watch the clock of the real world, so one file runs at a time.
const alone = { fileParallelism: false, testTimeout: 120_000, hookTimeout: 120_000 };
// A journey waits for the browser, the browser for the service: two at a time fill what they leave idle. Files of one worker share its Chromium.
const journeys = { isolate: false, testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  root: ROOT,
  test: {
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    setupFiles: ['test/support/runs/end-by-exit.ts'],
    projects: [
      { extends: true, test: { ...shared, name: 'unit', include: WITHOUT_DATABASE } },
      {
        extends: true,
        test: {
          ...shared,
          ...onDatabase,
          exclude: [...onDatabase.exclude, ...ON_POSTGRES_ALONE],
          name: 'sqlite',
          env: { TEST_DATABASE: 'sqlite' },
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          ...onDatabase,
          exclude: [...onDatabase.exclude, ...ON_ONE_DATABASE, ...NOT_TODAY],
          name: 'postgres',
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: ['test/support/runs/postgres-for-run.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'instances',
          include: BY_INSTANCES_IN_TURN,
          exclude: WITHOUT_DATABASE,
          env: { TEST_DATABASE: 'postgres', TEST_INSTANCES: '2' },
          globalSetup: ['test/support/runs/postgres-for-run.ts'],
        },
      },
      { extends: true, test: { ...journeys, name: 'browser', include: BROWSER, env: { TEST_DATABASE: 'sqlite' } } },
      { extends: true, test: { ...alone, name: 'clients', include: CLIENTS, env: { TEST_DATABASE: 'sqlite' } } },
      { extends: true, test: { ...alone, name: 'recipes', include: RECIPES, env: { TEST_DATABASE: 'sqlite' } } },
      { extends: true, test: { ...alone, testTimeout: 600_000, hookTimeout: 600_000, name: 'image', include: IMAGE } },
      // On both databases in one run: the clients are built once.
      {
        extends: true,
        test: {
          ...alone,
          name: 'sdk',
          include: SDK,
          env: {},
          globalSetup: ['test/support/runs/postgres-for-run.ts', 'test/sdk/build-sdks.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...alone,
          testTimeout: 3_000_000,
          hookTimeout: 600_000,
          name: 'endurance',
          include: [...ENDURANCE, ...IN_FULL_NUMBERS],
          env: { KILL_ROUNDS, WALKS: 'all' },
          globalSetup: ['test/support/runs/postgres-for-run.ts'],
        },
      },
      // The tests of a file wait side by side, on both databases.
      {
        extends: true,
        test: {
          ...alone,
          isolate: false,
          name: 'faults',
          include: FAULTS,
          env: {},
          globalSetup: ['test/support/runs/postgres-for-run.ts'],
        },
      },
    ],
  },
});
