// On what terms this visitor is offered what: trials that they have not had, and the discount code that they typed or followed a link with. The
// terms that a form showed are named by a key, so that what is paid for is what was shown.
import { hashSecret } from '../../database/secrets.ts';
import type { CodeRefusal, DiscountCode } from '../../models/catalog/discount-code.ts';
import type { OfferForSale } from '../../models/catalog/offer.ts';
import { countTowards, type Limit } from '../../models/limit.ts';
import { checkCode, findCode, trialDaysOf, type Terms } from '../../payments/checkout/terms.ts';
import type { PaymentGateway } from '../../payments/gateway.ts';
import type { Service } from '../../service.ts';
import { sourceOf } from '../../site/email-code.ts';
import type { FormError } from '../../views/page-data.ts';
import type { TextKey } from '../../views/text.ts';
import type { Visit } from '../visit.ts';
import type { SignedIn } from '../visitor.ts';
import { choiceName, choicesOf } from './choice.ts';

/** Our choice: who mistypes a code needs a few tries, who guesses gets nowhere. Right codes do not count. */
const WRONG_CODES_PER_SOURCE_AND_HOUR: Limit = { count: 20, seconds: 3600 };

const REFUSALS: Readonly<Record<CodeRefusal, TextKey>> = {
  unknown: 'code.unknown',
  expired: 'code.expired',
  used_up: 'code.used-up',
  used_already: 'code.used-already',
  other_offer: 'code.other-offer',
  other_currency: 'code.other-currency',
};

export interface Sale {
  /** By the name of the choice. */
  readonly terms: ReadonlyMap<string, Terms>;
  /** As typed. */
  readonly code: string;
  /** What is wrong with the code; for each choice, and for all of them together where it is good for none. */
  readonly refusals: ReadonlyMap<string, FormError>;
  readonly fault: FormError | undefined;
  /** Names the terms; empty where everything costs what its price says. */
  readonly key: string;
  /** When all this holds, by the gateway's clock. */
  readonly now: Date;
}

/** What is offered to whom, with which code. */
export interface Offering {
  /** The one that collects: it is looked for once in a request. */
  readonly gateway: PaymentGateway;
  readonly offers: readonly OfferForSale[];
  readonly signedIn: SignedIn | undefined;
  /** A discount code; empty for none. */
  readonly typed: string;
}

export async function findSale(
  service: Service,
  visit: Visit,
  { gateway, offers, signedIn, typed }: Offering,
): Promise<Sale> {
  const { publication, language } = visit;
  const buyer = { customer: signedIn?.customer };
  const now = await gateway.now(publication);
  const trials = await trialDaysOf(service, publication, buyer, offers);
  const code = typed === '' ? undefined : await findCodeWithinLimit(service, visit, typed);
  const choices = choicesOf(offers);
  const found =
    typed === '' || code === 'limited' ? [] : await checkCode(service, publication, code, { buyer, choices, now });
  const terms = new Map<string, Terms>();
  const refusals = new Map<string, FormError>();
  const refuse = (key: TextKey): FormError => ({ field: 'code', message: language.t(key) });
  for (const [index, choice] of choices.entries()) {
    const name = choiceName(choice);
    const lookUp = found[index];
    if (code === 'limited') refusals.set(name, refuse('code.limited'));
    if (lookUp?.state === 'refused') refusals.set(name, refuse(REFUSALS[lookUp.reason]));
    terms.set(name, {
      trialDays: trials[offers.indexOf(choice.offer)] ?? null,
      discountCode: lookUp?.state === 'good' ? lookUp.code : null,
    });
  }
  const isGoodForNone = refusals.size > 0 && refusals.size === terms.size;
  return {
    terms,
    code: typed,
    refusals,
    fault: isGoodForNone ? [...refusals.values()][0] : undefined,
    key: keyOf(terms),
    now,
  };
}

/** Every look counts before it is made, so that many at once are no way around; a right one is given back. */
async function findCodeWithinLimit(
  service: Service,
  { request, publication }: Visit,
  typed: string,
): Promise<DiscountCode | 'limited' | undefined> {
  const { database, clock, secretKeys } = service;
  const bucket = `discount-code source ${secretKeys.mac('activation-code', `discount ${publication.id} ${sourceOf(request.ip)}`)}`;
  const count = (amount: number) =>
    database.transaction((transaction) =>
      countTowards(transaction, clock, bucket, WRONG_CODES_PER_SOURCE_AND_HOUR, amount),
    );
  if ((await count(1)).isExceeded) return 'limited';
  const found = await findCode(service, publication, typed);
  if (found !== undefined) await count(-1);
  return found;
}

function keyOf(terms: ReadonlyMap<string, Terms>): string {
  const special = [...terms].filter(([, { trialDays, discountCode }]) => trialDays !== null || discountCode !== null);
  if (special.length === 0) return '';
  return hashSecret(
    JSON.stringify(special.map(([name, { trialDays, discountCode }]) => [name, trialDays, discountCode?.id ?? null])),
  ).slice(0, 16);
}
