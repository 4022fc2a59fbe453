// Why a payment failed, in a publisher's words.
import type { DeclineReason } from '../models/money/billing-record.ts';
import type { TextKey } from '../views/text.ts';

const DECLINES: Readonly<Record<DeclineReason | 'unknown', TextKey>> = {
  declined: 'dashboard.reader.declined',
  insufficient_funds: 'dashboard.reader.declined-funds',
  authentication_refused: 'dashboard.reader.declined-approval',
  expired_card: 'dashboard.reader.declined-expired',
  wrong_cvc: 'dashboard.reader.declined-cvc',
  unknown: 'dashboard.reader.declined-unknown',
};

/** @param reason null where the gateway does not say */
export function declineKey(reason: DeclineReason | null): TextKey {
  return DECLINES[reason ?? 'unknown'];
}
