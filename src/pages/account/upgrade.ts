// `/upgrade`: a subscriber switches to another offer (decisions 29; service.md, Endpoints A, rule 5). A preview shows
// the charge and the date; the switch is then made as previewed or not at all. A larger charge takes effect at once, a
// smaller one at the end of the period.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { Conflict } from '../../models/errors.ts';
import { findCustomer } from '../../models/people/customer-summary.ts';
import type { OfferChoice } from '../../payments/checkout/terms.ts';
import { DebitUnderWay } from '../../payments/debit-under-way.ts';
import { subscriptionDetailsOf, type SubscriptionDetails } from '../../payments/subscription.ts';
import { previewSwitch, switchPrice, type ShownSwitch } from '../../payments/switch.ts';
import type { Service } from '../../service.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { pathWith } from '../../site/destinations.ts';
import { fieldOf } from '../../site/form.ts';
import { formatAmount } from '../../views/formats.ts';
import { describedIn, nameIn, type OwnWords } from '../../views/own-words.ts';
import { priceText } from '../../views/price-text.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import { lacksAddress, postalAddressPath } from '../postal.ts';
import { showSubscriptions } from '../subscribe/already-subscribed.ts';
import { DECLINES } from '../subscribe/checkout.ts';
import { choiceName, findChoice } from '../subscribe/choice.ts';
import { dayText } from '../subscribe/day-text.ts';
import { countGatewayRequest } from '../subscribe/gateway-limit.ts';
import { listOffersOf } from '../subscribe/offer-choice.ts';
import { findSwitchable, listSwitches } from '../subscribe/switches.ts';
import type { SessionFormVisit, SessionVisit, Visit } from '../visit.ts';

/** The preview of a switch, before it is confirmed. */
interface UpgradeOnPage {
  readonly csrfToken: string;
  readonly switchId: string;
  readonly from: { readonly name: OwnWords; readonly price: string };
  readonly to: { readonly name: OwnWords; readonly price: string; readonly description: OwnWords | null };
  readonly dueNow: string;
  readonly lines: readonly string[];
  readonly isCharged: boolean;
  readonly back: string;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'account/upgrade': UpgradeOnPage;
  }
}

/** Shows the preview; without a choice, or where it is no longer possible, the list of possible switches. */
export async function showUpgrade(service: Service, visit: SessionVisit): Promise<FastifyReply> {
  return unlessDebit(visit, () => showPreview(service, visit));
}

export async function upgrade(service: Service, visit: SessionFormVisit): Promise<FastifyReply> {
  return unlessDebit(visit, () => carryOut(service, visit));
}

/** What a debit under way is to pay for may yet fail, so that nothing is charged on top of it. */
async function unlessDebit(
  { reply, publication, language: { t } }: SessionVisit | SessionFormVisit,
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DebitUnderWay)) throw error;
    const paragraphs = [t('upgrade.debit-lead'), t('upgrade.unchanged')];
    const links = [{ href: '/', text: t('paid.back') }];
    const page = { heading: t('upgrade.debit'), paragraphs, links, isFault: false };
    return showPage(reply, publication, 'subscribe/checkout', page, { status: 409 });
  }
}

async function showPreview(service: Service, visit: SessionVisit): Promise<FastifyReply> {
  const { reply, publication, session, query } = visit;
  const subscriptions = await subscriptionDetailsOf(service, publication, session.customerId);
  if (subscriptions.length === 0) return redirectTo(reply, '/subscribe');
  const offers = await listOffersOf(service, visit);
  const from = findSwitchable(subscriptions, valueOf(query, 'from'));
  const choice = findChoice(offers, valueOf(query, 'choice'));
  const isPossible =
    from !== undefined && listSwitches(offers, subscriptions, from).some(({ price }) => price.id === choice?.price.id);
  if (isPossible && choice !== undefined && (await lacksAddressFor(service, visit, choice)))
    return redirectTo(
      reply,
      postalAddressPath(pathWith('/upgrade', { from: from.subscriptionId, choice: choiceName(choice) })),
    );
  const shown = isPossible && choice !== undefined ? await findPreview(service, visit, from, choice) : undefined;
  if (from === undefined || choice === undefined || shown === undefined)
    return showSubscriptions(visit, offers, subscriptions, from);
  const csrfToken = csrfTokenFor(service.secretKeys, publication, session.id);
  return showPage(reply, publication, 'account/upgrade', { csrfToken, ...toPage(visit, from, choice, shown) });
}

async function carryOut(
  service: Service,
  { reply, publication, session, form, language: { t } }: SessionFormVisit,
): Promise<FastifyReply> {
  await countGatewayRequest(service, publication, session.customerId);
  const outcome = await switchPrice(service, publication, session.customerId, fieldOf(form, 'switch'));
  if (outcome.state === 'done') return redirectTo(reply, '/?done=switched');
  const again = { href: '/upgrade', text: t('already-subscribed.see') };
  if (outcome.state === 'stale') {
    const page = { heading: t('upgrade.stale'), paragraphs: [t('upgrade.stale-lead')], links: [again], isFault: true };
    return showPage(reply, publication, 'subscribe/checkout', page, { status: 409 });
  }
  const paragraphs = [t(DECLINES[outcome.reason]), t('checkout.not-charged')];
  return showPage(
    reply,
    publication,
    'subscribe/checkout',
    { heading: t('upgrade.declined'), paragraphs, links: [{ href: '/', text: t('paid.back') }, again], isFault: true },
    { status: 402 },
  );
}

async function lacksAddressFor(
  { database }: Service,
  { publication, session }: SessionVisit,
  { offer }: OfferChoice,
): Promise<boolean> {
  const customer = await findCustomer(publication, database, session.customerId);
  return customer !== undefined && lacksAddress(offer.plan, customer);
}

/** Undefined where the switch is no longer possible. Throws DebitUnderWay. */
async function findPreview(
  service: Service,
  { publication, session: { customerId } }: SessionVisit,
  { subscriptionId }: SubscriptionDetails,
  { price }: OfferChoice,
): Promise<ShownSwitch | undefined> {
  await countGatewayRequest(service, publication, customerId);
  try {
    return await previewSwitch(service, publication, customerId, { subscriptionId, newPriceId: price.id });
  } catch (error) {
    if (error instanceof Conflict && !(error instanceof DebitUnderWay)) return undefined;
    throw error;
  }
}

function toPage({ language }: Visit, from: SubscriptionDetails, { offer, price }: OfferChoice, shown: ShownSwitch) {
  const { t, tag } = language;
  const { dueNow, currency, nextAmount, nextAt } = shown;
  const isNow = shown.from < nextAt;
  const timing = isNow ? t('upgrade.now-line') : t('upgrade.later-line', { day: dayText(shown.from, language) });
  const next = t('upgrade.next-line', {
    amount: formatAmount(nextAmount, currency, tag),
    day: dayText(nextAt, language),
  });
  return {
    switchId: shown.switchId,
    from: { name: nameIn(from.plan, language), price: from.price === null ? '' : priceText(from.price, language) },
    to: { ...describedIn(offer, language), price: priceText(price, language) },
    dueNow: formatAmount(dueNow, currency, tag),
    lines: [timing, next],
    isCharged: dueNow > 0,
    back: '/',
  };
}
