// What a visitor sees when a page cannot be shown: the one place of the hosted pages that knows statuses. Each page says what to do next,
// and none shows what went wrong inside.
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../database/connection.ts';
import { hasBody } from '../http/body.ts';
import { InvalidValue, NotFound } from '../models/errors.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import { GatewayUnavailable } from '../payments/gateway.ts';
import type { Service } from '../service.ts';
import { languageOf } from '../views/language.ts';
import { pageHeaders, renderHtml } from '../views/render.ts';
import type { Templates } from '../views/templates.ts';
import type { TextKey, Translate } from '../views/text.ts';
import { findPublicationOf, UnknownSite } from './publication.ts';

/** A form that was not sent from our own page to this browser, or so long ago that the browser has forgotten it. */
export class StaleForm extends Error {
  override readonly name = 'StaleForm';
  /** A path where the visitor can begin again. */
  readonly startAgain: string;

  constructor(startAgain: string) {
    super('the form is stale or foreign');
    this.startAgain = startAgain;
  }
}

/** An e-mailed code that cannot be used any more, or was asked for in another browser. */
export class EmailCodeOver extends Error {
  override readonly name = 'EmailCodeOver';
  readonly startAgain: string;

  constructor(startAgain: string) {
    super('the e-mailed code is over');
    this.startAgain = startAgain;
  }
}

/** The address that was proved is another person's already. */
export class AddressTaken extends Error {
  override readonly name = 'AddressTaken';
}

/** An activation URL that was used, or never was one. */
export class ActivationOver extends Error {
  override readonly name = 'ActivationOver';
}

export class MethodNotAllowed extends Error {
  override readonly name = 'MethodNotAllowed';
  readonly statusCode = 405;
  readonly allow: string;

  constructor(allow: string) {
    super('the page does not answer this method');
    this.allow = allow;
  }
}

/** A request that no browser sends from our pages: bad percent-encoding, a repeated field, text that is not UTF-8. */
export class MalformedRequest extends Error {
  override readonly name = 'MalformedRequest';
}

export class TooManyRequests extends Error {
  override readonly name = 'TooManyRequests';
  readonly resetsIn: number;

  /** @param resetsIn seconds */
  constructor(resetsIn: number) {
    super('too many requests');
    this.resetsIn = resetsIn;
  }
}

export interface ErrorPage {
  readonly status: number;
  readonly data: Templates['error'];
  readonly headers?: Readonly<Record<string, string>>;
}

/** The words of an error page, by their keys; `link` is the text of the way on, which leads to `/` unless the error says where. */
interface Words {
  readonly status: number;
  readonly heading: TextKey;
  readonly paragraphs: readonly TextKey[];
  readonly link?: TextKey;
}

interface Row {
  readonly of: abstract new (...values: never[]) => Error;
  readonly words: Words;
}

const UNREADABLE: Words = {
  status: 400,
  heading: 'error.unreadable',
  paragraphs: ['error.open-again'],
  link: 'error.to-start',
};
const NOT_FOUND: Words = {
  status: 404,
  heading: 'error.not-found',
  paragraphs: ['error.not-found-advice'],
  link: 'error.not-found-link',
};

/** Errors that have a page of their own. */
const ROWS: readonly Row[] = [
  { of: UnknownSite, words: { status: 404, heading: 'error.not-found', paragraphs: ['error.no-site'] } },
  {
    of: StaleForm,
    words: {
      status: 403,
      heading: 'error.stale-form',
      paragraphs: ['error.stale-form-reason', 'error.stale-form-advice'],
      link: 'error.stale-form-link',
    },
  },
  {
    of: EmailCodeOver,
    words: {
      status: 410,
      heading: 'error.code-over',
      paragraphs: ['error.code-over-reason', 'error.code-over-advice'],
      link: 'error.code-over-link',
    },
  },
  {
    of: AddressTaken,
    words: {
      status: 409,
      heading: 'error.address-taken',
      paragraphs: ['error.address-taken-reason', 'error.address-taken-advice'],
      link: 'account.back',
    },
  },
  {
    of: ActivationOver,
    words: {
      status: 410,
      heading: 'error.activation-over',
      paragraphs: ['error.activation-over-reason', 'error.activation-over-advice'],
      link: 'sign-in.heading',
    },
  },
  {
    of: GatewayUnavailable,
    words: {
      status: 503,
      heading: 'error.payments',
      paragraphs: ['error.payments-reason', 'error.payments-advice'],
      link: 'account.back',
    },
  },
  { of: NotFound, words: NOT_FOUND },
  { of: MalformedRequest, words: UNREADABLE },
  { of: InvalidValue, words: UNREADABLE },
];

