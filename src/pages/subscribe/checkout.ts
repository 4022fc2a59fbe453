// Checkout (service.md, What the service does, 1: check out): redirects to the gateway's card page, and
// `/checkouts/:id`, to which the browser returns. The outcome is read from the gateway, never from the URL.
// continue_url is stored with the checkout.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { Conflict } from '../../models/errors.ts';
import type { DeclineReason } from '../../models/money/billing-record.ts';
import type { CheckoutFailure } from '../../models/money/checkout.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import { readCheckout, type CheckoutProgress } from '../../payments/checkout/checkout-progress.ts';
import { startCheckout, type CheckoutUrls } from '../../payments/checkout/checkout.ts';
import type { OfferChoice } from '../../payments/checkout/terms.ts';
import { GatewayUnavailable } from '../../payments/gateway.ts';
import type { Service } from '../../service.ts';
import { findContinueUrl, pathWith } from '../../site/destinations.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import type { TextKey, Translate } from '../../views/text.ts';
import type { Visit } from '../visit.ts';
import { findSignedIn, type SignedIn } from '../visitor.ts';
import { choiceName } from './choice.ts';
import { countGatewayRequest } from './gateway-limit.ts';
import { showSubscribed } from './subscribed.ts';

/** The state of a checkout that is not complete. */
interface CheckoutOnPage {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly links: readonly { readonly href: string; readonly text: string }[];
  readonly isFault: boolean;
}

interface CheckoutRequest {
  readonly choice: OfferChoice;
  /** A discount code; empty for none. */
  readonly code: string;
  readonly continueUrl: string | undefined;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'subscribe/checkout': CheckoutOnPage;
  }
}

/** Our choice: how often the page refreshes itself, and at which interval. */
const REFRESHES_MAX = 10;
const REFRESH_SECONDS = 2;

export const DECLINES: Readonly<Record<DeclineReason, TextKey>> = {
  declined: 'declined.declined',
  insufficient_funds: 'declined.insufficient-funds',
  authentication_refused: 'declined.authentication-refused',
  expired_card: 'declined.expired-card',
  wrong_cvc: 'declined.wrong-cvc',
};

const FAILURES: Readonly<Record<CheckoutFailure, { readonly heading: TextKey; readonly lead: TextKey }>> = {
  held_already: { heading: 'checkout.held', lead: 'checkout.held-lead' },
  debit_failed: { heading: 'checkout.debit-failed', lead: 'checkout.debit-failed-lead' },
};

/** Shown where the publication has no payment gateway, before anybody creates an account. */
export function showNoPayments({ reply, publication, language: { t } }: Visit): FastifyReply {
  const page = {
    heading: t('error.payments'),
    paragraphs: [t('subscribe.no-payments')],
    links: [{ href: '/offers', text: t('error.not-found-link') }],
    isFault: false,
  };
  return showPage(reply, publication, 'subscribe/checkout', page, { status: 503 });
}

/** The browser returns to the same page whether the customer paid or not. */
export function checkoutUrls({ siteUrl }: Pick<PublicationRow, 'siteUrl'>): CheckoutUrls {
  return (checkoutId) => ({
    returnUrl: `${siteUrl}/checkouts/${checkoutId}`,
    cancelUrl: `${siteUrl}/checkouts/${checkoutId}`,
  });
}

/**
 * Redirects to the card page, the same one for two clicks; to the subscribe page where the customer has the plan by
 * now.
 */
export async function redirectToCheckout(
  service: Service,
  { reply, publication }: Visit,
  { customer }: SignedIn,
  { choice, code, continueUrl }: CheckoutRequest,
): Promise<FastifyReply> {
  const { offer, price } = choice;
  await countGatewayRequest(service, publication, customer.id);
  const start = {
    offerSlug: offer.slug,
    priceId: price.id,
    code: code === '' ? undefined : code,
    continueUrl,
    urls: checkoutUrls(publication),
  };
  try {
    const { redirectUrl } = await startCheckout(service, publication, customer, start);
    return redirectTo(reply, redirectUrl);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    const path = `/offers/${offer.slug}/subscribe`;
    if (error.field === 'plan_id') return redirectTo(reply, pathWith(path, { continue_url: continueUrl }));
    // The discount code or the trial was used up meanwhile: the page says so and shows the present price.
    if (error.field === 'code' || error.field === 'trial')
      return redirectTo(reply, pathWith(path, { choice: choiceName(choice), code, continue_url: continueUrl }));
    throw new GatewayUnavailable(error.message, { cause: error });
  }
}

