// The mail services whose webhooks are taken in: how each signs, and what its events say. A row a service; docs/operating.md
// (Bounces) describes our own format.
import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { MailBounce } from '../models/outbox/mail-report.ts';
import { bounceOf, statusIn } from '../outbound/mail-status.ts';
import { isNear, isSignedWebhook } from '../outbound/standard-webhooks.ts';

/** What one event says about one mail. */
export interface MailServiceReport {
  /** Our Message-ID, or the envelope sender of the mail. */
  readonly messageId?: string | undefined;
  readonly envelopeSender?: string | undefined;
  readonly recipient: string;
  readonly bounce: MailBounce;
}

interface Webhook {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly now: Date;
}

export interface MailService {
  /** Of its webhook, on the host of the data API. */
  readonly path: string;
  /** Whether its secret is among the settings. */
  isSet(config: Pick<Config, 'mailWebhooks'>): boolean;
  isSigned(config: Pick<Config, 'mailWebhooks'>, webhook: Webhook): boolean;
  /** Returns the bounces and complaints among the events. Throws ZodError for what is no webhook of the service. */
  read(json: unknown): MailServiceReport[];
}

/** Our choice: more events than any service sends at once. */
const EVENTS_MAX = 1000;

const text = z.string().max(2000);
const ownFormat = z.object({
  type: text,
  data: z.object({
    recipient: text,
    message_id: text.optional(),
    envelope_sender: text.optional(),
    bounce: z.enum(['hard', 'soft']).optional(),
    status: text.optional(),
    answer: text.optional(),
  }),
});

/** Our own format, for any service that can be made to send it, and for programs in between. */
const OWN: MailService = {
  path: '/webhooks/mail',
  isSet: ({ mailWebhooks }) => mailWebhooks.secrets.length > 0,
  isSigned: ({ mailWebhooks }, { headers, body, now }) => isSignedWebhook(mailWebhooks.secrets, headers, body, now),
  read(json) {
    const { type, data } = ownFormat.parse(json);
    const bounce = bounceOfOwn(type, data);
    const { recipient, message_id: messageId, envelope_sender: envelopeSender } = data;
    return bounce === undefined ? [] : [{ recipient, messageId, envelopeSender, bounce }];
  },
};

function bounceOfOwn(
  type: string,
  { bounce, status, answer }: z.output<typeof ownFormat>['data'],
): MailBounce | undefined {
  if (type === 'mail.complained') return { kind: 'complaint', answer };
  if (type !== 'mail.bounced') return undefined;
  const code = statusIn(status ?? '') ?? statusIn(answer ?? '');
  if (code !== undefined || bounce === undefined) return bounceOf(code, answer);
  return { kind: bounce === 'hard' ? 'hard_bounce' : 'soft_bounce', answer };
}

const sendgridEvents = z
  .array(
    z.object({
      event: text,
      email: text,
      type: text.optional(),
      'smtp-id': text.optional(),
      status: text.optional(),
      reason: text.optional(),
    }),
  )
  .max(EVENTS_MAX);

/** Twilio SendGrid's signed event webhook: ECDSA over the timestamp and the body. It keeps our Message-ID as `smtp-id`. */
const SENDGRID: MailService = {
  path: '/webhooks/mail/sendgrid',
  isSet: ({ mailWebhooks }) => mailWebhooks.sendgridKey !== undefined,
  isSigned({ mailWebhooks: { sendgridKey = '' } }, { headers, body, now }) {
    const timestamp = headers['x-twilio-email-event-webhook-timestamp'];
    const signature = headers['x-twilio-email-event-webhook-signature'];
    if (typeof timestamp !== 'string' || typeof signature !== 'string' || !isNear(timestamp, now)) return false;
    const key = createPublicKey({ key: Buffer.from(sendgridKey, 'base64'), format: 'der', type: 'spki' });
    return verify('sha256', Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'base64'));
  },
  read: (json) =>
    sendgridEvents.parse(json).flatMap((event) => {
      const bounce = bounceOfSendgrid(event);
      return bounce === undefined ? [] : [{ recipient: event.email, messageId: event['smtp-id'], bounce }];
    }),
};

/** A bounce of the type `blocked` is about the sender or a policy. */
function bounceOfSendgrid({
  event,
  type,
  status,
  reason,
}: z.output<typeof sendgridEvents>[number]): MailBounce | undefined {
  if (event === 'spamreport') return { kind: 'complaint' };
  if (event !== 'bounce' || type === 'blocked') return undefined;
  return bounceOf(statusIn(status ?? '') ?? statusIn(reason ?? ''), reason);
}

const MAIL_SERVICES: readonly MailService[] = [OWN, SENDGRID];

/** Those of which the settings hold a secret. */
export function mailServicesOf(config: Pick<Config, 'mailWebhooks'>): readonly MailService[] {
  return MAIL_SERVICES.filter((service) => service.isSet(config));
}
