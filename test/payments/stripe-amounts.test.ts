// Amounts on the way to Stripe and back, and why a card was refused: tables of what Stripe documents.
import { expect, test } from 'vitest';
import { InvalidValue, NotFound } from '../../src/models/errors.ts';
import { CustomerGone, GatewayUnavailable } from '../../src/payments/gateway.ts';
import { fromStripeAmount, toStripeAmount } from '../../src/payments/stripe/amounts.ts';
import { callStripe, StripeRefused, toDecline } from '../../src/payments/stripe/errors.ts';

test.each([
  ['EUR', 1299, 1299],
  ['USD', 1, 1],
  ['JPY', 500, 500],
  ['KRW', 9900, 9900],
  ['ISK', 990, 99_000],
  ['UGX', 15_000, 1_500_000],
  ['KWD', 1230, 1230],
])('%s %i is %i at Stripe, and back', (currency, ours, theirs) => {
  expect(toStripeAmount(ours, currency)).toBe(theirs);
  expect(fromStripeAmount(theirs, currency.toLowerCase())).toBe(ours);
});

test('an amount that Stripe cannot charge is refused', () => {
  expect(() => toStripeAmount(1234, 'KWD')).toThrow(InvalidValue);
});

const stripeError = (type: string, rest: object = {}): Error =>
  Object.assign(new Error('in words of Stripe'), { type, ...rest });

test.each([
  [{ code: 'card_declined', decline_code: 'generic_decline' }, 'declined'],
  [{ code: 'card_declined', decline_code: 'stolen_card' }, 'declined'],
  [{ code: 'card_declined', decline_code: 'insufficient_funds' }, 'insufficient_funds'],
  [{ code: 'expired_card' }, 'expired_card'],
  [{ code: 'incorrect_cvc' }, 'wrong_cvc'],
  [{ code: 'authentication_required' }, 'authentication_refused'],
])('a refusal by %o is told as %s', (codes, reason) => {
  expect(toDecline(stripeError('StripeCardError', codes))).toBe(reason);
});

test('what is no refusal of a card is not taken for one', () => {
  expect([
    toDecline(stripeError('StripeAPIError', { code: 'card_declined' })),
    toDecline(new Error('card_declined')),
    toDecline(undefined),
  ]).toEqual([undefined, undefined, undefined]);
});

test.each([
  ['StripeConnectionError', {}, GatewayUnavailable],
  ['StripeAPIError', { statusCode: 500 }, GatewayUnavailable],
  ['StripeRateLimitError', { statusCode: 429 }, GatewayUnavailable],
  ['StripeAuthenticationError', { statusCode: 401 }, GatewayUnavailable],
  ['StripePermissionError', { statusCode: 403 }, GatewayUnavailable],
  ['StripeInvalidRequestError', { statusCode: 409, code: 'idempotency_key_in_use' }, GatewayUnavailable],
  ['StripeInvalidRequestError', { statusCode: 404, code: 'resource_missing', param: 'id' }, NotFound],
  ['StripeInvalidRequestError', { statusCode: 400, code: 'resource_missing', param: 'customer' }, CustomerGone],
  ['StripeInvalidRequestError', { statusCode: 400, code: 'charge_already_refunded' }, NotFound],
  ['StripeInvalidRequestError', { statusCode: 400, param: 'mode' }, StripeRefused],
])('%s %o becomes ours, without the words of Stripe', async (type, rest, kind) => {
  const failure = await callStripe(() => Promise.reject(stripeError(type, rest))).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(kind);
  expect(String(failure)).not.toContain('in words of Stripe');
});
