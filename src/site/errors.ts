// Maps every error on a site to a status and an error page. No other file of the pages knows statuses. Each error page
// says what to do next, and none shows internals.
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpsRequired } from '../http/https.ts';
import { refuseMethodsBut } from '../http/methods.ts';
import { isExpected, isTemporary, statusOf, TooBusy } from '../http/refusal.ts';
import { InvalidValue, NotFound } from '../models/errors.ts';
import type { Service } from '../service.ts';
import { languageOf } from '../views/language.ts';
import { pageHeaders, renderHtml } from '../views/render.ts';
import type { Templates } from '../views/templates.ts';
import type { Translate } from '../views/text.ts';
import type { AnySession, ErrorRow, Place, Site, SiteKind } from './site.ts';
import { waitText } from './wait-text.ts';

/** An error that carries data for its error page. */
export abstract class PageError extends Error {
  /** The path where the visitor can start again. */
  readonly startAgain?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** No site has this host; the error page shows nothing of any site. */
export class UnknownSite extends Error {
  override readonly name = 'UnknownSite';
}

/** A form that failed the CSRF checks, or was open so long that the browser cookie has expired. */
export class StaleForm extends PageError {
  override readonly name = 'StaleForm';
  override readonly startAgain: string;

  constructor(startAgain: string) {
    super('the form is stale or foreign');
    this.startAgain = startAgain;
  }
}

/** A page or form that the visitor's role does not include. */
export class Forbidden extends Error {
  override readonly name = 'Forbidden';
}

/** An e-mailed code that is no longer valid, or was requested in another browser. */
export class EmailCodeOver extends PageError {
  override readonly name = 'EmailCodeOver';
  override readonly startAgain: string;

  constructor(startAgain: string) {
    super('the e-mailed code is over');
    this.startAgain = startAgain;
  }
}

/** The verified address belongs to another customer. */
export class AddressTaken extends Error {
  override readonly name = 'AddressTaken';
}

class MethodNotAllowed extends PageError {
  override readonly name = 'MethodNotAllowed';
  override readonly headers: { readonly allow: string };
  readonly statusCode = 405;

  constructor(allow: string) {
    super('the page does not answer this method');
    this.headers = { allow };
  }
}

/** A request that no browser sends from our pages: bad percent-encoding, a repeated field, text that is not UTF-8. */
export class MalformedRequest extends Error {
  override readonly name = 'MalformedRequest';
}

/** @param allowed of the methods of pages: GET, HEAD and POST */
export function refusePageMethodsBut(scope: FastifyInstance, url: string, allowed: readonly string[]): void {
  const refuse = async (): Promise<never> => {
    throw new MethodNotAllowed(allowed.join(', '));
  };
  refuseMethodsBut(scope, { url, allowed, taken: ['GET', 'HEAD', 'POST'], refuse });
}

export class TooManyRequests extends PageError {
  override readonly name: string = 'TooManyRequests';
  override readonly headers: { readonly 'retry-after': string };
  readonly resetsIn: number;

  /** @param resetsIn seconds */
  constructor(resetsIn: number) {
    super('too many requests');
    this.headers = { 'retry-after': String(resetsIn) };
    this.resetsIn = resetsIn;
  }
}

/** A limit of e-mailed codes, while the last one that was sent is still good: the page leads to where it is entered. */
export class TooManyCodes extends TooManyRequests {
  override readonly name = 'TooManyCodes';
  override readonly startAgain: string;

