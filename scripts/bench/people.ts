// A million people as a publisher meets them: searches, the filtered list and its far pages, the list as a file, the page of a person, and every
// other page that a link at the side leads to.
import { setTimeout as sleep } from 'node:timers/promises';
import { SECTIONS } from '../../src/dashboard/navigation.ts';
import { positionAt } from '../../src/database/ids.ts';
import { openDashboard, timePages, type Dashboard } from './dashboard.ts';
import type { FilledDatabase } from './filled-database.ts';
import type { Finding, Part } from './measure.ts';
import { memoryMegabytes } from './process-usage.ts';

const SEARCH_MILLISECONDS_MAX = 100;
const DAY = 86_400_000;

export const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  'beginning of a rare name': ['zimmerm', 'lovela', 'hopp', 'ødeg', 'дми', '鈴'],
  'beginning of many names': ['ma', 's', 'me', 'an', 'li'],
  'a common name': ['anna', 'müller', 'thomas', 'smith', 'мария'],
  'two common names': ['anna müller', 'thomas smith', 'maria garcia', 'peter weber'],
  'a common and a rare name': ['anna hopper', 'julia lovelace', 'stefan zhang', 'maria kaya'],
  'two words that nobody has together': ['anna@company-39.example zhang', 'xu company', 'ольга hopper müller'],
  'a domain with most people': ['@gmail.example', '@gm'],
  'name and domain': ['anna @gmail.example', 'weber @company-3.example'],
  'a word that nobody has': ['xyzzy', 'qqqq', 'anna xyzzy'],
};

const LISTS: Readonly<Record<string, readonly string[]>> = {
  'list, plain': [''],
  'list by a state of many': ['state=free', 'state=paying', 'state=ended'],
  'list by a state of few': ['state=paused', 'state=past_due'],
  'list by plan': ['plan=digital', 'plan=patron'],
  'list by newsletter': ['newsletter=sunday-letter', 'newsletter=letters-to-the-editor'],
  'list by joined': ['joined_from=2026-01-01&joined_to=2026-03-31', 'joined_to=2024-06-30'],
  'list by last seen': ['seen_from=2026-06-01&seen_to=2026-06-30', 'seen_to=2024-12-31'],
  'list by three filters': [
    'state=paying&plan=digital&newsletter=harbour-notes',
    'state=past_due&newsletter=sunday-letter&seen_from=2026-01-01',
  ],
  'list by filters that nobody meets': ['state=free&plan=patron', 'state=trial&plan=patron&seen_to=2024-01-31'],
  'search and filters': ['q=anna&state=paying', 'q=muller&plan=patron&newsletter=harbour-notes', 'q=ma&state=paused'],
};

export const people: Part = {
  name: 'people',
  what: 'the dashboard with a publication of so many people',
  contents: 'people',
  async run({ database }) {
    const dashboard = await openDashboard(database);
    try {
      return [
        ...(await timeSearches(dashboard, database)),
        ...(await timeLists(dashboard, database)),
        ...(await timePerson(dashboard, database)),
        ...(await timeOthers(dashboard, database)),
        await timeFile(dashboard),
      ];
    } finally {
      await dashboard.end();
    }
  },
};

async function timeSearches(dashboard: Dashboard, database: FilledDatabase): Promise<Finding[]> {
  const ids = await database.sampleIds('customers', 'email is not null', 20);
  const subscriptions = await database.sampleIds('subscriptions', "status = 'active'", 20);
  const all = {
    ...SEARCHES,
    'an address': (await database.sampleValues('customers', 'email', 20)).flatMap((email) => [
      email,
      email.slice(0, -4),
    ]),
    'an id': [...ids, ...subscriptions],
  };
  const found: Finding[] = [];
  for (const [name, words] of Object.entries(all)) {
    const paths = words.map((word) => `/people?q=${encodeURIComponent(word)}`);
    const limit = SEARCH_MILLISECONDS_MAX;
    found.push(await timePages(dashboard, database, `search: ${name}`, { paths, limit }));
  }
  return found;
}

async function timeLists(dashboard: Dashboard, database: FilledDatabase): Promise<Finding[]> {
  const found: Finding[] = [];
  const far = [100, 500, 900].map((days) => positionAt(new Date(Date.now() - days * DAY)));
  for (const [name, queries] of Object.entries(LISTS)) {
    const paths = queries.map((query) => `/people?${query}`);
    found.push(await timePages(dashboard, database, name, { paths }));
    const deep = paths.flatMap((path) => far.map((page) => `${path}&page=${page}`));
    found.push(await timePages(dashboard, database, `${name}, far pages`, { paths: deep }));
  }
  return found;
}

async function timePerson(dashboard: Dashboard, database: FilledDatabase): Promise<Finding[]> {
  const ids = [
    ...(await database.sampleIds('customers', "state = 'paying'", 10)),
    ...(await database.sampleIds('customers', "state = 'free'", 10)),
  ];
  const pages = ['', '/details', '/give', '/merge', '/erase', '/export'];
  const found: Finding[] = [];
  for (const page of pages) {
    const paths = ids.map((id) => `/people/${id}${page}`);
    found.push(await timePages(dashboard, database, `a person${page === '' ? '' : `: ${page.slice(1)}`}`, { paths }));
  }
  const emails = await database.sampleValues('customers', 'email', 20);
  const asked = emails.flatMap((email) => [email, `${email}x`, email.replace('.', '')]);
  const paths = asked.map((email) => `/people/why?email=${encodeURIComponent(email)}`);
  return [...found, await timePages(dashboard, database, 'why can somebody not get in', { paths })];
}

/** The pages of the links at the side, and those of figures. */
async function timeOthers(dashboard: Dashboard, database: FilledDatabase): Promise<Finding[]> {
  const linked = SECTIONS.flatMap(({ links }) => links.map(({ path }) => path));
  const month = `from=2026-09-01&to=2026-09-30`;
  const paths = [
    ...linked.filter((path) => path !== '/people'),
    '/figures/people?range=year',
    '/figures/revenue?range=year',
    '/figures/leaving?range=year',
    '/figures/cohorts',
    `/figures/behind?count=joined&${month}`,
    `/figures/behind?count=lost&${month}`,
  ];
  const found: Finding[] = [];
  for (const path of paths)
    found.push(await timePages(dashboard, database, path === '' ? '/' : path, { paths: [path] }));
  return found;
}

/** The list as a file, while the memory of the service is watched. */
async function timeFile({ server, browser, urlOf }: Dashboard): Promise<Finding> {
  await sleep(1000);
  const before = memoryMegabytes(server.process.pid).now;
  const start = performance.now();
  let [rows, bytes] = [0, 0];
  for await (const piece of browser.download(urlOf('/people.csv'))) {
    bytes += piece.length;
    rows += piece.reduce((count, byte) => (byte === 0x0a ? count + 1 : count), 0);
  }
  const seconds = (performance.now() - start) / 1000;
  const { peak } = memoryMegabytes(server.process.pid);
  const figures = {
    'rows a second': (rows / seconds).toFixed(0),
    MB: (bytes / 1e6).toFixed(0),
    'memory before MB': before.toFixed(0),
    'memory peak MB': peak.toFixed(0),
  };
  return { name: `list as a file, ${rows} rows`, figures };
}
