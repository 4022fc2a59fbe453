// Why a payment failed, in a reader's words: a sentence without its full stop.
import type { DeclineReason } from '../models/money/billing-record.ts';
import type { Language } from './language.ts';
import type { TextKey } from './text.ts';

const TEXTS: Readonly<Record<DeclineReason, TextKey>> = {
  declined: 'decline.declined',
  insufficient_funds: 'decline.insufficient-funds',
  authentication_refused: 'decline.authentication-refused',
  expired_card: 'decline.expired-card',
  wrong_cvc: 'decline.wrong-cvc',
};

/** @param reason null where none is known */
export function declineText(reason: DeclineReason | null, { t }: Pick<Language, 't'>): string {
  return t(reason === null ? 'decline.unknown' : TEXTS[reason]);
}
