// The words for what the check of an application finds: what was seen, and what to do.
import type { CheckLine } from '../models/sign-in/application-finding.ts';
import { isTextKey, type Translate } from './text.ts';

/** What was seen, and what to fix. */
export function checkMessage(t: Translate, { finding, facts, isLeftOpen }: CheckLine): string {
  // Statuses are no numbers to be formatted; why there was no answer is a key, like that of a delivery's attempt.
  const values = Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, name === 'reason' ? reasonText(t, value) : String(value)]),
  );
  const message = t(`dashboard.check.${finding}`, values);
  return isLeftOpen ? t('dashboard.check.left-open', { message }) : message;
}

function reasonText(t: Translate, reason: string | number): string {
  const key = `dashboard.attempt.reason.${reason}`;
  return t(isTextKey(key) ? key : 'dashboard.attempt.reason.no_answer');
}

/** What was checked, for people. */
export function checkTitle(t: Translate, { check }: CheckLine): string {
  if (check.startsWith('logout check '))
    return t('dashboard.check.of-token', { check: check.slice('logout check '.length) });
  switch (check) {
    case 'discovery':
      return t('dashboard.check.of-discovery');
    case 'signing keys':
      return t('dashboard.check.of-keys');
    case 'redirect URI':
      return t('dashboard.check.of-redirect');
    default:
      return t('dashboard.check.of-receiver');
  }
}
