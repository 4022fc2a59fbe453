// A price switch as it was shown, kept by the browser until it is confirmed. It is signed for this customer of this publication, so that a preview
// writes nothing and what is charged equals what was shown.
import { z } from 'zod';
import type { SecretKeys } from '../database/secrets.ts';
import type { ShownPriceSwitch } from '../models/money/price-switch.ts';
import type { Tenant } from '../models/record.ts';

/** The customer to whom it was shown. */
export interface SwitchOwner {
  readonly publication: Tenant;
  readonly customerId: string;
}

const shape = z.object({
  id: z.string(),
  billingId: z.string(),
  priceId: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  interval: z.enum(['month', 'year']),
  timing: z.enum(['now', 'at_period_end']),
  previewedAt: z.number().int(),
  dueNow: z.number().int(),
  nextAmount: z.number().int(),
  nextAt: z.number().int(),
  billingRevision: z.number().int(),
  createdAt: z.number().int(),
});

/** Signs a preview, as text that a form field keeps unchanged. */
export function signSwitch(secretKeys: SecretKeys, owner: SwitchOwner, shown: ShownPriceSwitch): string {
  const text = Buffer.from(JSON.stringify(shown)).toString('base64url');
  return `${text}.${secretKeys.mac('price-switch', signedText(owner, text))}`;
}

/** Returns undefined for what was not shown to this customer, or was altered. */
export function verifySwitch(secretKeys: SecretKeys, owner: SwitchOwner, signed: string): ShownPriceSwitch | undefined {
  const [text = '', mac = '', ...others] = signed.split('.');
  if (others.length > 0 || !secretKeys.isMac('price-switch', signedText(owner, text), mac)) return undefined;
  return shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
}

function signedText({ publication, customerId }: SwitchOwner, text: string): string {
  return `${publication.id} ${customerId} ${text}`;
}
