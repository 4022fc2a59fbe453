// Every mail that falls due by itself, one row each, and the loop of the worker that sends them.
import { readClocks } from '../payments/due.ts';
import type { PaymentParts } from '../payments/gateways.ts';
import type { DueMail } from './due-mail.ts';
import { GIFT } from './gift.ts';
import { PAID } from './paid.ts';
import { PAYMENT_FAILED } from './payment-failed.ts';
import { REFUND } from './refund.ts';
import { RENEWAL } from './renewal.ts';
import { TRIAL } from './trial.ts';

export const DUE_MAILS: readonly DueMail[] = [PAYMENT_FAILED, RENEWAL, TRIAL, GIFT, PAID, REFUND];

/** Returns whether any was due. @param onError is told of each that fails; it keeps no other from its turn and is tried again */
export async function sendDueMails(parts: PaymentParts, onError: (error: unknown) => void): Promise<boolean> {
  const clocks = await readClocks(parts);
  let hadAny = false;
  for (const mail of DUE_MAILS) hadAny = (await mail.send(parts, clocks, onError)) || hadAny;
  return hadAny;
}
