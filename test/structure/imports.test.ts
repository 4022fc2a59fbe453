// Which folder may import which (docs/architecture.md): only downwards, no door another door, no cycles, no barrels,
// and generated/ only from doors and http.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;
const DOORS = [
  'api',
  'oauth',
  'pages/routes',
  'dashboard/routes',
  'webhooks',
  'sandbox',
  'mailbox',
  'docs-site',
  'cli',
];

// Each subject of models/, pages/ and dashboard/ is a room of its own; the files beside the folders are the ground that they share.
const MODELS_GROUND = ['models'];
const BELOW_MONEY = [
  ...MODELS_GROUND,
  'models/outbox',
  'models/publication',
  'models/tax',
  'models/postal',
  'models/catalog',
  'models/people',
  'models/counting',
  'models/receipts',
];
const MODELS = [
  ...BELOW_MONEY,
  'models/sign-in',
  'models/money',
  'models/finding',
  'models/figures',
  'models/lifecycle',
  'models/imports',
  'models/staff',
];
const BELOW_DOORS = [
  'csv',
  'http',
  'payments',
  'outbound',
  'tokens',
  'security',
  ...MODELS,
  'database',
  'config',
  'loopback',
  'names',
  'service',
];
const BELOW_PAGES = ['site', 'mails', 'views', ...BELOW_DOORS];

