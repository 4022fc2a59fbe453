// The step that takes money: leads to the gateway's card page, and `/checkouts/:id`, where the browser comes back to. What happened is read
// from the gateway, never from the address (service.md, What the service does, 1: check out). continue_url is kept with the checkout.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/form.ts';
import { Conflict } from '../../models/errors.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import { readCheckout, type CheckoutProgress } from '../../payments/checkout/checkout-progress.ts';
import { startCheckout, type CheckoutUrls } from '../../payments/checkout/checkout.ts';
import type { OfferChoice } from '../../payments/checkout/terms.ts';
import { GatewayUnavailable, type DeclineReason } from '../../payments/gateway.ts';
import type { Service } from '../../service.ts';
import { findContinueUrl, pathWith } from '../../site/destinations.ts';
import { goTo, showPage } from '../../views/render.ts';
import type { TextKey, Translate } from '../../views/text.ts';
import type { Visit } from '../visit.ts';
import { findSignedIn, type SignedIn } from '../visitor.ts';
import { choiceName } from './choice.ts';
import { countGatewayStep } from './money-limit.ts';
import { showSubscribed } from './subscribed.ts';

/** Where a payment stands, when it is not done. */
interface CheckoutOnPage {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly links: readonly { readonly href: string; readonly text: string }[];
  readonly isFault: boolean;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'subscribe/checkout': CheckoutOnPage;
  }
}

/** Our choice: how often, and how many seconds apart, the page looks again by itself. */
const LOOKS_MAX = 10;
const LOOK_AGAIN_SECONDS = 2;

export const DECLINES: Readonly<Record<DeclineReason, TextKey>> = {
  declined: 'declined.declined',
  insufficient_funds: 'declined.insufficient-funds',
  authentication_refused: 'declined.authentication-refused',
  expired_card: 'declined.expired-card',
  wrong_cvc: 'declined.wrong-cvc',
};

/** Where this service has no gateway for the publication: nobody is asked for an account then. */
export function showNoPayments({ reply, publication, language: { t } }: Visit): FastifyReply {
  const page = {
    heading: t('error.payments'),
    paragraphs: [t('subscribe.no-payments')],
    links: [{ href: '/offers', text: t('error.not-found-link') }],
    isFault: false,
  };
  return showPage(reply, publication, 'subscribe/checkout', page, { status: 503 });
}

/** The browser comes back to the same page whether it paid or not. */
export function checkoutUrls({ siteUrl }: Pick<PublicationRow, 'siteUrl'>): CheckoutUrls {
  return (checkoutId) => ({
    returnUrl: `${siteUrl}/checkouts/${checkoutId}`,
    cancelUrl: `${siteUrl}/checkouts/${checkoutId}`,
  });
}

/** To the card page; two clicks lead to the same one. Who has the plan by now is shown so. */
export async function goToCheckout(
  service: Service,
  { reply, publication }: Visit,
  { customer }: SignedIn,
  choice: OfferChoice,
  { code, continueUrl }: { readonly code: string; readonly continueUrl: string | undefined },
): Promise<FastifyReply> {
  const { offer, price } = choice;
  await countGatewayStep(service, publication, customer.id);
  const start = {
    offerSlug: offer.slug,
    priceId: price.id,
    code: code === '' ? undefined : code,
    continueUrl,
    urls: checkoutUrls(publication),
  };
  try {
    const { redirectUrl } = await startCheckout(service, publication, customer, start);
    return goTo(reply, publication, redirectUrl);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    const path = `/offers/${offer.slug}/subscribe`;
    if (error.field === 'plan_id') return goTo(reply, publication, pathWith(path, { continue_url: continueUrl }));
    // Somebody was quicker: the page says so, and what it costs now.
    if (error.field === 'code' || error.field === 'trial')
      return goTo(reply, publication, pathWith(path, { choice: choiceName(choice), code, continue_url: continueUrl }));
    throw new GatewayUnavailable(error.message, { cause: error });
  }
}

export async function showCheckout(service: Service, visit: Visit): Promise<FastifyReply> {
  const { request, reply, publication, query, language } = visit;
  const { id = '' } = request.params as { id?: string };
  const signedIn = await findSignedIn(service, publication, request);
  if (signedIn === undefined) return goTo(reply, publication, '/');
  const progress = await findProgress(service, publication, signedIn.customer.id, id);
  if (progress === undefined || progress.state === 'confirming')
    return showConfirming(visit, id, Number(valueOf(query, 'look') ?? 1));
  if (progress.state === 'given') return goTo(reply, publication, `/gifts/${progress.giftId}?done=bought`);
  if (progress.state !== 'done')
    return showPage(reply, publication, 'subscribe/checkout', toPage(progress, language.t));
  if (progress.checkout.purpose === 'mend') return goTo(reply, publication, '/?done=card');
  const continueUrl = await findContinueUrl(service, publication, progress.checkout.continueUrl ?? undefined);
  return showSubscribed(service, visit, signedIn, { subscriptionId: progress.subscriptionId, continueUrl });
}

/** Undefined while the gateway does not answer: it may have been paid. */
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

/** By a header, so that it needs no script; after some looks the visitor is told to come back. */
function showConfirming({ reply, publication, language: { t } }: Visit, id: string, look: number): FastifyReply {
  const isSlow = !(look < LOOKS_MAX);
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
    isSlow ? {} : { headers: { refresh: `${LOOK_AGAIN_SECONDS}; url=${again}` } },
  );
}

function toPage(
  progress: Exclude<CheckoutProgress, { state: 'confirming' | 'done' | 'given' }>,
  t: Translate,
): CheckoutOnPage {
  const isMend = progress.checkout.purpose === 'mend';
  const shop = progress.checkout.purpose === 'gift' ? '/gift' : '/subscribe';
  const elsewhere = isMend ? { href: '/', text: t('paid.back') } : { href: shop, text: t('checkout.choose-again') };
  if (progress.state === 'failed') {
    return {
      heading: t('checkout.held'),
      paragraphs: [t('checkout.held-lead')],
      links: [{ href: '/', text: t('free-offering.account') }],
      isFault: false,
    };
  }
  if (progress.state === 'expired') {
    const links = [isMend ? elsewhere : { href: shop, text: t('checkout.start-again') }];
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
