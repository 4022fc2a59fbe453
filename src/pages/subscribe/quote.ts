// The quote for a visitor: the trial and the discount for each choice on a subscribe page. The form carries a hash of
// the quoted terms, so that the checkout charges what was shown.
import { hashSecret } from '../../database/secrets.ts';
import type { CodeRefusal, DiscountCode } from '../../models/catalog/discount-code.ts';
import type { OfferForSale } from '../../models/catalog/offer.ts';
import type { Limit } from '../../models/limit.ts';
import { checkCode, findCode, trialDaysOf, type Terms } from '../../payments/checkout/terms.ts';
import type { PaymentGateway } from '../../payments/gateway.ts';
import type { Service } from '../../service.ts';
import { sourceOf } from '../../site/email-code.ts';
import type { FormError } from '../../views/page-data.ts';
import type { TextKey } from '../../views/text.ts';
import type { Visit } from '../visit.ts';
import type { SignedIn } from '../visitor.ts';
import { choiceName, choicesOf } from './choice.ts';

/** Our choice: enough attempts for typing errors, too few for guessing. Right codes are not counted. */
const WRONG_CODES_PER_SOURCE_AND_HOUR: Limit = { count: 20, seconds: 3600 };

const REFUSALS: Readonly<Record<CodeRefusal, TextKey>> = {
  unknown: 'code.unknown',
  expired: 'code.expired',
  used_up: 'code.used-up',
  used_already: 'code.used-already',
  other_offer: 'code.other-offer',
  other_currency: 'code.other-currency',
};

export interface Quote {
  /** The terms by the name of the choice. */
  readonly terms: ReadonlyMap<string, Terms>;
  /** Why the discount code is refused, by the name of the choice. */
  readonly refusals: ReadonlyMap<string, FormError>;
  /** The refusal, where the discount code is valid for no choice. */
  readonly fault: FormError | undefined;
  /** A hash of the terms; empty where there is neither a trial nor a discount. */
  readonly termsHash: string;
  /** The time of the quote, by the gateway's clock. */
  readonly now: Date;
}

/** Which offers are quoted, to whom and with which discount code. */
export interface QuoteRequest {
  /** The publication's gateway, which is found once per request. */
  readonly gateway: PaymentGateway;
  readonly offers: readonly OfferForSale[];
  readonly signedIn: SignedIn | undefined;
  /** A discount code; empty for none. */
  readonly typedCode: string;
}

export async function quoteOffers(
  service: Service,
  visit: Visit,
  { gateway, offers, signedIn, typedCode }: QuoteRequest,
): Promise<Quote> {
  const { publication, language } = visit;
  const buyer = { customer: signedIn?.customer };
  const now = await gateway.now(publication);
  const trials = await trialDaysOf(service, publication, buyer, offers);
  const discountCode = typedCode === '' ? undefined : await findCodeWithinLimit(service, visit, typedCode);
  const choices = choicesOf(offers);
  const found =
    typedCode === '' || discountCode === 'limited'
      ? []
      : await checkCode(service, publication, discountCode, { buyer, choices, now });
  const terms = new Map<string, Terms>();
  const refusals = new Map<string, FormError>();
  const refuse = (key: TextKey): FormError => ({ field: 'code', message: language.t(key) });
  for (const [index, choice] of choices.entries()) {
    const name = choiceName(choice);
    const lookUp = found[index];
    if (discountCode === 'limited') refusals.set(name, refuse('code.limited'));
    if (lookUp?.state === 'refused') refusals.set(name, refuse(REFUSALS[lookUp.reason]));
    terms.set(name, {
      trialDays: trials[offers.indexOf(choice.offer)] ?? null,
      discountCode: lookUp?.state === 'good' ? lookUp.code : null,
    });
  }
  const isGoodForNone = refusals.size > 0 && refusals.size === terms.size;
  return {
    terms,
    refusals,
    fault: isGoodForNone ? [...refusals.values()][0] : undefined,
    termsHash: hashOf(terms),
    now,
  };
}

/**
 * Counts every attempt before the look-up, so that concurrent ones cannot bypass the limit, and returns the count of a
 * right one.
 */
async function findCodeWithinLimit(
  service: Service,
  { request, publication }: Visit,
  typedCode: string,
): Promise<DiscountCode | 'limited' | undefined> {
  const { secretKeys, securityLog, limiter } = service;
  const event = { publication, request };
  const bucket = `discount-code source ${secretKeys.mac('activation-code', `discount ${publication.id} ${sourceOf(request.ip)}`)}`;
  const count = (amount: number) => limiter.count(bucket, WRONG_CODES_PER_SOURCE_AND_HOUR, amount);
  const counted = await count(1);
  if (counted.isExceeded) {
    if (!counted.isRemembered) securityLog.record('discount_code_limited', event);
    return 'limited';
  }
  const found = await findCode(service, publication, typedCode);
  if (found === undefined) securityLog.record('discount_code_wrong', event);
  else await count(-1);
  return found;
}

function hashOf(terms: ReadonlyMap<string, Terms>): string {
  const special = [...terms].filter(([, { trialDays, discountCode }]) => trialDays !== null || discountCode !== null);
  if (special.length === 0) return '';
  return hashSecret(
    JSON.stringify(special.map(([name, { trialDays, discountCode }]) => [name, trialDays, discountCode?.id ?? null])),
  ).slice(0, 16);
}
