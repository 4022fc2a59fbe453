// `/card/:token`: the page of the link in a mail about a failed payment. Opening it changes nothing, as mail programs open
// links by themselves; its one button leads to the gateway's card page, which leads back here: whoever paid need not sign in to read that it
// worked, and whoever did not may try again.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { Conflict } from '../../models/errors.ts';
import type { Billing } from '../../models/money/billing-record.ts';
import { findCustomer } from '../../models/people/customer-summary.ts';
import { findByCardLink, readCardLinkOutcome } from '../../payments/card-link.ts';
import { startCardUpdate, type CheckoutUrls } from '../../payments/checkout/checkout.ts';
import { GatewayUnavailable } from '../../payments/gateway.ts';
import { cardPageOriginsOf, findGateway } from '../../payments/gateways.ts';
import type { Service } from '../../service.ts';
import { pathWith } from '../../site/destinations.ts';
import { CardLinkOver } from '../../site/publication-kind.ts';
import { formatAmount } from '../../views/formats.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import { countGatewayRequest } from '../subscribe/gateway-limit.ts';
import type { Visit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'account/card-link': { readonly amount: string; readonly action: string };
    'account/card-given': { readonly isPaid: boolean };
  }
}

/** By which the gateway's card page leads back. */
const CHECKOUT = 'checkout';

export async function showCardLink(service: Service, visit: Visit): Promise<FastifyReply> {
  const { reply, publication, language, query } = visit;
  const checkoutId = valueOf(query, CHECKOUT);
  const outcome =
    checkoutId === undefined ? 'open' : await readCardLinkOutcome(service, publication, tokenOf(visit), checkoutId);
  if (outcome !== 'open') return showPage(reply, publication, 'account/card-given', { isPaid: outcome === 'paid' });
  const { amount, currency } = await getOwing(service, visit);
  const gateway = await findGateway(service, publication);
  const formActionOrigins = gateway === undefined ? [] : cardPageOriginsOf(gateway);
  const data = { amount: formatAmount(amount, currency, language.tag), action: `/card/${tokenOf(visit)}` };
  return showPage(reply, publication, 'account/card-link', data, { formActionOrigins });
}

/** Redirects to the gateway's card page. */
export async function followCardLink(service: Service, visit: Visit): Promise<FastifyReply> {
  const { reply, publication } = visit;
  const { customerId, subscriptionId } = await getOwing(service, visit);
  const customer = await findCustomer(publication, service.database, customerId);
  if (customer === undefined || customer.email === null || subscriptionId === null) throw new CardLinkOver();
  await countGatewayRequest(service, publication, customerId);
  const payer = { id: customer.id, email: customer.email, name: customer.name };
  try {
    const back = `${publication.siteUrl}/card/${tokenOf(visit)}`;
    const urls: CheckoutUrls = (id) => {
      const url = pathWith(back, { [CHECKOUT]: id });
      return { returnUrl: url, cancelUrl: url };
    };
    const given = { subscriptionId, urls };
    return redirectTo(reply, (await startCardUpdate(service, publication, payer, given)).redirectUrl);
  } catch (error) {
    throw error instanceof Conflict ? new GatewayUnavailable(error.message, { cause: error }) : error;
  }
}

/** Throws CardLinkOver. */
async function getOwing({ database, secretKeys }: Service, visit: Visit): Promise<Billing> {
  const billing = await findByCardLink(visit.publication, database, secretKeys, tokenOf(visit));
  if (billing === undefined) throw new CardLinkOver();
  return billing;
}

function tokenOf({ request }: Visit): string {
  return (request.params as { token?: string }).token ?? '';
}
