// A simulated browser over real HTTP, for journeys between the service and a client's website: cookies per host, redirects anywhere, the forms of the
// pages as they are, and the e-mail code from the mailbox.
import { Agent, request } from 'undici';
import { newestMail, waitForCode } from '../outside/mailbox.ts';
import { formsOf } from './html.ts';

type Fields = Readonly<Record<string, string>>;
/** The origin of a request, as browsers state it in Sec-Fetch-Site. */
type Cause = 'none' | 'same-origin' | 'cross-site';

const MAX_REDIRECTS = 15;
const ANSWER_TIMEOUT_MILLISECONDS = 10_000;

export interface Page {
  readonly url: URL;
  readonly status: number;
  readonly body: string;
  /** The Origin of the forms that it sends: `null` where its Referrer-Policy hides it. */
  readonly origin: string;
}

interface Hop {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly cause: Cause;
  readonly form?: Fields;
  readonly origin?: string;
}

export class HttpBrowser {
  /** By host name, since the ports of one host share their cookies. */
  readonly #jars = new Map<string, Map<string, string>>();
  readonly #dispatcher: Agent;
  readonly #mailboxHeaders: Fields;
  /** Every address requested, in order. */
  readonly visited: string[] = [];

  /**
   * @param authority a certificate (PEM) to trust besides the usual ones
   * @param mailboxHeaders the credentials for the mailbox, where it is not open
   */
  constructor(authority?: string, mailboxHeaders: Fields = {}) {
    this.#mailboxHeaders = mailboxHeaders;
    this.#dispatcher = new Agent(authority === undefined ? {} : { connect: { ca: authority } });
  }

  /** Opens an address as if it were typed; returns the page where the redirects end. */
  open(url: string | URL): Promise<Page> {
    return this.#go({ method: 'GET', url: new URL(url), cause: 'none' });
  }

  /** Sends a form of the page, the first one unless an action is named. */
  submit(page: Page, fields: Fields = {}, action?: string): Promise<Page> {
    const form = formsOf(page.body).find((candidate) => action === undefined || candidate.action === action);
    if (form === undefined)
      throw new Error(`${page.url.href} (${page.status}) has no such form: ${action ?? 'none at all'}`);
    const url = new URL(form.action, page.url);
    const method = form.method.toLowerCase() === 'post' ? 'POST' : 'GET';
    return this.#go({
      method,
      url,
      cause: causeOf(url, page.url),
      form: { ...form.fields, ...fields },
      origin: page.origin,
    });
  }

  /** Signs in from the service's sign-in page by the e-mail code in the mailbox; returns the page where the redirects end. */
  async signIn(signInPage: Page, email: string): Promise<Page> {
    const mailbox = { url: signInPage.url.origin, headers: this.#mailboxHeaders, dispatcher: this.#dispatcher };
    const former = await newestMail(mailbox, email);
    const codePage = await this.submit(signInPage, { email });
    if (codePage.status !== 200) throw new Error(`no code was sent: ${codePage.url.href} (${codePage.status})`);
    return this.submit(codePage, { code: await waitForCode(mailbox, email, former) });
  }

  /** Downloads a file, however long it takes; yields its pieces. */
  async *download(url: string): AsyncGenerator<Uint8Array> {
    const hop: Hop = { method: 'GET', url: new URL(url), cause: 'none' };
    const { statusCode, body } = await this.#send(hop, null);
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
    yield* body;
  }

  close(): Promise<void> {
    return this.#dispatcher.close();
  }

  async #go(first: Hop): Promise<Page> {
    let hop = first;
    for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
      const answer = await this.#send(hop);
      const { statusCode: status, headers, body } = answer;
      const { location } = headers;
      if (status < 300 || status > 399 || typeof location !== 'string')
        return { url: hop.url, status, body: await body.text(), origin: originOf(hop.url, headers) };
      if (status > 303) throw new Error(`${hop.url.href} answered ${status}, which sends a form once more`);
      await body.dump();
      const url = new URL(location, hop.url);
      hop = { method: 'GET', url, cause: hop.cause === 'none' ? 'none' : causeOf(url, hop.url, hop.cause) };
    }
    throw new Error(`redirects without end: ${this.visited.slice(-MAX_REDIRECTS).join(' → ')}`);
  }

  async #send(
    { method, url, cause, form, origin = 'null' }: Hop,
    signal: AbortSignal | null = AbortSignal.timeout(ANSWER_TIMEOUT_MILLISECONDS),
  ) {
    this.visited.push(url.href);
    const jar = this.#jars.get(url.hostname) ?? new Map<string, string>();
    this.#jars.set(url.hostname, jar);
    // SameSite=Lax, which is also the default: forms of another site carry no cookies.
    const cookies =
      method === 'POST' && cause === 'cross-site' ? [] : [...jar].map(([name, value]) => `${name}=${value}`);
    const target = new URL(url);
    if (method === 'GET' && form !== undefined) target.search = new URLSearchParams(form).toString();
    // Not by fetch, which states its own Sec-Fetch-Mode.
    const answer = await request(target, {
      method,
      signal,
      dispatcher: this.#dispatcher,
      headers: {
        accept: 'text/html',
        'sec-fetch-site': cause,
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
        ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
        ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded', origin } : {}),
      },
      body: method === 'POST' ? new URLSearchParams(form).toString() : null,
    });
    for (const header of [answer.headers['set-cookie'] ?? []].flat()) keepCookie(jar, header);
    return answer;
  }
}

function causeOf(target: URL, source: URL, before: Cause = 'same-origin'): Cause {
  return target.origin === source.origin ? before : 'cross-site';
}

function originOf(url: URL, headers: Readonly<Record<string, string | string[] | undefined>>): string {
  return headers['referrer-policy'] === 'no-referrer' ? 'null' : url.origin;
}

function keepCookie(jar: Map<string, string>, header: string): void {
  const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(header) ?? [];
  const expires = /;\s*expires=([^;]+)/i.exec(attributes)?.[1];
  const isOver =
    /;\s*max-age=0(?:;|$)/i.test(attributes) || (expires !== undefined && Date.parse(expires) <= Date.now());
  if (isOver) jar.delete(name);
  else jar.set(name, value);
}
