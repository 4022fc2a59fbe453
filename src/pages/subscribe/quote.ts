// The quote for a visitor: the trial and the discount for each choice on a subscribe page. The form carries a hash of
// the quoted terms, so that the checkout charges what was shown.
import { hashSecret } from '../../database/secrets.ts';
import type { CodeRefusal, DiscountCode } from '../../models/catalog/discount-code.ts';
import type { OfferForSale } from '../../models/catalog/offer.ts';
import { checkCode, findCode, trialDaysOf, type Terms } from '../../payments/checkout/terms.ts';
import type { PaymentGateway } from '../../payments/gateway.ts';
import type { Service } from '../../service.ts';
import { tryCode, type Tried } from '../../site/typed-code.ts';
import { waitText } from '../../site/wait-text.ts';
import type { FormError } from '../../views/page-data.ts';
import type { TextKey } from '../../views/text.ts';
import type { Visit } from '../visit.ts';
import type { SignedIn } from '../visitor.ts';
import { choiceName, choicesOf } from './choice.ts';

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

/** Whose offers are quoted, and where a wrong code is counted. */
export type QuoteVisit = Pick<Visit, 'publication' | 'language' | 'request'>;

export async function quoteOffers(
  service: Service,
  visit: QuoteVisit,
  { gateway, offers, signedIn, typedCode }: QuoteRequest,
): Promise<Quote> {
  const { publication, language } = visit;
  const buyer = { customer: signedIn?.customer };
  const now = await gateway.now(publication);
  const trials = await trialDaysOf(service, publication, buyer, offers);
  const tried = typedCode === '' ? undefined : await tryDiscountCode(service, visit, typedCode);
  const choices = choicesOf(offers);
  const found =
    tried === undefined || tried.state === 'limited'
      ? []
      : await checkCode(service, publication, tried.state === 'found' ? tried.found : undefined, {
          buyer,
          choices,
          now,
        });
  const terms = new Map<string, Terms>();
  const refusals = new Map<string, FormError>();
  const refuse = (message: string): FormError => ({ field: 'code', message });
  const wait =
    tried?.state === 'limited' ? waitText(language, publication, service.clock.now(), tried.resetsIn) : undefined;
  for (const [index, choice] of choices.entries()) {
    const name = choiceName(choice);
    const lookUp = found[index];
    if (wait !== undefined) refusals.set(name, refuse(`${language.t('code.limited')} ${wait}`));
    if (lookUp?.state === 'refused') refusals.set(name, refuse(language.t(REFUSALS[lookUp.reason])));
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

/** A code that exists counts as right, though it may be good for none of the offers. */
function tryDiscountCode(
  service: Service,
  { request, publication }: QuoteVisit,
  typedCode: string,
): Promise<Tried<DiscountCode>> {
  const typed = { kind: 'discount_code', request } as const;
  return tryCode(service, publication, typed, () => findCode(service, publication, typedCode));
}

function hashOf(terms: ReadonlyMap<string, Terms>): string {
  const special = [...terms].filter(([, { trialDays, discountCode }]) => trialDays !== null || discountCode !== null);
  if (special.length === 0) return '';
  return hashSecret(
    JSON.stringify(special.map(([name, { trialDays, discountCode }]) => [name, trialDays, discountCode?.id ?? null])),
  ).slice(0, 16);
}
