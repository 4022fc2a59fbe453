// The letter about a failed payment: what is owed, until when the access lasts, and where it is mended. In the publication's language, since
// nobody is browsing.
import type { Clock } from '../database/clock.ts';
import type { SecretKeys } from '../database/secrets.ts';
import { queueMail } from '../outbound/mail.ts';
import type { WriteLetter } from '../payments/reminder.ts';
import { languageOf } from './language.ts';
import { renderMail } from './render.ts';

export function paymentFailedWriter(clock: Clock, secretKeys: SecretKeys): WriteLetter {
  return async (publication, transaction, { to, amount, currency, accessUntil, link }) => {
    const language = languageOf(publication, {});
    const { tag, t } = language;
    const format = new Intl.NumberFormat(tag, { style: 'currency', currency });
    const owed = format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
    const accessUntilDay = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(accessUntil);
    const parts = renderMail(publication, language, 'payment-failed', { amount: owed, accessUntil: accessUntilDay, link });
    const subject = t('mail.payment-failed-subject', { publication: publication.name });
    await queueMail(publication, transaction, clock, secretKeys, { to, subject, ...parts });
  };
}
