// Lists: a page of 10 of all members, first and at random cursors, and the same of customers; each with its API key check, against the same SQL behind
// Fastify without one. Pages: the offers page for a visitor without a cookie, against Fastify with the same bytes in memory.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import type { FilledDatabase } from './filled-database.ts';
import { measure, pairsOf, type Part, type Stage, type Subject } from './measure.ts';
import { API, keyHeaders, rawServer, SITE_URL, startReference, startService, toLoads } from './service.ts';

const PAGES = 8192;
/** Among the sampled positions, oldest first: of a million members, the page begins some 998,000 deep. */
const DEEP = 16;
/** The goals, as ratios to the same list behind Fastify without key or checks. */
const RAW_RATIO_MIN = { sqlite: 0.7, postgres: 0.8 } as const;
const FIRST_PAGE_RATIO_MIN = 0.9;
const [FIRST_OF_MEMBERS, ANY_OF_MEMBERS, ANY_OF_CUSTOMERS, FAR_END] = [
  'first page of members',
  'any page of members',
  'any page of customers',
  'a page at the far end of members',
];
const OFFERS = '/offers';
const MEMORY_RATIO_MIN = 0.4;
const PAGE_HEADERS = { host: new URL(SITE_URL).host, 'accept-language': 'en-GB,en;q=0.8' };
/** Headers that Node and Fastify write by themselves. */
const WRITTEN_ANYWAY = new Set(['date', 'connection', 'keep-alive', 'content-length']);

type Server = Pick<Subject, 'start' | 'databasePid'> & {
  readonly path: string;
  readonly headers: Record<string, string>;
};

/** The lists of the service on the database. @param settings that differ from those of the bench */
export async function serviceLists(
  database: FilledDatabase,
  settings: Readonly<Record<string, string>> = {},
): Promise<Subject[]> {
  return listSubjects(serviceOn(database, settings), await samplePositions(database));
}

function serviceOn(database: FilledDatabase, settings: Readonly<Record<string, string>> = {}): Server {
  return {
    start: () => startService(database, settings),
    databasePid: database.serverPid,
    path: API,
    headers: keyHeaders(database),
  };
}

async function samplePositions(database: FilledDatabase): Promise<string[]> {
  const ids = await database.sampleIds('customers', 'email is not null', PAGES);
  return ids.map((id) => id.slice('cus_'.length));
}

function listSubjects({ start, databasePid, path, headers }: Server, positions: readonly string[]): Subject[] {
  const deep = (list: string): string[] => positions.map((position) => `${path}/${list}?page=${position}`);
  const subject = (name: string, paths: readonly string[]): Subject => ({
    name,
    start,
    databasePid,
    prepare: toLoads(() => ({ headers, paths })),
  });
  return [
    subject(FIRST_OF_MEMBERS, [`${path}/members`]),
    subject(ANY_OF_MEMBERS, deep('members')),
    subject(ANY_OF_CUSTOMERS, deep('customers')),
    subject(FAR_END, [`${path}/members?page=${positions.toSorted()[DEEP] ?? ''}`]),
  ];
}

export const lists: Part = {
  name: 'lists',
  what: 'list members and list customers, 10 rows a page',
  async run(stage) {
    const { database } = stage;
    const positions = await samplePositions(database);
    const raw: Server = { start: rawServer('raw', database), databasePid: database.serverPid, path: '', headers: {} };
    const subjects = listSubjects(serviceOn(database), positions);
    await checkEqual(serviceOn(database), raw, positions.slice(0, 3));
    const goals = [{ of: 'rate', least: RAW_RATIO_MIN[database.dialect] }] as const;
    const pairs = pairsOf(subjects, listSubjects(raw, positions), {
      [FIRST_OF_MEMBERS]: goals,
      [ANY_OF_MEMBERS]: goals,
      [ANY_OF_CUSTOMERS]: goals,
    }).filter(({ what }) => what !== FAR_END);
    const [ours, other] = [FAR_END, FIRST_OF_MEMBERS].map((name) => subjects.find((one) => one.name === name));
    if (ours === undefined || other === undefined) throw new Error('there are no lists');
    const far = { what: FAR_END, ours, other, goals: [{ of: 'rate', least: FIRST_PAGE_RATIO_MIN }] } as const;
    return measure(stage, [...pairs, far]);
  },
};

/** Throws when the service and the raw server do not answer the same. */
async function checkEqual(ours: Server, raw: Server, positions: readonly string[]): Promise<void> {
  const servers = [await ours.start(), await raw.start()] as const;
  try {
    for (const list of ['members', 'customers', ...positions.map((position) => `members?page=${position}`)]) {
      const read = async (server: 0 | 1, { path, headers }: Server): Promise<unknown> =>
        (await fetch(`${servers[server].url}${path}/${list}`, { headers })).json();
      if (!isDeepStrictEqual(await read(0, ours), await read(1, raw)))
        throw new Error(`the service and its reference do not answer the same for ${list}`);
    }
  } finally {
    for (const server of servers) await server.end('SIGTERM');
  }
}

/** The offers page of the service on the database. */
export function offersPage(database: FilledDatabase): Subject {
  return pageSubject(() => startService(database));
}

function pageSubject(start: Subject['start']): Subject {
  return { name: 'offers page', start, prepare: toLoads(() => ({ headers: PAGE_HEADERS, paths: [OFFERS] })) };
}

export const pages: Part = {
  name: 'pages',
  what: 'the offers page against the same bytes from memory',
  async run(stage: Stage) {
    const folder = mkdtempSync(join(tmpdir(), 'masthead-bench-'));
    const file = join(folder, 'page.json');
    writeFileSync(file, JSON.stringify({ path: OFFERS, ...(await readOffers(stage.database)) }));
    const other = pageSubject(() => startReference(['page', file]));
    try {
      const goals = [{ of: 'rate', least: MEMORY_RATIO_MIN }] as const;
      return await measure(stage, [{ what: 'offers page', ours: offersPage(stage.database), other, goals }]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

interface Page {
  readonly headers: Record<string, string>;
  readonly body: string;
}

async function readOffers(database: FilledDatabase): Promise<Page> {
  const service = await startService(database);
  try {
    const page = await readPage(`${service.url}${OFFERS}`);
    if (!page.body.includes('</html>')) throw new Error(`${OFFERS} answered no page: ${page.body.slice(0, 200)}`);
    return page;
  } finally {
    await service.end('SIGTERM');
  }
}

/** Uses node:http, since fetch sets a Host header of its own. */
async function readPage(url: string): Promise<Page> {
  const answered = Promise.withResolvers<Page>();
  const request = get(url, { headers: PAGE_HEADERS }, (response) => {
    const headers = Object.fromEntries(
      Object.entries(response.headers).flatMap(([name, value]) =>
        WRITTEN_ANYWAY.has(name) || typeof value !== 'string' ? [] : [[name, value]],
      ),
    );
    text(response).then((body) => answered.resolve({ headers, body }), answered.reject);
  });
  request.on('error', answered.reject);
  return answered.promise;
}
