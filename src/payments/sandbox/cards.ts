// The well-known test cards, and what becomes of them. Only they are taken: nobody is to type a real card into the sandbox.
import type { DeclineReason } from '../gateway.ts';

interface CardRule {
  /** What becomes of it, for the card page. */
  readonly hint: string;
  /** Undefined: the card is good. */
  readonly decline?: DeclineReason;
  /** A page of the bank comes in between (3-D Secure). */
  readonly authenticates?: boolean;
  /** Good for the first payment and for no later one. */
  readonly failsLater?: boolean;
}

export const SANDBOX_CARDS: Readonly<Record<string, CardRule>> = {
  '4242424242424242': { hint: 'succeeds' },
  '4000000000000002': { hint: 'is declined', decline: 'declined' },
  '4000000000009995': { hint: 'has insufficient funds', decline: 'insufficient_funds' },
  '4000002500003155': { hint: 'asks the bank first (3-D Secure)', authenticates: true },
  '4000008260003178': { hint: 'asks the bank, then has insufficient funds', authenticates: true, decline: 'insufficient_funds' },
  '4000000000000341': { hint: 'succeeds now and fails at renewal', failsLater: true },
  '4000000000000069': { hint: 'has expired', decline: 'expired_card' },
  '4000000000000127': { hint: 'has a wrong security code', decline: 'wrong_cvc' },
};

/** Undefined for a number that is none of the test cards; spaces and hyphens do not matter. */
export function findCard(text: string): { readonly number: string; readonly rule: CardRule } | undefined {
  const number = text.replaceAll(/[\s-]/g, '');
  const rule = Object.hasOwn(SANDBOX_CARDS, number) ? SANDBOX_CARDS[number] : undefined;
  return rule && { number, rule };
}

/** Whether a charge without the customer, for a renewal or a change of price, goes through. */
export function canChargeLater(number: string): boolean {
  const rule = findCard(number)?.rule;
  return rule !== undefined && rule.decline === undefined && rule.failsLater !== true;
}
