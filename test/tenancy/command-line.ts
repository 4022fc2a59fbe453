// The tenancy matrix of the command line: each command of the program, run for publication A, with what both publications have, with ids and
// names of B's, and as if B did not exist.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { first, PAYER, type World } from './world.ts';

/** B's name for something, or one that never was. */
type Name = (real: string) => string;

export interface CommandRow {
  readonly title: string;
  /** What stands behind `masthead NOUN VERB`; --publication A is added unless the command is about the deployment. */
  readonly args: (a: World, b: World, name: Name) => readonly string[] | Promise<readonly string[]>;
  /**
   * own: as if B did not exist. unknown: as for a name that never was, by exit code 1. deployment: about all publications, of which it may tell;
   * B is as before all the same.
   */
  readonly answer: 'own' | 'unknown' | 'deployment';
  /** 0 where it is not given. */
  readonly exitCode?: 1;
  /** What the answer says among others. */
  readonly shows?: string;
}

/** Only B has a plan, an offer, a newsletter, a discount code and a host of this name. */
export const THEIRS = 'only-theirs';
/** People whom B knows, too. */
const PEOPLE = 'test/tenancy/people.csv';
export const STRIPE_ACCOUNT = 'acct_ours';

const own = (title: string, args: CommandRow['args']): CommandRow => ({ title, args, answer: 'own' });
const plain = (...args: readonly string[]): CommandRow => own('what both have', () => args);
const deployment = (...args: readonly string[]): CommandRow => ({
  title: 'the deployment',
  args: () => args,
  answer: 'deployment',
});
const refused = (title: string, args: CommandRow['args'], answer: 'own' | 'deployment' = 'own'): CommandRow => ({
  title,
  args,
  answer,
  exitCode: 1,
});

/** A's own record, and B's, which must be unknown. */
function recordRows(
  table: string,
  more: readonly string[] = [],
  filter: Readonly<Record<string, string>> = {},
): readonly CommandRow[] {
  return [
    strangerRow(table, more, filter),
    own("A's own", async (a) => [(await first(a.paid, table, filter)).id, ...more]),
  ];
}

function strangerRow(
  table: string,
  more: readonly string[] = [],
  filter: Readonly<Record<string, string>> = {},
): CommandRow {
  return unknown(
    "B's id",
    async (b) => (await first(b.paid, table, filter)).id,
    (id) => [id, ...more],
  );
}

function unknown(
  title: string,
  real: (b: World) => string | Promise<string>,
  args: (name: string, a: World) => readonly string[] | Promise<readonly string[]>,
): CommandRow {
  return { title, answer: 'unknown', args: async (a, b, name) => args(name(await real(b)), a) };
}

/** Lists: all of it, and from the place in it where something of B's stands. */
function pageRows(table: string, ...more: readonly string[]): readonly CommandRow[] {
  return [
    plain(...more),
    own("B's cursor", async (_a, b) => [...more, '--page', (await first(b.paid, table)).id.replace(/^[a-z]+_/, '')]),
  ];
}

/** What both have under one name, and what is unknown to A: the name that B alone has, and B's id. */
function catalogRows(table: string, name: string, ...more: readonly string[]): readonly CommandRow[] {
  return [
    plain(name, ...more),
    unknown("a slug of B's alone", theirs, (slug) => [slug, ...more]),
    strangerRow(table, more),
  ];
}

function moveRows(table: string, moved: string, neighbour: string): readonly CommandRow[] {
  return [
    plain(moved, '--after', neighbour),
    unknown("B's record", idOf(table), (id) => [id, '--after', neighbour]),
    unknown("B's neighbour", idOf(table), (id) => [moved, '--before', id]),
  ];
}

/** A's own colleague, and B's, who must be unknown. */
function staffRows(...more: readonly string[]): readonly CommandRow[] {
  return [
    unknown("B's colleague", colleagueOf, (email) => [email, ...more]),
    own("A's own", (a) => [colleagueOf(a), ...more]),
  ];
}

const colleagueOf = ({ mark }: World): string => `editor@${mark}.example`;
const theirs = (): string => THEIRS;
const idOf =
  (table: string) =>
  async ({ paid }: World): Promise<string> =>
    (await first(paid, table)).id;
