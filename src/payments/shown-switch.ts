// A change of price as it was shown, in the hands of the browser until it is confirmed: signed, for this customer of this publication, so that
// looking writes nothing and what is charged equals what was shown.
import { z } from 'zod';
import type { SecretKeys } from '../database/secrets.ts';
import type { ShownPriceSwitch } from '../models/money/price-switch.ts';
import type { Tenant } from '../models/record.ts';

/** Whose page it was shown on. */
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

/** In characters that a form keeps as they are. */
export function sealSwitch(secretKeys: SecretKeys, owner: SwitchOwner, shown: ShownPriceSwitch): string {
  const text = Buffer.from(JSON.stringify(shown)).toString('base64url');
  return `${text}.${secretKeys.mac('price-switch', signedText(owner, text))}`;
}

/** Undefined for what was not shown to this customer, or was altered. */
export function openSwitch(secretKeys: SecretKeys, owner: SwitchOwner, sealed: string): ShownPriceSwitch | undefined {
  const [text = '', mac = '', ...others] = sealed.split('.');
  if (others.length > 0 || !secretKeys.isMac('price-switch', signedText(owner, text), mac)) return undefined;
  return shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
}

function signedText({ publication, customerId }: SwitchOwner, text: string): string {
  return `${publication.id} ${customerId} ${text}`;
}
