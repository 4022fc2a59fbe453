// The sandbox gateway's card page, `/sandbox/checkout/:id`, on the publication's site; in the test environment only.
// The id in the URL is the secret: anybody who was redirected there may enter a card, but only by the form of that
// page.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '../http/bodies/body.ts';
import { valueOf, type FormReading } from '../http/bodies/form.ts';
import { NotFound } from '../models/errors.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import {
  authenticate,
  findSandboxCheckout,
  payByCard,
  type PayOutcome,
  type SandboxCheckout,
} from '../payments/sandbox/checkout.ts';
import type { Service } from '../service.ts';
import { csrfTokenFor } from '../site/csrf.ts';
import { errorPagesOf, MalformedRequest, refusePageMethodsBut } from '../site/errors.ts';
import { checkOwnForm } from '../site/form.ts';
import { PUBLICATION } from '../site/publication-kind.ts';
import { getPublication, type PublicationSite } from '../site/publication.ts';
import { languageOf } from '../views/language.ts';
import { pageHeaders, redirectTo } from '../views/render.ts';
import { renderCardPage, type CardFault } from './page.ts';

const SANDBOX_CHECKOUT_PATH = '/sandbox/checkout/:id';

interface CardVisit {
  readonly publication: PublicationSite;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface CardAnswer {
  readonly checkout: SandboxCheckout;
  readonly fault: CardFault | undefined;
  readonly status: number;
}

export async function registerSandbox(app: FastifyInstance, service: Service): Promise<void> {
  if (service.config.environment !== 'test') return;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.setErrorHandler(errorPagesOf(service, PUBLICATION));
    scope.get(SANDBOX_CHECKOUT_PATH, async (request, reply) => showCardPage(service, request, reply));
    scope.post(SANDBOX_CHECKOUT_PATH, async (request, reply) => submitCard(service, request, reply));
    refusePageMethodsBut(scope, SANDBOX_CHECKOUT_PATH, ['GET', 'HEAD', 'POST']);
  });
}

async function showCardPage(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const publication = await getPublication(service, request);
  const checkout = await getCheckout(service, publication, request);
  if (isSubmitted(checkout)) return redirectTo(reply, checkout.returnUrl);
  return show(
    service,
    { publication, request, reply },
    { checkout, fault: checkout.lastDecline ?? undefined, status: 200 },
  );
}

async function submitCard(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const publication = await getPublication(service, request);
  const form = await readOwnForm(service, publication, request);
  const id = idOf(request);
  const { database, clock } = service;
  const answer = valueOf(form, 'authentication');
  const outcome: PayOutcome = await database.transaction((transaction) =>
    answer === undefined
      ? payByCard(publication, transaction, clock, id, valueOf(form, 'card_number') ?? '')
      : authenticate(publication, transaction, clock, id, answer === 'complete'),
  );
  const checkout = await getCheckout(service, publication, request);
  if (isSubmitted(checkout)) return redirectTo(reply, checkout.returnUrl);
  if (outcome === 'authenticating') return redirectTo(reply, `/sandbox/checkout/${id}`);
  const fault = outcome === 'unknown card' ? outcome : (checkout.lastDecline ?? undefined);
  return show(service, { publication, request, reply }, { checkout, fault, status: 422 });
}

/** Whether there is nothing more to do on the card page, though a debit may not have succeeded. */
function isSubmitted({ state }: SandboxCheckout): boolean {
  return state === 'complete' || state === 'pending' || state === 'failed';
}

/** Throws NotFound for an unknown checkout, that of another publication included. */
async function getCheckout(
  { database, clock }: Service,
  publication: PublicationRow,
  request: FastifyRequest,
): Promise<SandboxCheckout> {
  const found = await findSandboxCheckout(publication, database, clock, idOf(request));
  if (found === undefined) throw new NotFound('no such sandbox checkout');
  return found;
}

/** Throws StaleForm unless the form was sent from this page. */
async function readOwnForm(
  service: Service,
  publication: PublicationRow,
  request: FastifyRequest,
): Promise<FormReading> {
  const body = await readBody(request.raw);
  if (body.state !== 'form') throw new MalformedRequest(`the form was not read: ${body.state}`);
  checkOwnForm(service, publication, {
    request,
    form: body.reading,
    holder: holderOf(idOf(request)),
    startAgain: `/sandbox/checkout/${encodeURIComponent(idOf(request))}`,
  });
  return body.reading;
}

function show(
  { secretKeys }: Service,
  { publication, request, reply }: CardVisit,
  { checkout, fault, status }: CardAnswer,
): FastifyReply {
  const csrfToken = csrfTokenFor(secretKeys, publication, holderOf(checkout.id));
  const html = renderCardPage(publication, languageOf(publication, request.headers), { checkout, csrfToken, fault });
  return reply.code(status).headers(pageHeaders()).send(html);
}

function holderOf(checkoutId: string): string {
  return `sandbox ${checkoutId}`;
}

/** Throws NotFound for what PostgreSQL cannot be asked for. */
function idOf({ params }: FastifyRequest): string {
  // The route has exactly this parameter.
  const { id } = params as { id: string };
  if (id.includes('\0')) throw new NotFound('no such sandbox checkout');
  return id;
}
