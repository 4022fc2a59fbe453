// Pages of a customer's own subscription that is billed here (decisions 30): `/subscriptions/:id/resume` (undoes a
// cancel), `/subscriptions/:id/card` (replaces the card and pays what is overdue) and `/subscriptions/:id/portal` (the
// gateway's own page for cards and invoices).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Conflict, NotFound } from '../../models/errors.ts';
import { startCardUpdate } from '../../payments/checkout/checkout.ts';
import { GatewayUnavailable } from '../../payments/gateway.ts';
import { cardPageOriginsOf, findGateway } from '../../payments/gateways.ts';
import {
  listOwingOf,
  openPortal,
  resume,
  subscriptionDetailsOf,
  type BillingDetails,
  type SubscriptionDetails,
} from '../../payments/subscription.ts';
import type { Service } from '../../service.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { nameIn, type OwnWords } from '../../views/own-words.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import { checkoutUrls } from '../subscribe/checkout.ts';
import { countGatewayRequest } from '../subscribe/gateway-limit.ts';
import type { SessionFormVisit, SessionVisit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'account/card': {
      readonly csrfToken: string;
      readonly planName: OwnWords;
      readonly isPastDue: boolean;
      readonly action: string;
    };
  }
}

type Billed = SubscriptionDetails & { readonly billing: BillingDetails };

export async function resumeOwnSubscription(
  service: Service,
  { request, reply, publication, session }: SessionFormVisit,
): Promise<FastifyReply> {
  await countGatewayRequest(service, publication, session.customerId);
  await resume(service, publication, session.customerId, idOf(request));
  return redirectTo(reply, '/?done=resumed');
}

export async function showCard(service: Service, visit: SessionVisit): Promise<FastifyReply> {
  const { request, reply, publication, session, language } = visit;
  const owing = (await listOwingOf(service, publication, session.customerId)).find(
    ({ subscriptionId }) => subscriptionId === idOf(request),
  );
  const { plan, isPastDue } =
    owing === undefined ? await cardOf(service, visit) : { plan: owing.plan, isPastDue: true };
  const csrfToken = csrfTokenFor(service.secretKeys, publication, session.id);
  const data = {
    csrfToken,
    planName: nameIn(plan, language),
    isPastDue,
    action: `/subscriptions/${idOf(request)}/card`,
  };
  const gateway = await findGateway(service, publication);
  const formActionOrigins = gateway === undefined ? [] : cardPageOriginsOf(gateway);
  return showPage(reply, publication, 'account/card', data, { formActionOrigins });
}

async function cardOf(service: Service, visit: SessionVisit): Promise<Pick<Billed, 'plan'> & { isPastDue: boolean }> {
  const { plan, billing } = await getBilled(service, visit);
  return { plan, isPastDue: billing.pastDue !== null };
}

/** Redirects to the gateway's own page for cards and invoices. */
export async function showPortal(
  service: Service,
  { request, reply, publication, session }: SessionVisit,
): Promise<FastifyReply> {
  await countGatewayRequest(service, publication, session.customerId);
  return redirectTo(reply, await openPortal(service, publication, session.customerId, idOf(request)));
}

/** Redirects to the gateway's card page. */
export async function changeCard(service: Service, visit: SessionFormVisit): Promise<FastifyReply> {
  const { request, reply, publication, session } = visit;
  await countGatewayRequest(service, publication, session.customerId);
  const customer = { id: session.customerId, email: session.email, name: session.name };
  try {
    const { redirectUrl } = await startCardUpdate(service, publication, customer, {
      subscriptionId: idOf(request),
      urls: checkoutUrls(publication),
    });
    return redirectTo(reply, redirectUrl);
  } catch (error) {
    throw error instanceof Conflict ? new GatewayUnavailable(error.message, { cause: error }) : error;
  }
}

/** Throws NotFound for a subscription of another customer, and for one that is not billed here. */
async function getBilled(service: Service, visit: SessionVisit): Promise<Billed> {
  const found = await findOwn(service, visit);
  if (found === undefined || found.billing === null) throw new NotFound('no such subscription is paid here');
  return { ...found, billing: found.billing };
}

export async function findOwn(
  service: Service,
  { request, publication, session }: SessionVisit,
): Promise<SubscriptionDetails | undefined> {
  return (await subscriptionDetailsOf(service, publication, session.customerId)).find(
    ({ subscriptionId }) => subscriptionId === idOf(request),
  );
}

export function idOf({ params }: FastifyRequest): string {
  return (params as { id?: string }).id ?? '';
}
