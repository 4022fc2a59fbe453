// `/gift`: buys a subscription for somebody else, paid at once and delivered by e-mail on a day of the buyer's choice.
// A signed-out visitor creates an account first, so that the buyer can find the gift again.
import type { FastifyReply } from 'fastify';
import { hasControlCharacter, valueOf } from '../../http/bodies/form.ts';
import type { OfferForSale } from '../../models/catalog/offer.ts';
import type { Price } from '../../models/catalog/price.ts';
import { lengthOf, parseEmailAddress, parseName } from '../../models/email-address.ts';
import { Conflict } from '../../models/errors.ts';
import type { NewGift } from '../../models/money/gift-record.ts';
import { addDays, parseDay, startOfDay } from '../../payments/calendar.ts';
import { startGift } from '../../payments/checkout/checkout.ts';
import { GatewayUnavailable, type PaymentGateway } from '../../payments/gateway.ts';
import { cardPageOriginsOf, findGateway } from '../../payments/gateways.ts';
import { GIFT_AHEAD_DAYS, GIFT_PERIODS, MESSAGE_MAX_LENGTH, toGiftTerms } from '../../payments/gift.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie } from '../../site/browser-cookie.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { pathWith } from '../../site/destinations.ts';
import { faulty, fieldOf, FRESH, parseField, type FormState } from '../../site/form.ts';
import { formatAmount } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import { nameIn, type OwnWords } from '../../views/own-words.ts';
import type { FormData, FormError } from '../../views/page-data.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import type { IntentOf, Purpose } from '../proof.ts';
import { signUp, startSignUp } from '../sign-in/sign-up.ts';
import { checkoutUrls, showNoPayments } from '../subscribe/checkout.ts';
import { countGatewayRequest } from '../subscribe/gateway-limit.ts';
import { listOffersOf } from '../subscribe/offer-choice.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { findSignedIn, type SignedIn } from '../visitor.ts';
import { periodsText } from './gift-text.ts';

interface GiftChoiceOnPage {
  /** The value that the form sends. */
  readonly value: string;
  readonly offer: OwnWords;
  /** Such as "3 months". */
  readonly length: string;
  readonly amount: string;
  readonly isChecked: boolean;
}

/** The data of `/gift`; a signed-out visitor chooses and creates an account. */
interface GiftFormOnPage extends Omit<GiftInput, 'choice'> {
  readonly choices: readonly GiftChoiceOnPage[];
  readonly isSignedIn: boolean;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'gift/gift': FormData & GiftFormOnPage;
  }
}

interface GiftInput {
  readonly choice: string;
  readonly recipientEmail: string;
  readonly senderName: string;
  readonly message: string;
  readonly deliverOn: string;
  /** The address of a signed-out buyer. */
  readonly email: string;
  readonly name: string;
}

interface GiftChoice {
  readonly offer: OfferForSale;
  readonly price: Price;
  readonly periods: number;
}

/** What the form is rendered from. */
interface GiftForm {
  readonly gateway: PaymentGateway;
  readonly choices: readonly GiftChoice[];
  readonly typed: GiftInput;
  readonly signedIn: SignedIn | undefined;
}

const BLANK: GiftInput = {
  choice: '',
  recipientEmail: '',
  senderName: '',
  message: '',
  deliverOn: '',
  email: '',
  name: '',
};

export async function showGift(service: Service, visit: Visit): Promise<FastifyReply> {
  const { request, publication, query } = visit;
  const gateway = await findGateway(service, publication);
  if (gateway === undefined) return showNoPayments(visit);
  const signedIn = await findSignedIn(service, publication, request);
  const typed = { ...BLANK, choice: valueOf(query, 'choice') ?? '', senderName: signedIn?.customer.name ?? '' };
  const choices = await listGiftChoices(service, visit);
  return showForm(service, visit, { gateway, choices, typed, signedIn }, FRESH);
}

