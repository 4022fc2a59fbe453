// Translates Stripe's errors: a declined card is an answer, a gateway that is down or busy is retried, and the rest is a fault. Messages hold the
// type and code alone, since Stripe's own text may hold what a customer typed.
import type Stripe from 'stripe';
import { NotFound } from '../../models/errors.ts';
import type { DeclineReason } from '../../models/money/billing-record.ts';
import { CredentialsRefused, CustomerGone, GatewayUnavailable } from '../gateway.ts';

type StripeError = Stripe.errors.StripeError;

/** StripeIdempotencyError: the same call is under way, or was made with other parameters before. */
const UNAVAILABLE = new Set([
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
  'StripeIdempotencyError',
]);
const OF_THE_KEY = new Set(['StripeAuthenticationError', 'StripePermissionError']);
const OVER_REFUNDED = new Set(['charge_already_refunded', 'amount_too_large']);

/**
 * The decline codes by which a bank says no without a reason, or for one that nobody but it should tell, such as a card that was
 * reported lost (https://docs.stripe.com/declines/codes).
 */
const REFUSALS_OF_BANKS = new Set([
  'approve_with_id',
  'call_issuer',
  'card_not_supported',
  'card_velocity_exceeded',
  'do_not_honor',
  'do_not_try_again',
  'fraudulent',
  'generic_decline',
  'invalid_account',
  'lost_card',
  'merchant_blacklist',
  'no_action_taken',
  'not_permitted',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'security_violation',
  'service_not_allowed',
  'stolen_card',
  'stop_payment_order',
  'transaction_not_allowed',
  'withdrawal_count_limit_exceeded',
]);

/** Stripe refused a call: a fault of ours, or of the account's settings. */
export class StripeRefused extends Error {
  override readonly name = 'StripeRefused';
}

/**
 * Runs calls to Stripe. Throws CustomerGone, NotFound, GatewayUnavailable and StripeRefused in place of Stripe's errors, but card errors as they
 * are.
 */
export async function callStripe<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    throw isStripeError(error) ? toOurs(error) : error;
  }
}

/** Returns undefined for an error that is no decline of a card. */
export function toDecline(error: unknown): DeclineReason | undefined {
  if (!isStripeError(error) || error.type !== 'StripeCardError') return undefined;
  return toReason(error) ?? 'declined';
}

/** Returns undefined for codes that are not known here. */
export function toReason(failure: {
  readonly code?: string | undefined;
  readonly decline_code?: string | undefined;
}): DeclineReason | undefined {
  const { code, decline_code: declineCode } = failure;
  const has = (...codes: string[]): boolean =>
    [code, declineCode].some((given) => given !== undefined && codes.includes(given));
  if (has('insufficient_funds')) return 'insufficient_funds';
  if (has('expired_card')) return 'expired_card';
  if (has('incorrect_cvc', 'invalid_cvc')) return 'wrong_cvc';
  if (
    has(
      'authentication_required',
      'payment_intent_authentication_failure',
      'setup_intent_authentication_failure',
      'subscription_payment_intent_requires_action',
      'invoice_payment_intent_requires_action',
    )
  ) {
    return 'authentication_refused';
  }
  const isOfBank = code === 'card_declined' && (declineCode === undefined || REFUSALS_OF_BANKS.has(declineCode));
  return isOfBank ? 'declined' : undefined;
}

/** Whether Stripe has no such object. */
export function isMissing(error: unknown): boolean {
  return isStripeError(error) && (error.code === 'resource_missing' || error.statusCode === 404);
}

export function hasCode(error: unknown, code: string): boolean {
  return isStripeError(error) && error.code === code;
}

function toOurs(error: StripeError): Error {
  const { type, code, param, requestId, statusCode } = error;
  const summary = [type, code, param, statusCode, requestId]
    .filter((part) => part !== undefined && part !== '')
    .join(' ');
  if (type === 'StripeCardError') return error;
  if (isMissing(error))
    return param === 'customer' ? new CustomerGone(summary) : new NotFound(`Stripe has no such thing: ${summary}`);
  if (code !== undefined && OVER_REFUNDED.has(code))
    return new NotFound(`No such payment, or less is left of it: ${summary}`);
  if (OF_THE_KEY.has(type)) return new CredentialsRefused(`Stripe does not accept the key: ${summary}`);
  if (UNAVAILABLE.has(type) || (statusCode ?? 0) >= 500 || statusCode === 409 || statusCode === 429)
    return new GatewayUnavailable(`Stripe does not do it now: ${summary}`);
  return new StripeRefused(`Stripe refused: ${summary}`);
}

function isStripeError(error: unknown): error is StripeError {
  return error instanceof Error && 'type' in error && typeof error.type === 'string' && error.type.startsWith('Stripe');
}