/** What each room may import besides itself: a folder of src/, a subject of models/ or pages/, or a file that has no folder of its own. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  loopback: [],
  names: ['loopback', 'config'],
  // Facts to count: whoever knows one publishes it.
  observed: [],
  version: ['package.json'],
  database: ['loopback', 'observed', 'setting', 'version'],
  models: ['database', 'loopback'],
  'models/outbox': ['models', 'database', 'observed'],
  'models/publication': ['models/outbox', 'models', 'database', 'loopback'],
  'models/tax': ['models', 'database'],
  'models/postal': ['models/tax', 'models'],
  'models/catalog': ['models/tax', 'models/publication', 'models/outbox', 'models', 'database'],
  'models/people': [
    'models/postal',
    'models/catalog',
    'models/publication',
    'models/outbox',
    'models',
    'database',
    'limit-settings',
  ],
  'models/counting': ['models/catalog', 'models', 'database'],
  'models/receipts': [
    'models/people',
    'models/postal',
    'models/catalog',
    'models/tax',
    'models/publication',
    'models',
    'database',
  ],
  'models/sign-in': [...BELOW_MONEY, 'database'],
  'models/money': [...BELOW_MONEY, 'models/sign-in', 'database', 'observed'],
  'models/finding': [...BELOW_MONEY, 'models/money', 'database', 'csv'],
  'models/figures': [...BELOW_MONEY, 'models/money', 'database'],
  'models/lifecycle': [...BELOW_MONEY, 'models/sign-in', 'models/money', 'models/finding', 'models/staff', 'database'],
  'models/imports': [...BELOW_MONEY, 'models/sign-in', 'models/money', 'models/lifecycle', 'database', 'csv'],
  'models/staff': ['models/publication', 'models', 'database', 'limit-settings'],
  tokens: [...MODELS, 'database'],
  // What the configuration reads of each gateway; it stands below the rest of payments/.
  'payments/deployment-settings': ['setting'],
  security: ['database', 'observed'],
  payments: ['payments/deployment-settings', 'names', 'security', ...MODELS, 'database', 'config', 'service', 'runner'],
  outbound: ['tokens', ...MODELS, 'names', 'database', 'config', 'loopback', 'observed', 'service', 'runner'],
  bounces: ['outbound', ...MODELS, 'database', 'config', 'service'],
  http: ['database', 'config', 'loopback', 'observed', 'generated'],
  views: ['http', 'models', ...MODELS, 'database', 'config', 'service', 'templates'],
  mails: ['views', 'payments', 'outbound', ...MODELS, 'database', 'config', 'observed', 'service'],
  moving: ['csv', ...MODELS, 'database', 'config'],
  site: ['mails', 'views', ...BELOW_DOORS],
  api: [...BELOW_DOORS, 'generated'],
  oauth: [...BELOW_PAGES, 'generated'],
  pages: BELOW_PAGES,
  'pages/sign-in': ['pages', ...BELOW_PAGES],
  'pages/free-offering': ['pages/sign-in', 'pages', ...BELOW_PAGES],
  'pages/subscribe': ['pages/sign-in', 'pages', ...BELOW_PAGES],
  'pages/gift': ['pages/subscribe', 'pages/sign-in', 'pages', ...BELOW_PAGES],
  'pages/account': ['pages/gift', 'pages/subscribe', 'pages/sign-in', 'pages', ...BELOW_PAGES],
  'pages/purposes': [
    'pages/account',
    'pages/gift',
    'pages/free-offering',
    'pages/subscribe',
    'pages/sign-in',
    'pages',
    ...BELOW_PAGES,
  ],
  'pages/email-code': ['pages/purposes', 'pages/sign-in', 'pages', ...BELOW_PAGES],
  'pages/routes': [
    'pages/email-code',
    'pages/account',
    'pages/gift',
    'pages/free-offering',
    'pages/subscribe',
    'pages/sign-in',
    'pages',
    ...BELOW_PAGES,
  ],
  dashboard: BELOW_PAGES,
  'dashboard/getting-in': ['dashboard', ...BELOW_PAGES],
  'dashboard/connections': ['dashboard', 'generated', ...BELOW_PAGES],
  'dashboard/catalog': ['dashboard', ...BELOW_PAGES],
  // Amounts are typed alike in both.
  'dashboard/pricing': ['dashboard/catalog', 'dashboard', ...BELOW_PAGES],
  'dashboard/settings': ['dashboard', ...BELOW_PAGES],
  'dashboard/mails': ['dashboard', ...BELOW_PAGES],
  'dashboard/translations': ['dashboard', ...BELOW_PAGES],
  'dashboard/tax': ['dashboard', ...BELOW_PAGES],
  'dashboard/hosting': ['dashboard', 'deployment', ...BELOW_PAGES],
  'dashboard/operating': ['dashboard', 'watching', 'unwise', ...BELOW_PAGES],
  'dashboard/testing': ['dashboard', ...BELOW_PAGES],
  'dashboard/people': ['dashboard', ...BELOW_PAGES],
  'dashboard/person': ['dashboard', ...BELOW_PAGES],
  'dashboard/letting-in': ['dashboard', ...BELOW_PAGES],
  'dashboard/helping': ['dashboard/catalog', 'dashboard', ...BELOW_PAGES],
  'dashboard/figures': ['dashboard', ...BELOW_PAGES],
  'dashboard/moving': ['moving', 'dashboard', ...BELOW_PAGES],
  'dashboard/routes': [
    'dashboard/catalog',
    'dashboard/connections',
    'dashboard/getting-in',
    'dashboard/pricing',
    'dashboard/settings',
    'dashboard/mails',
    'dashboard/translations',
    'dashboard/tax',
    'dashboard/hosting',
    'dashboard/operating',
    'dashboard/testing',
    'dashboard/people',
    'dashboard/person',
    'dashboard/helping',
    'dashboard/letting-in',
    'dashboard/figures',
    'dashboard/moving',
    'dashboard',
    ...BELOW_PAGES,
  ],
  webhooks: ['http', 'payments', 'bounces', ...MODELS, 'database', 'service'],
  sandbox: ['site', 'views', 'http', 'payments', ...MODELS, 'database', 'service'],
  mailbox: ['site', 'http', ...MODELS, 'database', 'config', 'loopback', 'service'],
  'docs-site': ['http', 'config', 'service'],
  backup: ['database'],
  // A publication's way to another database of the operator.
  relocation: ['backup', ...MODELS, 'database'],
  cli: [
    'backup',
    'csv',
    'moving',
    'relocation',
    'site',
    'mails',
    'views',
    'payments',
    'outbound',
    'bounces',
    'tokens',
    'security',
    ...MODELS,
    'database',
    'config',
    'log',
    'limit-settings',
    'names',
    'service',
    'deployment',
    'start-failure',
    'unwise',
    'watching',
    'node-version',
  ],
  csv: [],
  // What an operator watches.
  watching: ['observed', 'security', ...MODELS, 'database', 'service', 'version'],
  setting: [],
  'joint-faults': ['loopback', 'setting'],
  'limit-settings': ['setting'],
  'mail-webhook-settings': ['setting'],
  'database-settings': ['setting'],
  'watching-settings': ['setting'],
  'secret-files': ['payments/deployment-settings', 'setting'],
  unwise: ['config', 'loopback', 'setting'],
  config: [
    'limit-settings',
    'mail-webhook-settings',
    'database-settings',
    'watching-settings',
    'payments/deployment-settings',
    'joint-faults',
    'secret-files',
    'loopback',
    'setting',
    'database',
  ],
  deployment: ['models/publication', 'models', 'database', 'config', 'loopback'],
  runner: [],
  timers: ['database'],
  service: ['config', 'database', 'models', 'tokens', 'security'],
  log: ['config'],
  'start-failure': ['config', 'database'],
  'node-version': [],
  worker: [
    'runner',
    'timers',
    'moving',
    'mails',
    'payments',
    'outbound',
    ...MODELS,
    'database',
    'config',
    'observed',
    'service',
  ],
  app: [...DOORS, 'site', 'views', 'http', 'models/publication', 'database', 'config', 'service'],
  server: [
    'app',
    'bounces',
    'http',
    'worker',
    'config',
    'log',
    'service',
    'deployment',
    'start-failure',
    'unwise',
    'watching',
    'security',
    'tokens',
    'models',
    'database',
  ],
  main: ['server', 'node-version'],
  generated: ['http', 'generated'],
};

interface Import {
  readonly from: string;
  readonly to: string;
}

const files = ['src', 'generated'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|js)$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name)),
);

const imports: Import[] = files.flatMap((from) =>
  [
    ...readFileSync(join(ROOT, from), 'utf8').matchAll(
      /^(?:import|export)\s+[^;]*?from '(\.[^']+)'|\bimport\('(\.[^']+)'\)|^import '(\.[^']+)'/gms,
    ),
  ].map((match) => ({
    from,
    to: normalize(join(dirname(from), match[1] ?? match[2] ?? match[3] ?? '')),
  })),
);

/** Files of pages/ and dashboard/ that stand above their subjects. */
const ABOVE_THE_SUBJECTS = new Set(['routes.ts', 'purposes.ts', 'email-code.ts']);

