// Deliveries and their attempts in the words of the reader.
import type { DeliveryAttempt } from '../../models/outbox/delivery-attempt.ts';
import type { DeliveryState } from '../../models/outbox/delivery.ts';
import type { Language } from '../../views/language.ts';

export function deliveryStateText({ t }: Language, state: DeliveryState): string {
  return t(`dashboard.delivery.${state}`);
}

/** How an attempt ended, in one line. Empty for no attempt. */
export function resultText({ t }: Language, attempt: Pick<DeliveryAttempt, 'status' | 'reason'> | undefined): string {
  if (attempt === undefined) return '';
  const { status, reason } = attempt;
  if (status !== null) return t('dashboard.attempt.answered', { status: String(status) });
  return reason === null ? t('dashboard.attempt.reason.no_answer') : t(`dashboard.attempt.reason.${reason}`);
}

/** What to do about an attempt that failed. Empty for one that did not, and where the result says it all. */
export function adviceText({ t }: Language, { reason }: Pick<DeliveryAttempt, 'reason'>, isLogout: boolean): string {
  if (reason === 'redirect') return t('dashboard.attempt.reason.redirect');
  if (reason !== 'status') return '';
  return t(isLogout ? 'dashboard.attempt.wants-200' : 'dashboard.attempt.wants-2xx');
}
