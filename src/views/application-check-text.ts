// The words for what the check of an application finds: what was seen, and what to do.
import type { CheckLine } from '../models/sign-in/application-finding.ts';
import type { Translate } from './text.ts';

/** What was seen, and what to fix. */
export function checkMessage(t: Translate, { finding, facts, isLeftOpen }: CheckLine): string {
  // Statuses are no numbers to be formatted.
  const values = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, String(value)]));
  const message = t(`dashboard.check.${finding}`, values);
  return isLeftOpen ? t('dashboard.check.left-open', { message }) : message;
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
