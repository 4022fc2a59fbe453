// The well-known test cards, and what becomes of them. Only they are taken: nobody is to type a real card into the sandbox.
import type { DeclineReason } from '../gateway.ts';

export interface CardRule {
  /** Undefined: the card is good. */
  readonly decline?: DeclineReason;
  /** A page of the bank comes in between (3-D Secure). */
  readonly authenticates?: boolean;
  /** Good for the first payment and for no later one. */
  readonly failsLater?: boolean;
}

export const SANDBOX_CARDS: Readonly<Record<string, CardRule>> = {
  '4242424242424242': {},
  '4000000000000002': { decline: 'declined' },
  '4000000000009995': { decline: 'insufficient_funds' },
  '4000002500003155': { authenticates: true },
  '4000008260003178': { authenticates: true, decline: 'insufficient_funds' },
  '4000000000000341': { failsLater: true },
  '4000000000000069': { decline: 'expired_card' },
  '4000000000000127': { decline: 'wrong_cvc' },
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
