// The confirmation page after a checkout, with a link to continue_url (service.md, Endpoints A, rule 1): the payment
// and the next one.
import type { FastifyReply } from 'fastify';
import { listPaymentsOf, subscriptionDetailsOf, type BillingDetails } from '../../payments/subscription.ts';
import type { Service } from '../../service.ts';
import { formatAmount } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import type { Visit } from '../visit.ts';
import type { SignedIn } from '../visitor.ts';
import { dayText } from './day-text.ts';

interface SubscribedOnPage {
  readonly planName: string;
  readonly email: string;
  readonly lines: readonly string[];
  readonly continueUrl: string | undefined;
  /** The publication's own website. */
  readonly homeUrl: string | null;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'subscribe/subscribed': SubscribedOnPage;
  }
}

/** Redirects to the account page where the subscription has ended meanwhile. */
export async function showSubscribed(
  service: Service,
  { reply, publication, language }: Visit,
  { customer, session }: SignedIn,
  { subscriptionId, continueUrl }: { readonly subscriptionId: string; readonly continueUrl: string | undefined },
): Promise<FastifyReply> {
  const { t, tag } = language;
  const details = (await subscriptionDetailsOf(service, publication, customer.id)).find(
    (candidate) => candidate.subscriptionId === subscriptionId,
  );
  if (details === undefined) return redirectTo(reply, '/');
  const { billing } = details;
  const payment = (await listPaymentsOf(service, publication, customer.id)).find(
    ({ billingId }) => billingId === billing?.billingId,
  );
  const paid =
    payment === undefined
      ? []
      : [t('subscribed.paid', { amount: formatAmount(payment.amount, payment.currency, tag) })];
  const lines = [...paid, ...nextOf(billing, language), ...(payment === undefined ? [] : [t('subscribed.receipt')])];
  return showPage(reply, publication, 'subscribe/subscribed', {
    planName: details.plan.name,
    email: session.email,
    lines,
    continueUrl,
    homeUrl: publication.homeUrl,
  });
}

/** The first payment after a trial; otherwise the next renewal. */
function nextOf(billing: BillingDetails | null, language: Language): string[] {
  if (billing === null || billing.nextPrice === null) return [];
  const { isInTrial, nextPrice, nextAmount, periodEnd } = billing;
  const values = {
    day: dayText(periodEnd, language),
    amount: formatAmount(nextAmount ?? nextPrice.amount, nextPrice.currency, language.tag),
  };
  return [language.t(isInTrial ? 'subscribed.trial' : 'subscribed.next', values)];
}
