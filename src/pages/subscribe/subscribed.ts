// The confirmation page after a checkout, with a link to continue_url (service.md, Endpoints A, rule 1): the payment
// and the next one.
import type { FastifyReply } from 'fastify';
import { NotFound } from '../../models/errors.ts';
import { findCheckout } from '../../models/money/checkout.ts';
import { listJoinable, subscribeToNewsletter } from '../../models/people/newsletter-subscription.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import { listPaymentsOf, subscriptionDetailsOf, type BillingDetails } from '../../payments/subscription.ts';
import type { Service } from '../../service.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { formatAmount } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import { describedIn, nameIn, type OwnWords } from '../../views/own-words.ts';
import type { NewsletterOnPage } from '../../views/page-data.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import type { SessionFormVisit, Visit } from '../visit.ts';
import type { SignedIn } from '../visitor.ts';
import { dayText } from './day-text.ts';

interface SubscribedOnPage {
  readonly planName: OwnWords;
  readonly email: string;
  readonly lines: readonly string[];
  readonly continueUrl: string | undefined;
  /** The publication's own website. */
  readonly homeUrl: string | null;
  readonly csrfToken: string;
  /** Where the newsletters are joined. */
  readonly action: string;
  /** Those that can be joined now; what comes with the plan is ticked. */
  readonly newsletters: readonly (NewsletterOnPage & { readonly id: string; readonly isTicked: boolean })[];
  /** Whether some were joined just now. */
  readonly hasJoined: boolean;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'subscribe/subscribed': SubscribedOnPage;
  }
}

/** What was bought. */
interface Bought {
  readonly checkoutId: string;
  readonly subscriptionId: string;
  readonly continueUrl: string | undefined;
  readonly hasJoined: boolean;
}

/** Redirects to the account page where the subscription has ended meanwhile. */
export async function showSubscribed(
  service: Service,
  { reply, publication, language }: Visit,
  { customer, session }: SignedIn,
  { checkoutId, subscriptionId, continueUrl, hasJoined }: Bought,
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
    planName: nameIn(details.plan, language),
    email: session.email,
    lines,
    continueUrl,
    homeUrl: publication.homeUrl,
    csrfToken: csrfTokenFor(service.secretKeys, publication, session.id),
    action: `/checkouts/${checkoutId}`,
    newsletters: await toJoin(service, publication, customer, language),
    hasJoined,
  });
}

/**
 * Paying readers are asked here for which newsletters they want (decisions 42). Our choice: what comes with their plan is
 * ticked, as it is part of what they pay for; everything else is for them to tick.
 */
async function toJoin(
  { database }: Service,
  publication: PublicationRow,
  { id, newsletterSlugs }: SignedIn['customer'],
  language: Language,
): Promise<SubscribedOnPage['newsletters']> {
  const joinable = await listJoinable(publication, database, id);
  return joinable
    .filter(({ slug }) => !newsletterSlugs.includes(slug))
    .map((newsletter) => ({
      id: newsletter.id,
      ...describedIn(newsletter, language),
      isTicked: newsletter.audience === 'plans',
    }));
}

/** Joins the newsletters that are ticked, as far as they are for this reader. Throws NotFound for a checkout of another. */
export async function joinNewsletters(
  { database, clock }: Service,
  { request, reply, publication, session: { customerId }, form }: SessionFormVisit,
): Promise<FastifyReply> {
  const { id = '' } = request.params as { id?: string };
  if ((await findCheckout(publication, database, customerId, id)) === undefined) throw new NotFound('no such checkout');
  const ticked = new Set(form.pairs.filter(({ name }) => name === 'newsletter').map(({ value }) => value));
  await database.transaction(async (transaction) => {
    for (const { id: newsletterId } of await listJoinable(publication, transaction, customerId))
      if (ticked.has(newsletterId))
        await subscribeToNewsletter(publication, transaction, clock, { customerId, newsletterId });
  });
  return redirectTo(reply, `/checkouts/${encodeURIComponent(id)}?joined=yes`);
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
