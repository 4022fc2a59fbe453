// Stripe's webhooks: verified by Stripe's own code over the raw bytes with every secret in use, then parsed for the object that they name and no
// more. Endpoints have an API version of their own, so both places are read where an invoice may name its subscription.
import { z } from 'zod';
import { toUnixSeconds, type Clock } from '../../database/clock.ts';
import { BadSignature, type EventKind, type GatewayEvent } from '../gateway.ts';
import { loadStripe } from './client.ts';
import { META } from './prices.ts';
import { idOf, toDate } from './wire.ts';

export const STRIPE_SIGNATURE_HEADER = 'stripe-signature';
const STRIPE_TOLERANCE_SECONDS = 300;

/** The kinds that the endpoint is to be subscribed to (docs/operating-payments.md); any other is ignored. */
export const STRIPE_EVENTS: Readonly<Record<string, EventKind>> = {
  'checkout.session.completed': 'checkout_done',
  'checkout.session.async_payment_succeeded': 'checkout_done',
  'checkout.session.async_payment_failed': 'checkout_expired',
  'checkout.session.expired': 'checkout_expired',
  'customer.subscription.created': 'subscription_changed',
  'customer.subscription.updated': 'subscription_changed',
  'customer.subscription.deleted': 'subscription_changed',
  'invoice.paid': 'payment_ok',
  'invoice.payment_failed': 'payment_failed',
  'invoice.payment_action_required': 'payment_failed',
  'charge.refunded': 'refunded',
  'charge.dispute.created': 'disputed',
  'charge.dispute.updated': 'disputed',
  'charge.dispute.closed': 'disputed',
};

const reference = z.union([z.string(), z.object({ id: z.string() })]).nullish();
const metadata = z.record(z.string(), z.string()).nullish();
const schema = z.object({
  id: z.string().min(1).max(255),
  type: z.string(),
  created: z.number().int(),
  livemode: z.boolean(),
  data: z.object({
    object: z.object({
      id: z.string().max(255).nullish(),
      metadata,
      payment_intent: reference,
      subscription: reference,
      parent: z.object({ subscription_details: z.object({ subscription: reference, metadata }).nullish() }).nullish(),
    }),
  }),
});

/** Throws BadSignature. Returns undefined for events to ignore: other kinds, and live ones in a test environment or the reverse. */
export async function parseStripeEvent(
  rawBody: Buffer,
  header: string | string[] | undefined,
  { secrets, clock, isLive }: { readonly secrets: readonly string[]; readonly clock: Clock; readonly isLive: boolean },
): Promise<GatewayEvent | undefined> {
  await checkSignature(rawBody, header, secrets, clock);
  const event = schema.safeParse(JSON.parse(rawBody.toString('utf8')));
  const kind = event.success ? STRIPE_EVENTS[event.data.type] : undefined;
  if (!event.success || kind === undefined || event.data.livemode !== isLive) return undefined;
  const { id, created, data } = event.data;
  const about = subjectOf(kind, event.data.type, data.object);
  return about && { id, kind, ...about, at: toDate(created) };
}

/** Stripe's code accepts timestamps of the future; we do not. */
async function checkSignature(
  rawBody: Buffer,
  header: string | string[] | undefined,
  secrets: readonly string[],
  clock: Clock,
): Promise<void> {
  if (typeof header !== 'string') throw new BadSignature('no signature');
  const now = clock.now();
  const time = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header)?.[1]);
  if (!(time - toUnixSeconds(now) <= STRIPE_TOLERANCE_SECONDS))
    throw new BadSignature('the signature is of another time');
  const { Stripe } = await loadStripe();
  const verifier = Stripe.webhooks.signature;
  if (verifier === null) throw new Error('the Stripe package has no signatures');
  for (const secret of secrets) {
    try {
      verifier.verifyHeader(rawBody, header, secret, STRIPE_TOLERANCE_SECONDS, undefined, now.getTime());
      return;
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    }
  }
  throw new BadSignature('not signed by a secret in use, or too old');
}

type Subject = Pick<GatewayEvent, 'object' | 'ref' | 'publicationId'>;
type Content = z.infer<typeof schema>['data']['object'];

function subjectOf(kind: EventKind, type: string, object: Content): Subject | undefined {
  if (kind === 'refunded' || kind === 'disputed') return subject('payment', object.payment_intent, object.metadata);
  if (kind === 'checkout_done' || kind === 'checkout_expired') return subject('checkout', object.id, object.metadata);
  if (type.startsWith('customer.subscription.')) return subject('subscription', object.id, object.metadata);
  const details = object.parent?.subscription_details;
  return subject('subscription', details?.subscription ?? object.subscription, details?.metadata);
}

function subject(
  object: Subject['object'],
  ref: z.infer<typeof reference>,
  given: z.infer<typeof metadata>,
): Subject | undefined {
  return ref ? { object, ref: idOf(ref), publicationId: given?.[META.publication] } : undefined;
}
