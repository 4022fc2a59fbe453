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

/** Every error as a page tells it; what is not understood is a bug and says nothing of itself. */
export function toErrorPage(error: unknown, t: Translate): ErrorPage {
  if (error instanceof UnknownSite) return page(t, 404, 'error.not-found', ['error.no-site']);
  if (error instanceof NotFound) return fromStatus(404, t);
  if (error instanceof StaleForm)
    return page(
      t,
      403,
      'error.stale-form',
      ['error.stale-form-reason', 'error.stale-form-advice'],
      error.startAgain,
      'error.stale-form-link',
    );
  if (error instanceof EmailCodeOver)
    return page(
      t,
      410,
      'error.code-over',
      ['error.code-over-reason', 'error.code-over-advice'],
      error.startAgain,
      'error.code-over-link',
    );
  if (error instanceof AddressTaken)
    return page(
      t,
      409,
      'error.address-taken',
      ['error.address-taken-reason', 'error.address-taken-advice'],
      '/',
      'account.back',
    );
  if (error instanceof ActivationOver)
    return page(
      t,
      410,
      'error.activation-over',
      ['error.activation-over-reason', 'error.activation-over-advice'],
      '/',
      'sign-in.heading',
    );
  if (error instanceof MalformedRequest || error instanceof InvalidValue) return fromStatus(400, t);
  if (error instanceof MethodNotAllowed) return { ...fromStatus(405, t), headers: { allow: error.allow } };
  if (error instanceof TooManyRequests) return tooManyRequests(error.resetsIn, t);
  if (error instanceof GatewayUnavailable)
    return page(t, 503, 'error.payments', ['error.payments-reason', 'error.payments-advice'], '/', 'account.back');
  return fromStatus(isUnavailable(error) ? 503 : statusOf(error), t);
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

/** The page of an address that does not exist. */
export function showNotFound(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return showError(service, request, reply, new NotFound('no such page'));
}

async function findPublicationOrNone(service: Service, request: FastifyRequest): Promise<PublicationRow | undefined> {
  try {
    return await findPublicationOf(service, request);
  } catch {
    return undefined;
  }
}

function page(
  t: Translate,
  status: number,
  heading: TextKey,
  paragraphs: readonly TextKey[],
  href?: string,
  text: TextKey = 'error.to-start',
): ErrorPage {
  const link = href === undefined ? undefined : { href, text: t(text) };
  return { status, data: { heading: t(heading), paragraphs: paragraphs.map((key) => t(key)), link } };
}

function tooManyRequests(resetsIn: number, t: Translate): ErrorPage {
  const { status, data } = page(t, 429, 'error.wait', [], '/');
  const paragraphs = [t('error.wait-advice', { count: Math.ceil(resetsIn / 60) })];
  return { status, data: { ...data, paragraphs }, headers: { 'retry-after': String(resetsIn) } };
}

function fromStatus(status: number | undefined, t: Translate): ErrorPage {
  if (status === 404 || status === 414)
    return page(t, 404, 'error.not-found', ['error.not-found-advice'], '/offers', 'error.not-found-link');
  if (status === 405) return page(t, 405, 'error.method', ['error.open-again'], '/');
  if (status === 413) return page(t, 413, 'error.too-long', ['error.too-long-advice'], '/');
  if (status === 415) return page(t, 415, 'error.unreadable-form', ['error.unreadable-form-advice'], '/');
  if (status === 503)
    return { ...page(t, 503, 'error.unavailable', ['error.unavailable-advice'], '/'), headers: { 'retry-after': '5' } };
  if (status !== undefined && status >= 400 && status < 500)
    return page(t, 400, 'error.unreadable', ['error.open-again'], '/');
  return page(t, 500, 'error.failed', ['error.failed-advice'], '/');
}

function statusOf(error: unknown): number | undefined {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' ? status : undefined;
}
