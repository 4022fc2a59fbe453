// The load process: runs one load order after the other, as the bench sends them over the IPC channel.
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon, { type Client, type Options, type Request } from 'autocannon';
import { Pool, type Dispatcher } from 'undici';
import type { CallLoad, FlowLoad, FlowTarget, HttpLoad, Load, LoadOrder, LoadResult } from './load.ts';

const CONNECTIONS = 32;
/** Bounds by how much a load may exceed its time. */
const CHECK_INTERVAL_MILLISECONDS = 20;
const ARRIVALS_PER_SECOND = 400;
const CALLS_PER_SECOND = 100;
/** Few enough that the first authorization code does not expire (60 s) before it is redeemed. */
const CODES_MAX = 6000;

/** Never reset, so that no two requests of a bench have the same number. */
let sent = 0;

/** GETs are prepared in advance, each connection with paths of its own; each POST has a body of its own. */
function requestsOf({ paths, form }: HttpLoad): Pick<Options, 'requests' | 'setupClient'> {
  if (form === undefined) {
    let connection = 0;
    const own = (): Request[] =>
      paths
        .filter((_, index) => index % CONNECTIONS === connection % Math.min(CONNECTIONS, paths.length))
        .map((path) => ({ path }));
    return {
      setupClient: (client: Client) => {
        client.setRequests(own());
        connection += 1;
      },
    };
  }
  let next = 0;
  const setupRequest = (request: Request): Request => {
    sent += 1;
    next += 1;
    return { ...request, path: paths[(next - 1) % paths.length] ?? '/', body: form.replace('{n}', String(sent)) };
  };
  return { requests: [{ setupRequest }] };
}

async function runHttp(load: HttpLoad, duration: number): Promise<LoadResult> {
  const options: Options = {
    url: load.url,
    method: load.form === undefined ? 'GET' : 'POST',
    headers: load.headers,
    connections: CONNECTIONS,
    sampleInt: CHECK_INTERVAL_MILLISECONDS,
    ...(load.isOnceEach ? { amount: load.paths.length } : { duration }),
    ...requestsOf(load),
  };
  const running = autocannon(options);
  let startedAt = performance.now();
  running.once('start', () => (startedAt = performance.now()));
  const result = await running;
  const seconds = (performance.now() - startedAt) / 1000;
  const [done, failures] = [result['2xx'], result.non2xx + result.errors];
  if (failures > 0 || done === 0)
    throw new Error(`${load.url}${load.paths[0]}: ${failures} of ${done + failures} requests failed`);
  return { done, seconds, p99: result.latency.p99 };
}

/** A sign-in flow as a publisher's website drives it; the same code drives every provider. */
class FlowClient {
  readonly #target: FlowTarget;
  readonly #pool: Pool;
  readonly #authorization: string;
  readonly #authorizeUrl: string;
  #next = 0;

  constructor(target: FlowTarget, connections: number) {
    this.#target = target;
    this.#pool = new Pool(target.url, { connections, pipelining: 1 });
    this.#authorization = `Basic ${Buffer.from(`${target.clientId}:${target.clientSecret}`).toString('base64')}`;
    const query = new URLSearchParams({
      response_type: 'code',
      scope: 'openid email profile',
      client_id: target.clientId,
      redirect_uri: target.redirectUri,
      state: 'a-state',
    });
    this.#authorizeUrl = `${target.authorizePath}?${query.toString()}`;
  }

  async flow(): Promise<void> {
    await this.userinfo(await this.redeem(await this.authorize()));
  }

  /** Returns the authorization code. */
  async authorize(): Promise<string> {
    const { cookies, host } = this.#target;
    const cookie = cookies[(this.#next += 1) % cookies.length] ?? '';
    const response = await this.#pool.request({ method: 'GET', path: this.#authorizeUrl, headers: { host, cookie } });
    await response.body.dump();
    const code = new URL(String(response.headers['location'] ?? 'x:'), 'http://none').searchParams.get('code');
    if (code === null)
      throw new Error(`authorize answered ${response.statusCode} ${String(response.headers['location'])}`);
    return code;
  }

  /** Returns the access token. */
  async redeem(code: string): Promise<string> {
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: this.#target.redirectUri,
    }).toString();
    const headers = {
      host: this.#target.host,
      authorization: this.#authorization,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const answer = await readJson(
      await this.#pool.request({ method: 'POST', path: this.#target.tokenPath, headers, body }),
    );
    return String(answer['access_token']);
  }