function roomOf(file: string): string {
  const [top = '', room = '', subject, rest] = file.split('/');
  if (top !== 'src') return top;
  if (subject === undefined) return room.replace(/\.ts$/, '');
  if (room === 'payments' && file.endsWith('/deployment-settings.ts')) return 'payments/deployment-settings';
  if (['pages', 'dashboard'].includes(room) && ABOVE_THE_SUBJECTS.has(subject))
    return `${room}/${subject.replace(/\.ts$/, '')}`;
  return rest !== undefined && ['models', 'pages', 'dashboard'].includes(room) ? `${room}/${subject}` : room;
}

/** Files of site/ about publications' sites; all others serve any kind of site. */
const OF_PUBLICATIONS =
  /^src\/site\/(?:publication|publication-kind|session-cookie|logo|destinations|email-code|sign-in-steps|typed-code|inbox-link|letter|payment-letter)\.ts$/;
const OF_EVERY_SITE = new Set(['src/models/errors.ts']);

describe('imports', () => {
  it('are found', () => {
    expect(imports.length).toBeGreaterThan(200);
  });

  it('go downwards only', () => {
    const upwards = imports.filter(
      ({ from, to }) => roomOf(from) !== roomOf(to) && !(MAY_IMPORT[roomOf(from)] ?? []).includes(roomOf(to)),
    );
    expect(upwards.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('keep publications out of what serves the pages of every kind of site', () => {
    const general = imports.filter(({ from }) => from.startsWith('src/site/') && !OF_PUBLICATIONS.test(from));
    expect(general.length).toBeGreaterThan(30);
    const strays = general.filter(
      ({ to }) =>
        OF_PUBLICATIONS.test(to) || (/^src\/(?:models|payments|outbound)\//.test(to) && !OF_EVERY_SITE.has(to)),
    );
    expect(strays.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('know every room', () => {
    expect([...new Set(files.map(roomOf))].filter((room) => !(room in MAY_IMPORT))).toEqual([]);
  });

  it('make no cycle, not even among types', () => {
    const next = Map.groupBy(imports, ({ from }) => from);
    const cycles: string[] = [];
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      if (done.has(file) || path.includes(file)) return;
      for (const { to } of next.get(file) ?? []) visit(to, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(cycles).toEqual([]);
  });

  it('keep libraries in their rooms: jose in tokens, Fastify out of what is below the doors', () => {
    const strays = files.filter((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      const [room = ''] = roomOf(file).split('/');
      return (
        (/from 'jose'/.test(text) && room !== 'tokens') ||
        (/from '(fastify|@fastify\/[^']+)'/.test(text) &&
          ['database', 'models', 'tokens', 'payments', 'outbound', 'mails', 'worker', 'cli'].includes(room))
      );
    });
    expect(strays).toEqual([]);
  });

  it('find no barrel and no default export of ours', () => {
    const barrels = files.filter(
      (file) =>
        file.startsWith('src/') && /^export \* from|^export default/m.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(barrels).toEqual([]);
  });
});
