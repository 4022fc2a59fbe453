// Lists: a page of 10 of all members, the first page and pages anywhere, and the same of customers; each with its key check, against the same
// SQL behind Fastify without one.
import { isDeepStrictEqual } from 'node:util';
import type { ServerProcess } from '../../../test/support/server-process.ts';
import { compare, type Part, type Stage } from '../part.ts';
import { startReference } from '../reference.ts';
import { measure, type Subject } from '../rounds.ts';
import { API, keyHeaders } from '../service-api.ts';

const PAGES = 8192;
/** Among the sampled positions, oldest first: of a million members, the page begins some 998,000 deep. */
const DEEP = 16;
/** Of the same list behind Fastify without key or checks. */
const LEAST_OF_RAW = { sqlite: 0.7, postgres: 0.8 } as const;
const LEAST_OF_FIRST_PAGE = 0.9;

export const lists: Part = {
  name: 'lists',
  what: 'list members and list customers, 10 rows a page',
  async run(stage) {
    const bare = await startReference(['bare']);
    const raw = await startReference([stage.database.dialect, stage.database.url, stage.database.publicationId]);
    try {
      return compare(
        await measure(stage.loadProcess, await subjectsOf(stage, bare, raw), stage.length),
        comparisonsOn(stage),
      );
    } finally {
      await Promise.all([bare.end('SIGTERM'), raw.end('SIGTERM')]);
    }
  },
};

async function subjectsOf({ service, database }: Stage, bare: ServerProcess, raw: ServerProcess): Promise<Subject[]> {
  const positions = (await database.sampleIds('customers', 'email is not null', PAGES)).map((id) =>
    id.slice('cus_'.length),
  );
  const headers = keyHeaders(database.apiKey);
  const deep = (path: string): string[] => positions.map((position) => `${path}?page=${position}`);
  for (const path of ['/members', '/customers', ...deep('/members').slice(0, 3), ...deep('/customers').slice(0, 3)]) {
    await checkEqual(await read(`${service.url}${API}${path}`, headers), await read(`${raw.url}${path}`, {}));
  }
  const gets = (name: string, server: ServerProcess, paths: readonly string[], sent = {}): Subject => ({
    name,
    server,
    load: () => ({ headers: sent, paths }),
  });
  return [
    gets('constant answer', bare, ['/constant']),
    gets('first page of members, raw', raw, ['/members']),
    gets('first page of members', service, [`${API}/members`], headers),
    gets(
      'a page at the far end of members',
      service,
      [`${API}/members?page=${positions.toSorted()[DEEP] ?? ''}`],
      headers,
    ),
    gets('any page of members, raw', raw, deep('/members')),
    gets('any page of members', service, deep(`${API}/members`), headers),
    gets('any page of customers, raw', raw, deep('/customers')),
    gets('any page of customers', service, deep(`${API}/customers`), headers),
  ];
}

function comparisonsOn({ database }: Stage) {
  const least = LEAST_OF_RAW[database.dialect];
  return [
    ...['first page of members', 'any page of members', 'any page of customers'].map((subject) => ({
      subject,
      reference: `${subject}, raw`,
      least,
    })),
    { subject: 'a page at the far end of members', reference: 'first page of members', least: LEAST_OF_FIRST_PAGE },
    // What a page costs that nobody has read lately: its rows lie elsewhere in the file.
    { subject: 'any page of members', reference: 'first page of members' },
    { subject: 'any page of members', reference: 'constant answer' },
  ];
}

async function read(url: string, headers: Record<string, string>): Promise<unknown> {
  return (await fetch(url, { headers })).json();
}

function checkEqual(answer: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(answer, expected)) throw new Error('the service and its reference do not answer the same');
}