export async function submitGift(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { request, publication, form, browser, language } = visit;
  const gateway = await findGateway(service, publication);
  if (gateway === undefined) return showNoPayments(visit);
  const signedIn = await findSignedIn(service, publication, request);
  const field = (name: string): string => fieldOf(form, name);
  const typed = {
    choice: field('choice'),
    recipientEmail: field('recipient_email'),
    senderName: field('sender_name'),
    message: field('message').replaceAll('\r\n', '\n').trim(),
    deliverOn: field('deliver_on').trim(),
    email: field('email'),
    name: field('name'),
  };
  const choices = await listGiftChoices(service, visit);
  const choice = choices.find((candidate) => nameOf(candidate) === typed.choice);
  const again = (state: FormState): Promise<FastifyReply> =>
    showForm(service, visit, { gateway, choices, typed, signedIn }, state);
  if (choice === undefined) return again(faulty([{ field: 'choice', message: language.t('gift.fault-choice') }]));
  if (signedIn === undefined) {
    const toIntent = (name: string | null) => ({ purpose: 'gift', choice: typed.choice, name }) as const;
    return startSignUp(service, visit, { account: typed, browser, cookies: [], toIntent, showAgain: again });
  }
  const deliverAt = parseDeliveryDay(typed.deliverOn, await gateway.now(publication));
  const recipient = parseField(language, () => parseEmailAddress(typed.recipientEmail), 'recipient_email');
  const sender = parseField(language, () => parseName(typed.senderName), 'sender_name');
  const errors = [...recipient.errors, ...sender.errors, ...faultsIn(typed, deliverAt, language)];
  if (recipient.value === undefined || sender.value === undefined || deliverAt === undefined || errors.length > 0)
    return again(faulty(errors));
  const personal = {
    recipientEmail: recipient.value.email,
    recipientEmailNormalized: recipient.value.emailNormalized,
    senderName: sender.value,
    message: typed.message === '' ? null : typed.message,
  };
  const gift = { ...toGiftTerms(choice.offer, choice.price, choice.periods), ...personal, deliverAt };
  return redirectToGiftCheckout(service, visit, signedIn, { gift, planName: choice.offer.plan.name });
}

/**
 * The start of the day, so that two clicks make the same gift; today for an empty text. Undefined for an invalid, past
 * or too distant day.
 */
export function parseDeliveryDay(text: string, now: Date): number | undefined {
  const today = startOfDay(now.getTime());
  const day = text === '' ? today : parseDay(text);
  return day !== undefined && day >= today && day <= addDays(today, GIFT_AHEAD_DAYS) ? day : undefined;
}

/** Redirects to the gateway's card page. */
async function redirectToGiftCheckout(
  service: Service,
  { reply, publication }: Visit,
  { customer }: SignedIn,
  bought: { readonly gift: NewGift; readonly planName: string },
): Promise<FastifyReply> {
  await countGatewayRequest(service, publication, customer.id);
  try {
    const { redirectUrl } = await startGift(service, publication, customer, {
      ...bought,
      urls: checkoutUrls(publication),
    });
    return redirectTo(reply, redirectUrl);
  } catch (error) {
    throw error instanceof Conflict ? new GatewayUnavailable(error.message, { cause: error }) : error;
  }
}

function faultsIn({ message }: GiftInput, deliverAt: number | undefined, language: Language): FormError[] {
  const { t } = language;
  const isGood = lengthOf(message) <= MESSAGE_MAX_LENGTH && !hasControlCharacter(message.replaceAll('\n', ' '));
  return [
    ...(isGood ? [] : [{ field: 'message', message: t('gift.fault-message', { count: MESSAGE_MAX_LENGTH }) }]),
    ...(deliverAt === undefined ? [{ field: 'deliver_on', message: t('gift.fault-day') }] : []),
  ];
}

async function listGiftChoices(service: Service, visit: Visit): Promise<GiftChoice[]> {
  const offers = (await listOffersOf(service, visit)).filter(({ giftable }) => giftable);
  return offers.flatMap((offer) =>
    offer.prices.flatMap((price) => GIFT_PERIODS[price.interval].map((periods) => ({ offer, price, periods }))),
  );
}

function nameOf({ offer, price, periods }: GiftChoice): string {
  return `${offer.slug}/${price.id}/${periods}`;
}

function toChoiceOnPage(language: Language, choice: GiftChoice, isChecked: boolean): GiftChoiceOnPage {
  const { tag, t } = language;
  const { offer, price, periods } = choice;
  return {
    value: nameOf(choice),
    offer: nameIn(offer, language),
    length: periodsText(t, price.interval, periods),
    amount: formatAmount(price.amount * periods, price.currency, tag),
    isChecked,
  };
}

async function showForm(
  service: Service,
  { request, reply, publication, language }: Visit,
  { gateway, choices, typed, signedIn }: GiftForm,
  state: FormState,
): Promise<FastifyReply> {
  const browser = ensureBrowserCookie(publication, request);
  const chosen = choices.some((choice) => nameOf(choice) === typed.choice)
    ? typed.choice
    : choices[0] && nameOf(choices[0]);
  const shown = choices.map((choice) => toChoiceOnPage(language, choice, nameOf(choice) === chosen));
  const data = {
    csrfToken: csrfTokenFor(service.secretKeys, publication, browser.value),
    errors: state.errors,
    ...typed,
    choices: shown,
    isSignedIn: signedIn !== undefined,
  };
  const formActionOrigins = cardPageOriginsOf(gateway);
  return showPage(reply, publication, 'gift/gift', data, { ...state, cookies: [browser.setCookie], formActionOrigins });
}

export const GIFT: Purpose<IntentOf<'gift'>> = {
  securityEvent: 'sign_in',
  isAddressTyped: true,
  apply: signUp,
  destination: ({ choice }) => pathWith('/gift', { choice }),
  start: (_service, { choice }) => pathWith('/gift', { choice }),
};
