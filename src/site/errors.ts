// What a visitor sees when a page cannot be shown: the one place of the hosted pages that knows statuses. Each page says what to do next,
// and none shows what went wrong inside.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../database/connection.ts';
import { hasBody } from '../http/body.ts';
import { InvalidValue, NotFound } from '../models/errors.ts';
import type { PublicationRow } from '../models/publication.ts';
import type { Service } from '../service.ts';
import { findPublicationOf, UnknownSite } from './publication.ts';
import { pageHeaders, renderHtml } from './render.ts';
import type { Templates } from './templates.ts';

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

const NOT_FOUND = page(404, 'Page not found', ['There is no page at this address. If you typed it, check that it is right.'], '/offers', 'See what is on offer');

/** Every error as a page tells it; what is not understood is a bug and says nothing of itself. */
export function toErrorPage(error: unknown): ErrorPage {
  if (error instanceof UnknownSite) return page(404, 'Page not found', ['There is no site at this address.']);
  if (error instanceof NotFound) return NOT_FOUND;
  if (error instanceof StaleForm) return staleForm(error);
  if (error instanceof EmailCodeOver) return emailCodeOver(error);
  if (error instanceof MalformedRequest || error instanceof InvalidValue) return fromStatus(400);
  if (error instanceof MethodNotAllowed) return { ...fromStatus(405), headers: { allow: error.allow } };
  if (error instanceof TooManyRequests) return tooManyRequests(error.resetsIn);
  return fromStatus(isUnavailable(error) ? 503 : statusOf(error));
}

/** Answers with the page of an error; a bug is logged once, under the request's id. */
export async function showError(service: Service, request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply> {
  const { status, data, headers } = toErrorPage(error);
  if (status >= 500) request.log.error({ err: error }, 'a page failed');
  const publication = await findPublicationOrNone(service, request);
  const shown = publication === undefined ? { ...data, link: undefined } : data;
  // What is left of an unread body would be taken for the next request of the connection.
  if (hasBody(request.headers) && !request.raw.complete) reply.header('connection', 'close');
  return reply.code(status).headers({ ...pageHeaders(publication), ...headers }).send(renderHtml(publication, 'error', shown));
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

function page(status: number, heading: string, paragraphs: readonly string[], href?: string, text = 'Back to the start'): ErrorPage {
  return { status, data: { heading, paragraphs, link: href === undefined ? undefined : { href, text } } };
}

function staleForm({ startAgain }: StaleForm): ErrorPage {
  const paragraphs = [
    'This form was open too long, was sent twice, or was not sent from this site. Nothing was changed.',
    'Open the page again and send the form once more. Your browser must accept cookies of this site.',
  ];
  return page(403, 'This form can no longer be used', paragraphs, startAgain, 'Start again');
}

function emailCodeOver({ startAgain }: EmailCodeOver): ErrorPage {
  const paragraphs = [
    'The code is too old, was used already, was replaced by a newer one, was mistyped too often, or was asked for in another browser.',
    'Ask for a new code, and enter it in this browser.',
  ];
  return page(410, 'This code can no longer be used', paragraphs, startAgain, 'Ask for a new code');
}

function tooManyRequests(resetsIn: number): ErrorPage {
  const minutes = Math.ceil(resetsIn / 60);
  const paragraphs = [`Too many attempts were made. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`];
  return { ...page(429, 'Please wait', paragraphs, '/'), headers: { 'retry-after': String(resetsIn) } };
}

function fromStatus(status: number | undefined): ErrorPage {
  if (status === 404 || status === 414) return NOT_FOUND;
  if (status === 405) return page(405, 'This page cannot be used that way', ['Open the page in your browser and try again.'], '/');
  if (status === 413) return page(413, 'The form is too long', ['What was sent is larger than this site accepts. Shorten it and try again.'], '/');
  if (status === 415) return page(415, 'This form cannot be read', ['Send the form from its own page in your browser.'], '/');
  if (status === 503) {
    const paragraphs = ['The site cannot answer for a moment. Nothing was lost: wait a little and try again.'];
    return { ...page(503, 'Back in a moment', paragraphs, '/'), headers: { 'retry-after': '5' } };
  }
  if (status !== undefined && status >= 400 && status < 500) return page(400, 'This request cannot be read', ['Open the page in your browser and try again.'], '/');
  return page(500, 'Something went wrong', ['The fault is ours, and it was logged. Try again in a moment.'], '/');
}

function statusOf(error: unknown): number | undefined {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' ? status : undefined;
}