  async userinfo(accessToken: string): Promise<void> {
    const headers = { host: this.#target.host, authorization: `Bearer ${accessToken}` };
    await readJson(await this.#pool.request({ method: 'GET', path: this.#target.userinfoPath, headers }));
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

async function readJson({ statusCode, body }: Dispatcher.ResponseData): Promise<Record<string, unknown>> {
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`answered ${statusCode} ${text}`);
  return JSON.parse(text);
}

async function runFlow({ kind, target }: FlowLoad, seconds: number): Promise<LoadResult> {
  const client = new FlowClient(target, kind === 'arrivals' ? 2 * CONNECTIONS : CONNECTIONS);
  const codes = kind === 'token' ? await codesOf(client, seconds) : [];
  const token = kind === 'userinfo' ? await client.redeem(await client.authorize()) : '';
  const startedAt = performance.now();
  const isOver = (): boolean => performance.now() - startedAt > seconds * 1000;
  const times = await {
    flow: () => backToBack(() => client.flow(), isOver),
    arrivals: () => arrivals(() => client.flow(), seconds, ARRIVALS_PER_SECOND),
    token: () =>
      backToBack(
        () => redeemNext(client, codes),
        () => codes.length === 0,
      ),
    userinfo: () => backToBack(() => client.userinfo(token), isOver),
  }[kind]();
  const took = (performance.now() - startedAt) / 1000;
  await client.close();
  return { done: times.length, seconds: took, p99: p99Of(times) };
}

async function codesOf(client: FlowClient, seconds: number): Promise<string[]> {
  const codes: string[] = [];
  const until = performance.now() + seconds * 1000;
  await backToBack(
    async () => void codes.push(await client.authorize()),
    () => codes.length >= CODES_MAX || performance.now() > until,
  );
  return codes;
}

async function redeemNext(client: FlowClient, codes: string[]): Promise<void> {
  const code = codes.pop();
  if (code !== undefined) await client.redeem(code);
}

/** Runs calls back to back; returns the milliseconds of each. */
async function backToBack(once: () => Promise<void>, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  const worker = async (): Promise<void> => {
    while (!isOver()) {
      const startedAt = performance.now();
      await once();
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return times;
}

async function arrivals(once: () => Promise<void>, seconds: number, perSecond: number): Promise<number[]> {
  const times: number[] = [];
  const startedAt = performance.now();
  const running: Promise<void>[] = [];
  for (let index = 0; index < seconds * perSecond; index += 1) {
    const dueAt = startedAt + (index * 1000) / perSecond;
    const early = dueAt - performance.now();
    if (early > 0) await sleep(early);
    running.push(once().then(() => void times.push(performance.now() - dueAt)));
  }
  await Promise.all(running);
  return times;
}

/** A key of the right form that was never issued. */
const WRONG_KEY = Buffer.from(`key_test_${'A'.repeat(36)}0000000:`).toString('base64');

async function runCalls(load: CallLoad, seconds: number): Promise<LoadResult> {
  const { url, path, headers, wrongKeysPerSecond } = load;
  const [calls, flood] = [new Pool(url, { connections: CONNECTIONS }), new Pool(url, { connections: CONNECTIONS })];
  const startedAt = performance.now();
  const flooding = arrivals(
    async () => {
      const authorization = `Basic ${WRONG_KEY}`;
      const { body } = await flood.request({ method: 'GET', path, headers: { authorization } });
      await body.dump();
    },
    seconds,
    wrongKeysPerSecond,
  );
  const call = async (): Promise<void> => void (await readJson(await calls.request({ method: 'GET', path, headers })));
  const times = await arrivals(call, seconds, CALLS_PER_SECOND);
  const took = (performance.now() - startedAt) / 1000;
  await flooding;
  await Promise.all([calls.close(), flood.close()]);
  return { done: times.length, seconds: took, p99: p99Of(times) };
}

function p99Of(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

function run(load: Load, seconds: number): Promise<LoadResult> {
  switch (load.kind) {
    case 'http':
      return runHttp(load, seconds);
    case 'calls':
      return runCalls(load, seconds);
    default:
      return runFlow(load, seconds);
  }
}

process.on('message', ({ load, seconds }: LoadOrder) => {
  run(load, seconds).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
