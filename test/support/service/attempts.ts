// What a client does whose request failed: the answer is looked at, then the same request is sent once more. The calls of the database are counted while
// a request or a round of the worker runs, and not while the test itself reads.
import type { LightMyRequestResponse } from 'fastify';
import { formOf, locationOf, type Browser } from '../browser/browser.ts';
import type { StoreFaults } from '../databases/failing-database.ts';
import { permitFailure } from './failures.ts';

type Fields = Readonly<Record<string, string>>;

export interface ProvokedFault {
  readonly name: string;
  readonly newError: () => Error;
  /** The statuses that say so. */
  readonly statuses: readonly number[];
  /** Whether it may end a request that has taken effect already, as an error does that nobody expects. */
  readonly mayFollowCommit: boolean;
}

/** Longer than what was put off once waits: a delivery for 75 seconds, with the longest jitter. */
const PATIENCE_SECONDS = 80;

export interface AttemptsParts {
  readonly faults: StoreFaults;
  readonly fault: ProvokedFault;
  /** Called after a failure, before the second attempt. */
  readonly onFailure: () => Promise<void>;
  readonly advance: (seconds: number) => void;
}

export class Attempts {
  readonly #parts: AttemptsParts;

  constructor(parts: AttemptsParts) {
    this.#parts = parts;
  }

  /** Sends a request, and once more where the answer is a failure, which has to be one that is documented. */
  async send(request: () => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
    const response = await this.#counted(request);
    if (!isFailure(response)) return response;
    this.#expectClean(response);
    await this.#parts.onFailure();
    const again = await this.#counted(request);
    if (isFailure(again)) throw new Error(`failed twice: ${again.statusCode} ${again.body.slice(0, 300)}`);
    return again;
  }

  /** Runs a round of the worker, and the next one where it fails. */
  async work(round: () => Promise<unknown>): Promise<void> {
    const { faults, fault, onFailure, advance } = this.#parts;
    const before = faults.thrown;
    try {
      await this.#counted(round);
    } catch (error) {
      if (!isOf(fault, error)) throw error;
    }
    if (faults.thrown === before) return;
    await onFailure();
    advance(PATIENCE_SECONDS);
    await this.#counted(round);
  }

  /** Opens a page and follows redirects on the site. */
  async open(browser: Browser, url: string): Promise<LightMyRequestResponse> {
    let last = await this.send(() => browser.get(url));
    for (let hops = 0; hops < 10 && locationOf(last).startsWith('/'); hops += 1) {
      const next = locationOf(last);
      last = await this.send(() => browser.get(next));
    }
    return last;
  }

  /** Sends the page's form and follows redirects on the site. */
  async submit(
    browser: Browser,
    page: LightMyRequestResponse,
    { fields = {}, action }: { readonly fields?: Fields; readonly action?: string } = {},
  ): Promise<LightMyRequestResponse> {
    const sent = await this.post(browser, page, { fields, ...(action !== undefined && { action }) });
    const next = locationOf(sent);
    return next.startsWith('/') ? this.open(browser, next) : sent;
  }

  /** Sends the page's form; returns the answer to it. */
  async post(
    browser: Browser,
    page: LightMyRequestResponse,
    { fields = {}, action }: { readonly fields?: Fields; readonly action?: string } = {},
  ): Promise<LightMyRequestResponse> {
    const form = formOf(page, action);
    return this.send(() => browser.post(form.action, { ...form.fields, ...fields }));
  }

  #counted<T>(work: () => Promise<T>): Promise<T> {
    return this.#parts.faults.counted(() => permitFailure(work));
  }

  #expectClean(response: LightMyRequestResponse): void {
    const { fault, faults } = this.#parts;
    const wrong = wrongWith(response, fault);
    if (faults.thrown === undefined) wrong.push('nothing was made to fail');
    if (wrong.length > 0)
      throw new Error(
        `${faults.thrown} failed: ${wrong.join(', ')}: ${response.statusCode} ${response.body.slice(0, 300)}`,
      );
  }
}

/** What is wrong with the answer to a request that the database failed. */
function wrongWith({ statusCode, headers, body }: LightMyRequestResponse, fault: ProvokedFault): string[] {
  if (statusCode < 500) return [];
  const isJson = String(headers['content-type']).startsWith('application/json');
  const hasShape = isJson ? 'error' in Object(JSON.parse(body)) : body.includes('<h1');
  return [
    ...(fault.statuses.includes(statusCode) ? [] : ['another status']),
    ...(statusCode === 503 && headers['retry-after'] === undefined ? ['no Retry-After'] : []),
    ...(body.includes(fault.newError().message) ? ['it shows the cause'] : []),
    ...(hasShape ? [] : ['another shape']),
  ];
}

/** RFC 6749 section 4.1.2.1: an application is told by a redirect. */
function isFailure(response: LightMyRequestResponse): boolean {
  return response.statusCode >= 500 || locationOf(response).includes('error=server_error');
}

function isOf(fault: ProvokedFault, error: unknown): boolean {
  return error instanceof Error && error.message.endsWith(fault.newError().message);
}
