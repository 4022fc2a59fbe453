// The well-known test cards and their outcomes. No other card is accepted, so that nobody types a real card into the
// sandbox.
import type { DeclineReason } from '../../models/money/billing-record.ts';
import type { MeansOfPayment } from '../../models/receipts/receipt.ts';
import type { PayingCard } from '../gateway.ts';

export interface CardRule {
  /** Undefined for a card that is accepted. */
  readonly decline?: DeclineReason;
  /** The bank authenticates the customer first (3-D Secure). */
  readonly authenticates?: boolean;
  /** The card pays the first charge and fails for every later one, for that reason; unknown: the bank gives one that nobody knows. */
  readonly failsLater?: DeclineReason | 'unknown';
  /** Stands for a debit: nothing is paid for some days, and then it succeeds or fails. fails later: all but the first one. */
  readonly debit?: 'succeeds' | 'fails' | 'fails later';
}

export const SANDBOX_CARDS: Readonly<Record<string, CardRule>> = {
  '4242424242424242': {},
  '4000000000000002': { decline: 'declined' },
  '4000000000009995': { decline: 'insufficient_funds' },
  '4000002500003155': { authenticates: true },
  '4000008260003178': { authenticates: true, decline: 'insufficient_funds' },
  '4000000000000341': { failsLater: 'declined' },
  '4000002760003184': { authenticates: true, failsLater: 'authentication_refused' },
  '4000000000000192': { debit: 'succeeds' },
  '4000000000000218': { debit: 'fails' },
  '4000000000000069': { decline: 'expired_card' },
  '4000000000000127': { decline: 'wrong_cvc' },
  '4000000000009987': { decline: 'declined' },
  // Of the sandbox alone: 0341, which fails later, before the end of the card that fails for that reason.
  '4000000003419995': { failsLater: 'insufficient_funds' },
  '4000000003410069': { failsLater: 'expired_card' },
  '4000000003419987': { failsLater: 'declined' },
  '4000000003410119': { failsLater: 'unknown' },
  '4000000003410218': { debit: 'fails later' },
};

/** Our choice: no expiry is asked for, so all test cards have this one. */
const EXPIRES = '2034-12';

/** Returns null for a debit. */
export function payingCardOf(number: string): PayingCard | null {
  const rule = findCard(number)?.rule;
  return rule === undefined || rule.debit !== undefined
    ? null
    : { brand: 'visa', last4: number.slice(-4), expires: EXPIRES };
}

/** What the card is called on a receipt. */
export function meansOf(number: string): MeansOfPayment {
  const isDebit = findCard(number)?.rule.debit !== undefined;
  return { brand: isDebit ? 'sepa_debit' : 'visa', last4: number.slice(-4), country: null };
}

/** Finds a test card by its number, in which spaces and hyphens are ignored. */
export function findCard(text: string): { readonly number: string; readonly rule: CardRule } | undefined {
  const number = text.replaceAll(/[\s-]/g, '');
  const rule = Object.hasOwn(SANDBOX_CARDS, number) ? SANDBOX_CARDS[number] : undefined;
  return rule && { number, rule };
}

/** Returns whether a charge in the absence of the customer succeeds, as for a renewal or a change of price. */
export function canChargeLater(number: string): boolean {
  const rule = findCard(number)?.rule;
  return rule !== undefined && rule.decline === undefined && rule.failsLater === undefined;
}

/** Why such a charge fails; null where the bank does not say. */
export function declineLaterOf(number: string): DeclineReason | null {
  const rule = findCard(number)?.rule;
  const reason = rule?.decline ?? rule?.failsLater ?? 'unknown';
  return reason === 'unknown' ? null : reason;
}