export async function showCheckout(service: Service, visit: Visit): Promise<FastifyReply> {
  const { request, reply, publication, query, language } = visit;
  const { id = '' } = request.params as { id?: string };
  const signedIn = await findSignedIn(service, publication, request);
  if (signedIn === undefined) return redirectTo(reply, '/');
  const progress = await findProgress(service, publication, signedIn.customer.id, id);
  if (progress === undefined || progress.state === 'confirming')
    return showConfirming(visit, id, Number(valueOf(query, 'look') ?? 1));
  if (progress.state === 'given') return redirectTo(reply, `/gifts/${progress.giftId}?done=bought`);
  if (progress.state !== 'done')
    return showPage(reply, publication, 'subscribe/checkout', toPage(progress, language.t));
  if (progress.checkout.purpose === 'card_update') return redirectTo(reply, '/?done=card');
  const continueUrl = await findContinueUrl(service, publication, progress.checkout.continueUrl ?? undefined);
  const { subscriptionId } = progress;
  const hasJoined = valueOf(query, 'joined') !== undefined;
  return showSubscribed(service, visit, signedIn, { checkoutId: id, subscriptionId, continueUrl, hasJoined });
}

/** Undefined while the gateway does not answer: the checkout may have been paid. */
async function findProgress(
  service: Service,
  publication: PublicationRow,
  customerId: string,
  id: string,
): Promise<CheckoutProgress | undefined> {
  try {
    return await readCheckout(service, publication, customerId, id);
  } catch (error) {
    if (error instanceof GatewayUnavailable) return undefined;
    throw error;
  }
}

/** Refreshes by a header, which needs no script; after some refreshes the page asks the visitor to come back later. */
function showConfirming({ reply, publication, language: { t } }: Visit, id: string, look: number): FastifyReply {
  const isSlow = !(look < REFRESHES_MAX);
  const again = `/checkouts/${id}?look=${isSlow ? 1 : look + 1}`;
  const links = [
    { href: again, text: t('checkout.look-again') },
    { href: '/', text: t('free-offering.account') },
  ];
  const page = {
    heading: t('checkout.confirming'),
    paragraphs: [t(isSlow ? 'checkout.slow' : 'checkout.confirming-lead')],
    links,
    isFault: false,
  };
  return showPage(
    reply,
    publication,
    'subscribe/checkout',
    page,
    isSlow ? {} : { headers: { refresh: `${REFRESH_SECONDS}; url=${again}` } },
  );
}

function toPage(
  progress: Exclude<CheckoutProgress, { state: 'confirming' | 'done' | 'given' }>,
  t: Translate,
): CheckoutOnPage {
  const isCardUpdate = progress.checkout.purpose === 'card_update';
  const shop = progress.checkout.purpose === 'gift' ? '/gift' : '/subscribe';
  const elsewhere = isCardUpdate
    ? { href: '/', text: t('paid.back') }
    : { href: shop, text: t('checkout.choose-again') };
  const account = { href: '/', text: t('free-offering.account') };
  if (progress.state === 'pending')
    return {
      heading: t('checkout.pending'),
      paragraphs: [t('checkout.pending-lead')],
      links: [account],
      isFault: false,
    };
  if (progress.state === 'failed') {
    const { heading, lead } = FAILURES[progress.reason];
    const links = [account, ...(progress.reason === 'debit_failed' ? [elsewhere] : [])];
    return { heading: t(heading), paragraphs: [t(lead)], links, isFault: false };
  }
  if (progress.state === 'expired') {
    const links = [isCardUpdate ? elsewhere : { href: shop, text: t('checkout.start-again') }];
    return { heading: t('checkout.expired'), paragraphs: [t('checkout.expired-lead')], links, isFault: false };
  }
  const { redirectUrl, lastDecline } = progress;
  if (lastDecline === null) {
    const links = [{ href: redirectUrl, text: t('checkout.go-on') }, elsewhere];
    return { heading: t('checkout.open'), paragraphs: [t('checkout.open-lead')], links, isFault: false };
  }
  const links = [{ href: redirectUrl, text: t('checkout.try-again') }, elsewhere];
  return {
    heading: t('checkout.declined'),
    paragraphs: [t(DECLINES[lastDecline]), t('checkout.not-charged')],
    links,
    isFault: true,
  };
}
