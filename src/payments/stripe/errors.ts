// What Stripe's errors mean to us: a declined card is an answer, a gateway that is down or busy is waited for, and the rest is a fault that is
// told by its type and code alone, since Stripe's own words may hold what a customer typed.
import type Stripe from 'stripe';
import { NotFound } from '../../models/errors.ts';
import { CustomerGone, GatewayUnavailable, type DeclineReason } from '../gateway.ts';

type StripeError = Stripe.errors.StripeError;

/** StripeIdempotencyError: the same call is under way, or was made with other details not long ago. */
const UNAVAILABLE = new Set([
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
  'StripeAuthenticationError',
  'StripePermissionError',
  'StripeIdempotencyError',
]);
const OVER_REFUNDED = new Set(['charge_already_refunded', 'amount_too_large']);

/** Stripe would not do what we asked: a fault of ours, or of the account's settings. */
export class StripeRefused extends Error {
  override readonly name = 'StripeRefused';
}

/** Does what is asked; throws CustomerGone, NotFound, GatewayUnavailable, StripeRefused, and card errors as they come. */
export async function asked<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    throw isStripeError(error) ? toOurs(error) : error;
  }
}

/** Undefined for what is no decline of a card. */
export function toDecline(error: unknown): DeclineReason | undefined {
  if (!isStripeError(error) || error.type !== 'StripeCardError') return undefined;
  const reasons = [error.code, error.decline_code];
  const has = (...codes: string[]): boolean => reasons.some((reason) => reason !== undefined && codes.includes(reason));
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
  return 'declined';
}

/** Whether Stripe has no such thing. */
export function isMissing(error: unknown): boolean {
  return isStripeError(error) && (error.code === 'resource_missing' || error.statusCode === 404);
}

export function hasCode(error: unknown, code: string): boolean {
  return isStripeError(error) && error.code === code;
}

function toOurs(error: StripeError): Error {
  const { type, code, param, requestId, statusCode } = error;
  const told = [type, code, param, statusCode, requestId].filter((part) => part !== undefined && part !== '').join(' ');
  if (type === 'StripeCardError') return error;
  if (isMissing(error))
    return param === 'customer' ? new CustomerGone(told) : new NotFound(`Stripe has no such thing: ${told}`);
  if (code !== undefined && OVER_REFUNDED.has(code))
    return new NotFound(`No such payment, or less is left of it: ${told}`);
  if (UNAVAILABLE.has(type) || (statusCode ?? 0) >= 500 || statusCode === 409 || statusCode === 429)
    return new GatewayUnavailable(`Stripe does not do it now: ${told}`);
  return new StripeRefused(`Stripe refused: ${told}`);
}

function isStripeError(error: unknown): error is StripeError {
  return error instanceof Error && 'type' in error && typeof error.type === 'string' && error.type.startsWith('Stripe');
}
