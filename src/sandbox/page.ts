// Renders the sandbox's card page in the publication's look and the visitor's language, with a notice that no money is
// charged.
import type { DeclineReason } from '../models/money/billing-record.ts';
import { SANDBOX_CARDS, type CardRule } from '../payments/sandbox/cards.ts';
import { dueNowOf, type SandboxCheckout } from '../payments/sandbox/checkout.ts';
import { declineText } from '../views/decline-text.ts';
import { formatAmount } from '../views/formats.ts';
import type { Brand } from '../views/frame.ts';
import type { Language } from '../views/language.ts';
import type { FormData } from '../views/page-data.ts';
import { renderHtml } from '../views/render.ts';
import type { TextKey } from '../views/text.ts';

/** The data of the sandbox's card page and of its mock of a bank's authentication page. */
interface SandboxCardOnPage {
  readonly csrfToken: string;
  readonly step: 'card' | 'bank' | 'over';
  readonly heading: string;
  readonly description: string;
  /** The price and the interval. */
  readonly terms: string;
  readonly dueNow: string;
  readonly action: string;
  readonly cancelUrl: string;
  readonly cardNumber: string;
  readonly cards: readonly { readonly number: string; readonly outcome: string }[];
}

declare module '../views/templates.ts' {
  interface Templates {
    'sandbox-card': FormData & SandboxCardOnPage;
  }
}

export type CardFault = DeclineReason | 'unknown card';

const FAULTS: Readonly<Record<CardFault, TextKey>> = {
  declined: 'sandbox.declined',
  insufficient_funds: 'sandbox.insufficient-funds',
  authentication_refused: 'sandbox.authentication-refused',
  expired_card: 'sandbox.expired-card',
  wrong_cvc: 'sandbox.wrong-cvc',
  'unknown card': 'sandbox.unknown-card',
};
const OUTCOMES: Readonly<Record<DeclineReason, TextKey>> = {
  declined: 'sandbox.card-declined',
  insufficient_funds: 'sandbox.card-insufficient-funds',
  authentication_refused: 'sandbox.card-declined',
  expired_card: 'sandbox.card-expired',
  wrong_cvc: 'sandbox.card-wrong-cvc',
};
const GOOD_CARD = '4242 4242 4242 4242';

interface Shown {
  readonly checkout: SandboxCheckout;
  readonly csrfToken: string;
  readonly fault: CardFault | undefined;
}

export function renderCardPage(brand: Brand, language: Language, { checkout, csrfToken, fault }: Shown): string {
  const { id, description, cancelUrl } = checkout;
  const { step, heading } = stepOf(checkout);
  const path = `/sandbox/checkout/${id}`;
  return renderHtml(brand, { ...language, address: path }, 'sandbox-card', {
    csrfToken,
    errors: fault === undefined ? [] : [{ field: 'card_number', message: language.t(FAULTS[fault]) }],
    step,
    heading: language.t(heading),
    description,
    terms: termsOf(checkout, language),
    dueNow: amountText(checkout.cardUpdateFor === null ? dueNowOf(checkout) : checkout.amount, checkout, language),
    action: path,
    cancelUrl,
    cardNumber: GOOD_CARD,
    cards: Object.entries(SANDBOX_CARDS).map(([number, rule]) => ({
      number: number.replaceAll(/(\d{4})(?=\d)/g, '$1 '),
      outcome: outcomeText(rule, language),
    })),
  });
}

function stepOf({ state, cardUpdateFor }: SandboxCheckout): {
  step: SandboxCardOnPage['step'];
  heading: TextKey;
} {
  if (state === 'expired') return { step: 'over', heading: 'sandbox.over' };
  if (state === 'authenticating') return { step: 'bank', heading: 'sandbox.bank' };
  return { step: 'card', heading: cardUpdateFor === null ? 'sandbox.heading' : 'sandbox.heading-mend' };
}

/** Such as "€6.00 a month, the first 14 days free". */
function termsOf(checkout: SandboxCheckout, language: Language): string {
  const { mode, interval, trialDays, discount, amount: minor } = checkout;
  const amount = amountText(minor, checkout, language);
  if (mode === 'one-off') return language.t('sandbox.once', { amount });
  const price = language.t('paid.price', {
    amount,
    interval: language.t(interval === 'month' ? 'price.month' : 'price.year'),
  });
  const trial = trialDays === null ? [] : [language.t('sandbox.trial', { count: trialDays })];
  return [price, ...trial, ...(discount === null ? [] : [language.t('sandbox.discount')])].join(', ');
}

function outcomeText(rule: CardRule, language: Language): string {
  const { failsLater } = rule;
  if (failsLater === undefined) return language.t(outcomeOf(rule));
  const reason = declineText(failsLater === 'unknown' ? null : failsLater, language);
  return language.t('sandbox.card-fails-later', { reason });
}

const DEBITS: Readonly<Record<NonNullable<CardRule['debit']>, TextKey>> = {
  succeeds: 'sandbox.card-debit',
  fails: 'sandbox.card-debit-fails',
  'fails later': 'sandbox.card-debit-fails-later',
};

function outcomeOf({ decline, authenticates = false, debit }: CardRule): TextKey {
  if (debit !== undefined) return DEBITS[debit];
  if (authenticates) return decline === undefined ? 'sandbox.card-asks' : 'sandbox.card-asks-then-fails';
  return decline === undefined ? 'sandbox.card-succeeds' : OUTCOMES[decline];
}

function amountText(minor: number, { currency }: SandboxCheckout, { tag }: Language): string {
  return formatAmount(minor, currency, tag);
}
