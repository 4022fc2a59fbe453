// Sends a request to each kind of door that needs the database, for outages: each has to answer in its own form, and in time.
import { request } from 'undici';
import { systemClock } from '../../../src/database/clock.ts';
import type { Database } from '../../../src/database/connection.ts';
import { createApiKey } from '../../../src/models/publication/api-key.ts';
import { createPublication } from '../../../src/models/publication/publication.ts';
import { basic } from '../publications/publication.ts';
import { undocumented } from '../service/contract.ts';
import type { ServerProcess } from './server-process.ts';

export interface Doors {
  /** Sends a request to each door, all at the same time. */
  ask(server: Pick<ServerProcess, 'url'>): Promise<DoorAnswer[]>;
  /** The e-mail addresses of the acknowledged customers, by id. */
  readonly acknowledged: Map<string, string>;
}

type Door = 'listMembers' | 'createCustomer' | 'issueToken' | 'getUserinfo' | 'page';

export interface DoorAnswer {
  readonly door: Door;
  /** The answer, or why there was none. */
  readonly status: number | string;
  readonly askedAt: number;
  readonly milliseconds: number;
  /** The violations of the contract. */
  readonly faults: readonly string[];
}

/** The statuses without an outage; the request to the sign-in provider names an unknown code. */
const WELL: Record<Door, number> = {
  listMembers: 200,
  createCustomer: 200,
  issueToken: 401,
  getUserinfo: 401,
  page: 200,
};
const DOORS: readonly Door[] = ['listMembers', 'createCustomer', 'issueToken', 'getUserinfo', 'page'];
/** After this time a request counts as hanging. */
const PATIENCE_MILLISECONDS = 12_000;

interface Ask {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly form?: Record<string, string>;
}

/** Makes a publication with an API key for the doors. */
export async function openDoors(database: Database): Promise<Doors> {
  const { host, key } = await database.transaction(async (transaction) => {
    const publication = await createPublication(transaction, systemClock, {
      name: 'The Weekly Outage',
      siteUrl: 'http://weekly.localhost:4000',
    });
    return {
      host: publication.siteHost,
      key: (await createApiKey(publication, transaction, systemClock, { environment: 'test' })).key,
    };
  });
  const acknowledged = new Map<string, string>();
  let count = 0;
  const asks = (email: string): Record<Door, Ask> => ({
    listMembers: { path: '/2023-04-11/members', headers: { authorization: basic(key) } },
    createCustomer: { path: '/2023-04-11/customers', headers: { authorization: basic(key) }, form: { email } },
    issueToken: {
      path: '/oauth/token',
      headers: { host, authorization: basic('app_unknown', 'secret') },
      form: { grant_type: 'authorization_code', code: 'x', redirect_uri: 'https://x.test/' },
    },
    getUserinfo: { path: '/oauth/userinfo', headers: { host, authorization: `Bearer ${'x'.repeat(43)}` } },
    page: { path: '/sign-in', headers: { host } },
  });
  const ask = async ({ url }: Pick<ServerProcess, 'url'>): Promise<DoorAnswer[]> => {
    const email = `reader${(count += 1)}@example.test`;
    const asked = asks(email);
    return Promise.all(
      DOORS.map(async (door) => {
        const { body, ...answer } = await answerOf(door, url, asked[door]);
        if (door === 'createCustomer' && answer.status === 200)
          acknowledged.set(String(Object(JSON.parse(body))['id']), email);
        return answer;
      }),
    );
  };
  return { ask, acknowledged };
}

async function answerOf(door: Door, url: string, { path, headers, form }: Ask): Promise<DoorAnswer & { body: string }> {
  const startedAt = performance.now();
  const type: Record<string, string> =
    form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  try {
    const answer = await request(`${url}${path}`, {
      method: form === undefined ? 'GET' : 'POST',
      headers: { ...type, ...headers },
      body: form === undefined ? null : new URLSearchParams(form).toString(),
      signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    });
    const body = await answer.body.text();
    const faults = door === 'page' ? [] : undocumented(door, answer.statusCode, answer.headers, body);
    return {
      door,
      status: answer.statusCode,
      askedAt: startedAt,
      milliseconds: performance.now() - startedAt,
      faults,
      body,
    };
  } catch (error) {
    return {
      door,
      status: String(error),
      askedAt: startedAt,
      milliseconds: performance.now() - startedAt,
      faults: [],
      body: '',
    };
  }
}

export const isWell = ({ door, status }: DoorAnswer): boolean => status === WELL[door];
export const isUnavailableAnswer = ({ status }: DoorAnswer): boolean => status === 503;

interface Due {
  readonly isDue: (answer: DoorAnswer) => boolean;
  /** Milliseconds. */
  readonly within?: number;
}

/** Describes the answers that are wrong, late or against the contract. */
export function wrongAnswers(answers: readonly DoorAnswer[], { isDue, within = PATIENCE_MILLISECONDS }: Due): string[] {
  const wrong = answers.filter((answer) => !isDue(answer) || answer.milliseconds > within || answer.faults.length > 0);
  return wrong.map(
    ({ door, status, milliseconds, faults }) =>
      `${door} answered ${status} after ${Math.round(milliseconds)} ms ${faults.join(', ')}`,
  );
}
