// A sign-in flow as a publisher's website drives it: authorize with a session, token, userinfo. The same code drives every provider.
import { Pool, type Dispatcher } from 'undici';

/** A provider that a flow can be driven against, with readers who are signed in. */
export interface FlowTarget {
  /** Where it listens. */
  readonly url: string;
  /** The Host header, where it is not that of the URL. */
  readonly host: string;
  readonly authorizePath: string;
  readonly tokenPath: string;
  readonly userinfoPath: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  /** A Cookie header for each reader. */
  readonly cookies: readonly string[];
}

export class FlowClient {
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

  /** Returns the code. */
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