const offer = (...more: readonly string[]): readonly string[] => ['--slug', 'new', '--name', 'New', ...more];
const price = (plan: string): readonly string[] => [
  '--plan',
  plan,
  '--amount',
  '1.00',
  '--currency',
  'EUR',
  '--interval',
  'month',
];
const SINCE = ['--since', '2020-01-01T00:00:00Z'];
const ENDED = { kind: 'backchannel_logout' };

/** Gone with the process. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-tenancy-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** In this order: what is deleted is deleted last. */
export const COMMAND_ROWS: Readonly<Record<string, readonly CommandRow[]>> = {
  'publication create': [
    deployment('--name', 'Another', '--site-url', 'https://another.example.test'),
    refused("B's host", (_a, b) => ['--name', 'Another', '--site-url', b.paid.publication.siteUrl], 'deployment'),
  ],
  'publication list': [deployment()],
  'publication update': [
    {
      title: "A's own",
      answer: 'deployment',
      args: (a) => [a.paid.publication.id, '--font', 'slab', '--logo', '', '--dark-logo', ''],
    },
    refused("B's host", (a, b) => [a.paid.publication.id, '--site-url', b.paid.publication.siteUrl], 'deployment'),
  ],
  'publication show': [plain()],
  'publication change-address': [
    refused("a host that B's DNS does not prove", () => ['waiting.example.test'], 'own'),
    refused("B's host", (_a, b) => [b.paid.publication.siteHost], 'own'),
  ],
  'publication move': [
    refused(
      'a database that there is not',
      (a) => [a.paid.publication.id, '--to', `sqlite:${join(newFolder(), 'none.db')}`],
      'deployment',
    ),
  ],
  'key create': [plain()],
  'key list': [plain()],
  'key revoke': recordRows('api_keys'),
  'staff invite': [plain('invited@example.org', '--role', 'viewer')],
  'staff list': [plain()],
  'staff invitations': [plain()],
  'staff withdraw': [
    own('an address that A invited', () => ['invited@example.org']),
    unknown(
      'an address that B alone invited',
      ({ mark }) => `invited@${mark}.example`,
      (email) => [email],
    ),
  ],
  'staff link': staffRows(),
  'staff allow-code': staffRows(),
  'staff change-role': staffRows('--role', 'viewer'),
  'staff remove': staffRows(),
  'audit list': [
    ...pageRows('audit_entries', '--limit', '100'),
    own('the command line', () => ['--actor', 'command-line', '--limit', '100']),
    unknown("B's colleague", colleagueOf, (email) => ['--actor', email]),
    unknown("B's key", idOf('api_keys'), (id) => ['--actor', id]),
    unknown(
      "B's customer",
      (b) => b.payerId,
      (id) => ['--record', id],
    ),
    unknown("a name of B's alone", theirs, (name) => ['--record', name]),
    { ...deployment('--deployment'), title: 'what concerns no publication' },
  ],
  'application create': [plain('--name', 'Ours', '--redirect-uri', 'https://www.example.test/callback')],
  'application list': [plain()],
  'application update': recordRows('oauth_applications', ['--name', 'Changed', '--post-logout-redirect-uri', '']),
  'application show': recordRows('oauth_applications'),
  'application disable': recordRows('oauth_applications'),
  'application enable': recordRows('oauth_applications'),
  'application add-secret': recordRows('oauth_applications'),
  'application end-secret': [
    strangerRow('oauth_applications', ['abcd']),
    own("A's own", async (a) => {
      const { id, secondSecretHint } = await first(a.paid, 'oauth_applications');
      return [id, String(secondSecretHint)];
    }),
  ],
  'application rotate-secret': recordRows('oauth_applications'),
  'application check': [
    strangerRow('oauth_applications'),
    unknown(
      "B's client id",
      async (b) => String((await first(b.paid, 'oauth_applications'))['clientId']),
      (id) => [id],
    ),
  ],
  'application deliveries': recordRows('oauth_applications', ['--limit', '100']),
  'newsletter create': [own("a slug of B's alone", () => ['--slug', `${THEIRS}-too`, '--name', 'Ours'])],
  'newsletter list': [plain()],
  'newsletter update': catalogRows('newsletters', 'weekly', '--name', 'Changed'),
  'newsletter move': moveRows('newsletters', 'weekly', 'daily'),
  'newsletter archive': catalogRows('newsletters', 'daily'),
  'newsletter unarchive': catalogRows('newsletters', 'daily'),
  'plan create': [own("a slug of B's alone", () => ['--slug', `${THEIRS}-too`, '--name', 'Ours'])],
  'plan list': [plain()],
  'plan update': catalogRows('plans', 'supporter', '--name', 'Changed'),
  'plan kind': catalogRows('plans', 'supporter', 'print'),
  'plan move': moveRows('plans', 'supporter', 'patron'),
  'plan archive': catalogRows('plans', `${THEIRS}-too`),
  'plan unarchive': catalogRows('plans', `${THEIRS}-too`),
  'price create': [
    plain(...price('supporter')),
    unknown("B's plan", idOf('plans'), price),
    unknown("a plan of B's alone", theirs, price),
  ],
  'price list': [plain()],
  'price archive': [
    strangerRow('prices'),
    refused("A's own, the only one of an offer", async (a) => [await idOf('prices')(a)]),
  ],
  'price unarchive': recordRows('prices'),
  'offer create': [
    plain(...offer('--plan', 'supporter')),
    own("a slug of B's alone", () => ['--slug', `${THEIRS}-too`, '--name', 'Ours', '--plan', 'patron']),
    unknown("B's plan", idOf('plans'), (id) => offer('--plan', id)),
    unknown("B's price", idOf('prices'), (id) => offer('--plan', 'supporter', '--price', id)),
  ],
  'offer list': [plain()],
  'offer update': [
    plain('supporter', '--name', 'Changed', '--trial-days', '7'),
    unknown("a slug of B's alone", theirs, (slug) => [slug, '--name', 'Changed']),
  ],
  'offer archive': [plain('trial'), unknown("a slug of B's alone", theirs, (slug) => [slug])],
  'offer unarchive': [plain('trial'), unknown("a slug of B's alone", theirs, (slug) => [slug])],
  'offer move': moveRows('offers', 'supporter', 'patron'),
  'price-change create': [
    own("A's own price", async (a) => [await idOf('prices')(a), '--amount', '7.31']),
    unknown("B's price", idOf('prices'), (id) => [id, '--amount', '7.31']),
  ],
  'price-change list': [plain()],
  'price-change show': recordRows('price_changes'),
  'price-change undo': recordRows('price_changes'),
  'gift list': [plain()],
  'gift refund': recordRows('gifts'),
  'code create': [
    plain('NEW', '--percent', '10', '--offer', 'supporter', '--offer', 'patron'),
    own("a code of B's alone", () => [`${THEIRS}-too`, '--percent', '10']),
    unknown("an offer of B's alone", theirs, (slug) => ['NEWER', '--percent', '10', '--offer', slug]),
  ],
  'code list': [plain()],
  'code update': [
    plain('HALF', '--name', 'Changed', '--max-redemptions', '9', '--valid-until', 'none'),
    unknown("a code of B's alone", theirs, (code) => [code, '--name', 'Changed']),
    unknown("an offer of B's alone", theirs, (slug) => ['HALF', '--offer', slug]),
  ],
  'code archive': [plain('HALF'), unknown("a code of B's alone", theirs, (code) => [code])],
  'code unarchive': [plain('HALF'), unknown("a code of B's alone", theirs, (code) => [code])],
  'free-offering set': [
    plain('--name', 'Ours', '--newsletter', 'weekly', 'daily'),
    unknown("B's newsletter", idOf('newsletters'), (id) => ['--name', 'Ours', '--newsletter', id]),
  ],
  'free-offering show': [plain()],
  'free-offering withdraw': [plain()],
  'free-offering restore': [plain()],
  'customer list': pageRows('customers', '--limit', '100'),
  'customer addresses': [
    plain(),
    unknown("a slug of B's alone", theirs, (slug) => ['--plan', slug]),
    unknown("B's plan", idOf('plans'), (id) => ['--plan', id]),
  ],
  'customer show': recordRows('customers'),
  'customer find': [
    own("A's own", () => [PAYER]),
    unknown(
      'an address that B alone knows',
      () => 'known-to-b@example.org',
      (email) => [email],
    ),
  ],
  'customer create': [
    own('an address that B knows', () => ['--email', 'known-to-b@example.org']),
    own("an activation code of B's alone", () => ['--activation-code', `${THEIRS}-code`]),
    refused('an address that both know', () => ['--email', PAYER]),
  ],
  'customer update': [
    own("A's own, with an address that B knows", (a) => [a.payerId, '--email', 'known-to-b-too@example.org']),
    unknown(
      "B's customer",
      (b) => b.payerId,
      (id) => [id, '--name', 'Taken'],
    ),
  ],
  'customer sign-out': [
    own("A's own", (a) => [a.payerId]),
    unknown(
      "B's customer",
      (b) => b.payerId,
      (id) => [id],
    ),
  ],
  'customer send-sign-in-link': [
    own("A's own", (a) => [a.payerId]),
    unknown(
      "B's customer",
      (b) => b.payerId,
      (id) => [id],
    ),
  ],
  'customer merge': [
    unknown(
      "B's customer into A's",
      (b) => b.payerId,
      (id, a) => [id, a.payerId],
    ),
    unknown(
      "A's customer into B's",
      (b) => b.payerId,
      (id, a) => [a.payerId, id],
    ),
  ],
  'customer export': [strangerRow('customers')],
  'customer erase': [strangerRow('customers')],
  'subscription list': [
    ...pageRows('subscriptions', '--limit', '100'),
    own("A's customer and plan", (a) => ['--customer', a.payerId, '--plan', 'supporter', '--status', 'active']),
    unknown(
      "B's customer",
      (b) => b.payerId,
      (id) => ['--customer', id],
    ),
    unknown("B's plan", idOf('plans'), (id) => ['--plan', id]),
    unknown("a plan of B's alone", theirs, (slug) => ['--plan', slug]),
  ],
  'subscription create': [
    own("A's own", (a) => ['--customer', a.payerId, '--plan', 'patron', '--complimentary']),
    unknown(
      "B's customer",
      (b) => b.payerId,
      (id) => ['--customer', id, '--plan', 'patron', '--complimentary'],
    ),
    unknown("B's plan", idOf('plans'), (id, a) => ['--customer', a.payerId, '--plan', id, '--complimentary']),
    unknown("B's price", idOf('prices'), (id, a) => ['--customer', a.payerId, '--plan', 'patron', '--price', id]),
  ],
  'subscription cancel': recordRows('subscriptions'),
  'subscription pause': [
    strangerRow('subscriptions', ['--months', '2']),
    refused("A's own, which no gateway collects for", async (a) => [
      (await first(a.paid, 'subscriptions', { billing: 'none' })).id,
      '--months',
      '2',
    ]),
  ],
  'subscription unpause': [strangerRow('subscriptions')],
  'subscription switch': [
    strangerRow('subscriptions', ['--to', 'supporter']),
    unknown(
      "A's own to B's plan",
      () => THEIRS,
      async (plan, a) => [(await first(a.paid, 'subscriptions', { billing: 'none' })).id, '--to', plan],
    ),
  ],
  'mail-words list': [plain()],
  'mail-words show': [plain('paid')],
  'mail-words set': [plain('paid', '--language', 'en', '--opening', 'Ours')],
  'mail-words reset': [plain('paid')],
  'translation list': [plain()],
  'translation set': [
    unknown(
      "B's offer",
      () => THEIRS,
      (slug) => ['offer', slug, '--language', 'de', '--name', 'Ours'],
    ),
  ],
  'seller show': [plain()],
  'seller set': [plain('--name', 'Ours Ltd', '--country', 'DE')],
  'tax-rate list': [plain()],
  'tax-rate set': [plain('7', '--country', 'DE')],
  'tax-rate remove': [
    plain('--country', 'DE'),
    refused("a rate of B's alone", () => ['--country', 'FR', '--kind', 'print']),
  ],
  'tax-rate eu': [plain()],
  'receipt list': [strangerRow('customers'), own("A's own", ({ payerId }) => [payerId])],
  'continue-host add': [own("a host of B's alone", () => [`${THEIRS}-too.example.org`])],
  'continue-host list': [plain()],
  'continue-host remove': [
    plain('www.example.org'),
    unknown(
      "a host of B's alone",
      () => `${THEIRS}.example.org`,
      (host) => [host],
    ),
  ],
  'delivery list': [...pageRows('deliveries', '--limit', '100'), plain('--state', 'waiting', '--limit', '100')],
  'delivery log': recordRows('deliveries', [], ENDED),
  'delivery show': recordRows('deliveries', [], ENDED),
  'delivery resend': recordRows('deliveries', [], ENDED),
  'mail bounce': [refused('no address for bounces', () => ['test/bounces/notifications/postfix.eml'], 'deployment')],
  'mail-problem list': [
    plain(),
    own("B's cursor", async (_a, b) => ['--page', (await first(b.paid, 'mail_problems')).id.replace('mpr_', '')]),
  ],
  'mail-problem lift': [
    plain('bounced@example.org'),
    refused('an address of which nothing was reported', () => ['nothing@example.org']),
  ],
  'endpoint create': [plain('--url', 'https://www.example.org/events')],
  'endpoint list': [plain()],
  'endpoint update': recordRows('event_endpoints', ['--types', 'customer.created']),
  'endpoint rotate-secret': recordRows('event_endpoints'),
  'endpoint test': [strangerRow('event_endpoints')],
  'endpoint deliveries': [
    ...recordRows('event_endpoints', ['--limit', '100']),
    own("B's cursor", async (a, b) => [
      (await first(a.paid, 'event_endpoints')).id,
      '--page',
      (await first(b.paid, 'deliveries')).id.replace('dlv_', ''),
    ]),
  ],
  'endpoint resend': [
    unknown("B's endpoint", idOf('event_endpoints'), async (id, a) => [id, await idOf('events')(a)]),
    unknown("B's event", idOf('events'), async (id, a) => [await idOf('event_endpoints')(a), id]),
    own("A's own", async (a) => [await idOf('event_endpoints')(a), await idOf('events')(a)]),
  ],
  'endpoint replay': recordRows('event_endpoints', SINCE),
  'endpoint disable': recordRows('event_endpoints'),
  'endpoint enable': recordRows('event_endpoints'),
  'payment list': [
    plain('--limit', '100'),
    own("B's cursor", async (_a, b) => {
      const [row] = await b.paid.rows<{ at: number; number: number }>('figure_changes', 'number');
      return ['--page', `${row?.at}-${row?.number}`];
    }),
    unknown("B's plan", idOf('plans'), (id) => ['--plan', id]),
    unknown("a plan of B's alone", theirs, (slug) => ['--plan', slug]),
    unknown(
      "B's customer",
      (b) => b.payerId,
      (id) => ['--customer', id],
    ),
    own("A's customer", (a) => ['--customer', a.payerId]),
  ],
  'payment refund': recordRows('payments', ['--amount', '0.01', '--key', 'the-same-key-too']),
  'payment reconcile': [
    plain(),
    plain('--last'),
    plain('--all'),
    unknown(
      "B's subscription at the gateway",
      async (b) => String((await first(b.paid, 'billings'))['ref']),
      (ref) => ['--repair', ref],
    ),
    own("A's own", async (a) => ['--repair', String((await first(a.paid, 'billings'))['ref'])]),
  ],
  'stripe show': [refused('nothing, while B is connected', () => [])],
  'stripe connect': [own('an account of its own', () => ['--account', STRIPE_ACCOUNT])],
  'stripe disconnect': [plain(), refused('nothing, while B is connected', () => [])],
  'sandbox show': [plain()],
  'sandbox advance': [plain('2 months')],
  'sandbox set': [plain('--delay', '5', '--shuffle', 'on')],
  export: [own('a new folder', () => ['--to', join(newFolder(), 'export')])],
  restore: [refused('no export', () => ['--from', newFolder()])],
  'signing-key list': [deployment()],
  'signing-key rotate': [deployment()],
  'secret-key reencrypt': [deployment()],
  init: [{ ...deployment(), args: () => [join(newFolder(), 'masthead.env')] }],
  status: [deployment()],
  'backup create': [{ ...deployment(), args: () => [join(newFolder(), 'backup')] }],
  'backup verify': [refused('no backup', () => [newFolder()], 'deployment')],
  'backup transfer': [{ ...deployment(), args: () => [`sqlite:${join(newFolder(), 'new.db')}`] }],
  'backup restore': [refused('no backup', () => [newFolder()], 'deployment')],
  migrate: [deployment()],
  'check-config': [deployment()],
  import: [
    { ...plain(PEOPLE, '--dry-run'), shows: '"rows": 2' },
    unknown("a plan of B's alone", theirs, (slug) => [PEOPLE, '--plan-of-rest', slug]),
    { ...own('people whom B knows', () => [PEOPLE]), shows: '"state": "done"' },
  ],
  'demo fill': [{ ...plain('--members', '2'), shows: '"made": 2' }],
  'demo sessions': [plain('--count', '2')],
  'endpoint delete': recordRows('event_endpoints'),
  'application delete': recordRows('oauth_applications'),
};
