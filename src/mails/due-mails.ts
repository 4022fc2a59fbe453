// The list of the mails that fall due, and the loop of the worker that sends them.
import { readClocks } from '../payments/due.ts';
import type { PaymentParts } from '../payments/gateways.ts';
import { ADDRESS_CHANGED } from './address-changed.ts';
import type { DueMail } from './due-mail.ts';
import { GIFT_ENDING } from './gifts/gift-ending.ts';
import { GIFT_REFUND } from './gifts/gift-refund.ts';
import { GIFT } from './gifts/gift.ts';
import { INVITATION } from './invitation.ts';
import { NEW_ADDRESS } from './new-address.ts';
import { PAID } from './paid.ts';
import { PAUSE_ENDING } from './pause-ending.ts';
import { PAYMENT_FAILED } from './payment-failed.ts';
import { PRICE_CHANGE_UNDONE } from './price-change-undone.ts';
import { PRICE_CHANGE } from './price-change.ts';
import { REFUND } from './refund.ts';
import { RENEWAL } from './renewal.ts';
import { FIGURES } from './staff/monthly-figures.ts';
import { TRIAL } from './trial.ts';
import { TURN } from './turns/turn.ts';

export const DUE_MAILS: readonly DueMail[] = [
  ADDRESS_CHANGED,
  NEW_ADDRESS,
  PAYMENT_FAILED,
  PRICE_CHANGE,
  PRICE_CHANGE_UNDONE,
  RENEWAL,
  PAUSE_ENDING,
  TRIAL,
  GIFT,
  GIFT_ENDING,
  GIFT_REFUND,
  PAID,
  INVITATION,
  REFUND,
  TURN,
  FIGURES,
];

/**
 * Returns whether any mail was due.
 * @param onError receives the error of each mail that fails, which delays no other and is retried
 */
export async function sendDueMails(parts: PaymentParts, onError: (error: unknown) => void): Promise<boolean> {
  const clocks = await readClocks(parts);
  let hadAny = false;
  for (const mail of DUE_MAILS) hadAny = (await mail.send(parts, clocks, onError)) || hadAny;
  return hadAny;
}
