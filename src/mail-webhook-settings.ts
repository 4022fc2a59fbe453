// The secrets of mail services' webhooks (docs/operating.md, Bounces). A service without one has no address.
import { createPublicKey } from 'node:crypto';
import { z } from 'zod';
import { list, settingsOf } from './setting.ts';

export interface MailWebhooks {
  /** Of our own format, signed by Standard Webhooks. Empty where it is not taken. */
  readonly secrets: readonly string[];
  /** The public key of SendGrid's signed event webhook: SubjectPublicKeyInfo in base64. */
  readonly sendgridKey: string | undefined;
}

/** 24 to 64 bytes, as Standard Webhooks asks for. */
const isSecret = (text: string): boolean => {
  const bytes = /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text.slice(6), 'base64').length : 0;
  return bytes >= 24 && bytes <= 64;
};

const isPublicKey = (text: string): boolean => {
  try {
    return (
      createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' }).asymmetricKeyType === 'ec'
    );
  } catch {
    return false;
  }
};

export const mailWebhookSettings = settingsOf(
  z.object({
    MAIL_WEBHOOK_SECRET: z
      .string()
      .transform(list)
      .refine(
        (secrets) => secrets.every(isSecret),
        'must be whsec_ and 24 to 64 bytes in base64; make one with: echo "whsec_$(openssl rand -base64 32)"',
      )
      .default([]),
    SENDGRID_WEBHOOK_KEY: z
      .string()
      .refine(isPublicKey, 'must be the verification key that SendGrid shows for its signed event webhook')
      .optional(),
  }),
  () => [],
  ({ MAIL_WEBHOOK_SECRET, SENDGRID_WEBHOOK_KEY }): MailWebhooks => ({
    secrets: MAIL_WEBHOOK_SECRET,
    sendgridKey: SENDGRID_WEBHOOK_KEY,
  }),
);