/** The other failures, by their status; a status that is not here is told as 400 or as 500. */
const BY_STATUS: Readonly<Record<number, Words>> = {
  404: NOT_FOUND,
  405: { status: 405, heading: 'error.method', paragraphs: ['error.open-again'], link: 'error.to-start' },
  413: { status: 413, heading: 'error.too-long', paragraphs: ['error.too-long-advice'], link: 'error.to-start' },
  414: NOT_FOUND,
  415: {
    status: 415,
    heading: 'error.unreadable-form',
    paragraphs: ['error.unreadable-form-advice'],
    link: 'error.to-start',
  },
  429: { status: 429, heading: 'error.wait', paragraphs: [], link: 'error.to-start' },
  503: { status: 503, heading: 'error.unavailable', paragraphs: ['error.unavailable-advice'], link: 'error.to-start' },
};
const FAILED: Words = {
  status: 500,
  heading: 'error.failed',
  paragraphs: ['error.failed-advice'],
  link: 'error.to-start',
};
const RETRY_AFTER_SECONDS = 5;

/** Every error as a page tells it; what is not understood is a bug and says nothing of itself. */
export function toErrorPage(error: unknown, t: Translate): ErrorPage {
  const row = ROWS.find(({ of }) => error instanceof of);
  if (row !== undefined) return toPage(row.words, t, hasStart(error) ? error.startAgain : pathOf(row.words));
  if (error instanceof TooManyRequests) return tooManyRequests(error.resetsIn, t);
  const words = wordsOf(isUnavailable(error) ? 503 : statusOf(error));
  const shown = toPage(words, t, pathOf(words));
  if (error instanceof MethodNotAllowed) return { ...shown, headers: { allow: error.allow } };
  return words.status === 503 ? { ...shown, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } } : shown;
}

/** Our choice: who waited for a database in vain does not wait as long again for the publication's name above the page that says so. */
const SECOND_WAIT_MILLISECONDS = 300;

/** Answers with the page of an error; a bug is logged once, under the request's id. */
export async function showError(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): Promise<FastifyReply> {
  const publication = await (isUnavailable(error)
    ? Promise.race([findPublicationOrNone(service, request), pause(SECOND_WAIT_MILLISECONDS, undefined)])
    : findPublicationOrNone(service, request));
  const language = languageOf(publication, request.headers);
  const { status, data, headers } = toErrorPage(error, language.t);
  if (error instanceof GatewayUnavailable)
    request.log.warn({ error: error.message }, 'a payment gateway does not answer');
  else if (status >= 500) request.log.error({ err: error }, 'a page failed');
  const shown = publication === undefined ? { ...data, link: undefined } : data;
  // What is left of an unread body would be taken for the next request of the connection.
  if (hasBody(request.headers) && !request.raw.complete) reply.header('connection', 'close');
  return reply
    .code(status)
    .headers({ ...pageHeaders(publication), ...headers })
    .send(renderHtml(publication, language, 'error', shown));
}

async function findPublicationOrNone(service: Service, request: FastifyRequest): Promise<PublicationRow | undefined> {
  try {
    return await findPublicationOf(service, request);
  } catch {
    return undefined;
  }
}

function toPage({ status, heading, paragraphs, link }: Words, t: Translate, href: string): ErrorPage {
  const shown = link === undefined ? undefined : { href, text: t(link) };
  return { status, data: { heading: t(heading), paragraphs: paragraphs.map((key) => t(key)), link: shown } };
}

/** An address that does not exist leads to what is for sale. */
function pathOf({ status }: Words): string {
  return status === 404 ? '/offers' : '/';
}

function hasStart(error: unknown): error is StaleForm | EmailCodeOver {
  return error instanceof StaleForm || error instanceof EmailCodeOver;
}

function wordsOf(status: number | undefined): Words {
  const known = status === undefined ? undefined : BY_STATUS[status];
  return known ?? (status !== undefined && status >= 400 && status < 500 ? UNREADABLE : FAILED);
}

function tooManyRequests(resetsIn: number, t: Translate): ErrorPage {
  const { status, data } = toPage(wordsOf(429), t, '/');
  const paragraphs = [t('error.wait-advice', { count: Math.ceil(resetsIn / 60) })];
  return { status, data: { ...data, paragraphs }, headers: { 'retry-after': String(resetsIn) } };
}

function statusOf(error: unknown): number | undefined {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' ? status : undefined;
}