  constructor(resetsIn: number, lastCode: string) {
    super(resetsIn);
    this.startAgain = lastCode;
  }
}

const UNREADABLE = {
  status: 400,
  heading: 'error.unreadable',
  paragraphs: ['error.open-again'],
  link: 'error.to-start',
} as const;
const NOT_FOUND = {
  status: 404,
  heading: 'error.not-found',
  paragraphs: ['error.not-found-advice'],
  link: 'error.to-start',
} as const;
const FAILED: ErrorRow = {
  of: 500,
  status: 500,
  heading: 'error.failed',
  paragraphs: ['error.failed-advice'],
  link: 'error.to-start',
};

/** Errors of every site. The first row that matches applies; an unlisted status is answered as 400 or as 500. */
const ERRORS: readonly ErrorRow[] = [
  { of: UnknownSite, status: 404, heading: 'error.not-found', paragraphs: ['error.no-site'] },
  // Without a link, which would lead to plain http again.
  { of: HttpsRequired, status: 403, heading: 'error.https', paragraphs: ['error.https-advice'] },
  {
    of: StaleForm,
    status: 403,
    heading: 'error.stale-form',
    paragraphs: ['error.stale-form-reason', 'error.stale-form-advice'],
    link: 'error.stale-form-link',
  },
  {
    of: Forbidden,
    status: 403,
    heading: 'error.forbidden',
    paragraphs: ['error.forbidden-advice'],
    link: 'error.to-start',
  },
  {
    of: EmailCodeOver,
    status: 410,
    heading: 'error.code-over',
    paragraphs: ['error.code-over-reason', 'error.code-over-advice'],
    link: 'error.code-over-link',
  },
  {
    of: AddressTaken,
    status: 409,
    heading: 'error.address-taken',
    paragraphs: ['error.address-taken-reason', 'error.address-taken-advice'],
    link: 'account.back',
  },
  {
    of: TooManyCodes,
    status: 429,
    heading: 'error.wait',
    paragraphs: ['limited.codes'],
    link: 'limited.last-code',
  },
  {
    of: TooManyRequests,
    status: 429,
    heading: 'error.wait',
    paragraphs: ['error.wait-advice'],
    link: 'error.to-start',
  },
  { of: NotFound, ...NOT_FOUND },
  { of: MalformedRequest, ...UNREADABLE },
  { of: InvalidValue, ...UNREADABLE },
  { of: 404, ...NOT_FOUND },
  { of: 405, status: 405, heading: 'error.method', paragraphs: ['error.open-again'], link: 'error.to-start' },
  { of: 413, status: 413, heading: 'error.too-long', paragraphs: ['error.too-long-advice'], link: 'error.to-start' },
  { of: 414, ...NOT_FOUND },
  {
    of: 415,
    status: 415,
    heading: 'error.unreadable-form',
    paragraphs: ['error.unreadable-form-advice'],
    link: 'error.to-start',
  },
  { of: 408, ...UNREADABLE, status: 408, heading: 'error.too-slow' },
  { of: 417, ...UNREADABLE, status: 417 },
  { of: 429, status: 429, heading: 'error.wait', paragraphs: [], link: 'error.to-start' },
  { of: 431, ...UNREADABLE, status: 431, paragraphs: ['error.headers-too-large'] },
  {
    of: 503,
    status: 503,
    heading: 'error.unavailable',
    paragraphs: ['error.unavailable-advice'],
    link: 'error.to-start',
    headers: { 'retry-after': '5' },
  },
];

export interface ErrorPage {
  readonly status: number;
  readonly data: Templates['error'];
  readonly headers: Readonly<Record<string, string>>;
  /** The warning to log for an expected failure, in place of an error. */
  readonly warning: string | undefined;
}

/**
 * Maps an error to its page. An unknown error is a bug and becomes a 500 without details. Without a known site there is
 * no link.
 */
export function toErrorPage(
  rows: readonly ErrorRow[],
  site: Pick<Site, 'home'> | undefined,
  error: unknown,
  t: Translate,
): ErrorPage {
  const { status, heading, paragraphs, link, href, warning, headers } = rowOf(rows, error);
  const own: Pick<PageError, 'startAgain' | 'headers'> = error instanceof PageError ? error : {};
  const target =
    link === undefined || site === undefined ? undefined : { href: own.startAgain ?? href ?? site.home, text: t(link) };
  return {
    status,
    data: { heading: t(heading), paragraphs: paragraphs.map((key) => t(key)), link: target },
    headers: { ...headers, ...own.headers },
    warning,
  };
}

function rowOf(rows: readonly ErrorRow[], error: unknown): ErrorRow {
  const status = isTemporary(error) ? 503 : statusOf(error);
  const isOf = ({ of }: ErrorRow): boolean => (typeof of === 'number' ? of === status : error instanceof of);
  const known = rows.find(isOf) ?? ERRORS.find(isOf);
  return known ?? (status !== undefined && status >= 400 && status < 500 ? { of: status, ...UNREADABLE } : FAILED);
}

/** Our choice: while the database is unavailable, the error page waits no longer for the site's name and look. */
const SITE_WAIT_MILLISECONDS = 300;

export type AnswerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Answers an error, or a bare `{ statusCode }`, with its error page. A bug is logged once, with the request id. */
export function errorPagesOf<At extends Place, Session extends AnySession, Role extends string>(
  service: Service,
  kind: SiteKind<At, Session, Role>,
): AnswerError {
  const findSite = async (request: FastifyRequest, isInHaste: boolean): Promise<Site | undefined> => {
    const found = kind.findPlace(service, request).then(
      (place) => place?.site,
      () => undefined,
    );
    return isInHaste ? Promise.race([found, pause(SITE_WAIT_MILLISECONDS, undefined)]) : found;
  };
  return async (failure, request, reply) => {
    const isBusy = failure instanceof TooBusy;
    const site = isBusy ? undefined : await findSite(request, isTemporary(failure));
    if (site === undefined && !isTemporary(failure) && isReading(request)) {
      const moved = await kind.findMoved?.(service, request);
      if (moved !== undefined) return redirectToMoved(reply, moved + request.url);
    }
    const spoken = languageOf(site, request.headers);
    const { status, data, headers, warning } = toErrorPage(kind.errors, site, failure, spoken.t);
    // What a form was refused for is over with it: in another language one begins where the page leads.
    const address = isReading(request) ? request.url : data.link?.href;
    const language = { ...spoken, ...(address !== undefined && { address }) };
    const wait =
      failure instanceof TooManyRequests ? [waitText(language, site, service.clock.now(), failure.resetsIn)] : [];
    if (warning !== undefined) request.log.warn({ error: failure instanceof Error ? failure.message : '' }, warning);
    else if (status >= 500 && !isExpected(failure)) request.log.error({ err: failure }, 'a page failed');
    return reply
      .code(status)
      .headers({ ...pageHeaders({}, site?.extraAssets !== undefined), ...headers })
      .send(renderHtml(site, language, 'error', { ...data, paragraphs: [...data.paragraphs, ...wait] }));
  };
}

/** Whether the request may be repeated elsewhere: a form was sent to the host that it names. */
function isReading({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && url.startsWith('/');
}

/** Our choice: not cached, since the publication may move back. */
function redirectToMoved(reply: FastifyReply, location: string): FastifyReply {
  return reply
    .code(308)
    .headers({ ...pageHeaders(), location, 'cache-control': 'no-store' })
    .send('');
}
