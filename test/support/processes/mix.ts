// What publishers' programs, websites and readers ask of one publication, in the shares of a usual day: the mix of the rows R-L1 to R-L5 of
// docs/reliability.md. Requests are begun at fixed times, late or not, as those of real visitors are.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { encode } from '../outside/relying-party.ts';
import { basic } from '../publications/publication.ts';

export interface MixTarget {
  /** Where a server of the publication listens. */
  readonly url: string;
  readonly siteHost: string;
  readonly apiKey: string;
  readonly website: { readonly clientId: string; readonly authorization: string; readonly redirectUri: string };
  /** A Cookie header for each of some readers who are signed in. */
  readonly cookies: readonly string[];
  /** Begins the addresses of new customers; nobody else's does. */
  readonly mark: string;
}

/** How many of a hundred. A sign-in is three requests: authorize with a session, token, userinfo. */
export const MIX = {
  'list 10 members': 20,
  'list 100 members': 5,
  'create customer': 10,
  'sign-in': 10,
  'prompt=none, signed in': 10,
  'prompt=none, signed out': 10,
  'page of offers': 15,
  'page of the account': 10,
  'page to sign in': 10,
} as const;

export type MixKind = keyof typeof MIX;
export const MIX_KINDS = Object.keys(MIX).filter((name): name is MixKind => name in MIX);

export interface Answered {
  readonly kind: MixKind;
  /** The publication's place in the list of targets. */
  readonly place: number;
  /** From the time at which it was due. */
  readonly milliseconds: number;
  /** Undefined where all was as it should be. */
  readonly fault: string | undefined;
}

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
}

interface Got {
  readonly status: number;
  readonly location: URL;
  readonly body: string;
}

const API = '/2023-04-11';
const PATIENCE_MILLISECONDS = 20_000;

/** One publication, as everybody who uses it. */
export class MixClient {
  readonly #target: MixTarget;
  readonly #dispatcher: Dispatcher;
  #count = 0;

  constructor(target: MixTarget, dispatcher: Dispatcher) {
    this.#target = target;
    this.#dispatcher = dispatcher;
  }

  /** Throws unless each answer is the one that belongs to the request. */
  async run(kind: MixKind): Promise<void> {
    this.#count += 1;
    const { apiKey, cookies, mark } = this.#target;
    const cookie = cookies[this.#count % cookies.length] ?? '';
    const key = { authorization: basic(apiKey) };
    const email = `${mark}${this.#count}@example.test`;
    await {
      'list 10 members': () => this.#expect(200, `${API}/members?limit=10`, { headers: key }),
      'list 100 members': () => this.#expect(200, `${API}/members?limit=100`, { headers: key }),
      'create customer': () => this.#expect(200, `${API}/customers`, { headers: key, form: { email } }),
      'sign-in': () => this.#signIn(cookie),
      'prompt=none, signed in': () => this.#authorize('code', { cookie }),
      'prompt=none, signed out': () => this.#authorize('error', {}),
      'page of offers': () => this.#expect(200, '/offers'),
      'page of the account': () => this.#expect(200, '/', { headers: { cookie } }),
      'page to sign in': () => this.#expect(200, '/sign-in'),
    }[kind]();
  }

  async #signIn(cookie: string): Promise<void> {
    const { authorization, redirectUri } = this.#target.website;
    const code = await this.#authorize('code', { cookie });
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
    const { body } = await this.#expect(200, '/oauth/token', { headers: { authorization }, form });
    const accessToken = String(Object(JSON.parse(body))['access_token']);
    await this.#expect(200, '/oauth/userinfo', { headers: { authorization: `Bearer ${accessToken}` } });
  }

  /** Returns the parameter that the answer carries. */
  async #authorize(parameter: 'code' | 'error', headers: Readonly<Record<string, string>>): Promise<string> {
    const { clientId, redirectUri } = this.#target.website;
    const request = { response_type: 'code', scope: 'openid email', client_id: clientId, redirect_uri: redirectUri };
    const query = encode({ ...request, prompt: 'none', state: 'a state' });
    const { location } = await this.#expect(302, `/oauth/authorize?${query}`, { headers });
    const value = location.searchParams.get(parameter);
    if (value === null) throw new Error(`authorize led to ${location.pathname} without ${parameter}`);
    return value;
  }

  async #expect(status: number, path: string, sent: Sent = {}): Promise<Got> {
    const got = await this.#send(path, sent);
    if (got.status !== status) throw new Error(`${path.split('?')[0]} answered ${got.status}`);
    return got;
  }

  async #send(path: string, { headers, form }: Sent): Promise<Got> {
    const type = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await this.#dispatcher.request({
      origin: this.#target.url.replace('localhost', '127.0.0.1'),
      path,
      method: form === undefined ? 'GET' : 'POST',
      headers: { host: this.#target.siteHost, ...type, ...headers },
      body: form === undefined ? null : encode(form),
      signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    });
    const location = new URL(String(response.headers['location'] ?? 'none:'), this.#target.url);
    return { status: response.statusCode, location, body: await response.body.text() };
  }
}

/** Every kind in turn, each as often as its share. */
function kindAt(nth: number): MixKind {
  // A step without a common divisor spreads the kinds.
  let place = (nth * 37) % 100;
  for (const kind of MIX_KINDS) {
    place -= MIX[kind];
    if (place < 0) return kind;
  }
  throw new Error('the shares of the mix are not a hundred');
}

export interface Pace {
  readonly perSecond: number;
  readonly isOver: () => boolean;
  /** No more are under way at once: where the machine is busy with other work, fewer are begun. Without it, nothing waits. */
  readonly atOnceMax?: number;
}

/** Begins so many a second, each at the next publication, until it is told that it is over. `onAnswer` gets each answer. */
export async function runMix(
  clients: readonly MixClient[],
  { perSecond, isOver, atOnceMax = Number.POSITIVE_INFINITY }: Pace,
  onAnswer: (answer: Answered) => void,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let dueAt = performance.now();
  for (let nth = 0; !isOver(); nth += 1, dueAt += 1000 / perSecond) {
    const early = dueAt - performance.now();
    if (early > 0) await sleep(early);
    if (running.size >= atOnceMax) {
      await Promise.race(running);
      dueAt = performance.now();
    }
    const place = nth % clients.length;
    const one = ask(clients, { place, kind: kindAt(Math.floor(nth / clients.length) + place), dueAt }).then(onAnswer);
    running.add(one);
    void one.finally(() => running.delete(one));
  }
  await Promise.all(running);
}

async function ask(
  clients: readonly MixClient[],
  { place, kind, dueAt }: { readonly place: number; readonly kind: MixKind; readonly dueAt: number },
): Promise<Answered> {
  const fault = await clients[place]?.run(kind).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { kind, place, milliseconds: performance.now() - dueAt, fault };
}

/** How many a second are answered where each of `connections` asks again at once. */
export async function capacityOf(
  clients: readonly MixClient[],
  { connections, milliseconds }: { readonly connections: number; readonly milliseconds: number },
): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  const askOn = async (): Promise<void> => {
    while (performance.now() - startedAt < milliseconds) {
      const nth = (next += 1);
      await clients[nth % clients.length]?.run(kindAt(Math.floor(nth / clients.length) + (nth % clients.length)));
    }
  };
  await Promise.all(Array.from({ length: connections }, askOn));
  return next / ((performance.now() - startedAt) / 1000);
}

export function percentile(milliseconds: readonly number[], share: number): number {
  const sorted = milliseconds.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
