// Letters about money: a payment that failed, a renewal that comes, and what was paid back. In the publication's language, since nobody is
// browsing.
import type { Clock } from '../database/clock.ts';
import type { SecretKeys } from '../database/secrets.ts';
import type { PublicationRow } from '../models/publication.ts';
import { queueMail } from '../outbound/mail.ts';
import type { PaidBack, PaymentLetter, RenewalComing, WriteLetter } from '../payments/letters.ts';
import { languageOf, type Language } from './language.ts';
import { renderMail } from './render.ts';
import type { MailTemplates } from './templates.ts';
import type { TextKey } from './text.ts';

/** The words, without those that every mail has. */
interface Written {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Why it was paid back, and what comes of it. */
const PAID_BACK: Readonly<Record<PaidBack['reason'], TextKey>> = { 'paid back': 'mail.refund', 'held already': 'mail.refund-held-already' };

export function paymentLetterWriter(clock: Clock, secretKeys: SecretKeys): WriteLetter {
  return async (publication, transaction, letter) => {
    await queueMail(publication, transaction, clock, secretKeys, { to: letter.to, ...write(publication, languageOf(publication, {}), letter) });
  };
}

function write(publication: PublicationRow, language: Language, letter: PaymentLetter): Written {
  const { t, tag } = language;
  const amount = amountOf(letter, tag);
  switch (letter.kind) {
    case 'payment-failed': {
      const data = { amount, accessUntil: dayOf(letter.accessUntil, tag), link: letter.link };
      return { subject: t('mail.payment-failed-subject', { publication: publication.name }), ...renderMail(publication, language, 'payment-failed', data) };
    }
    case 'renewal':
      return writeNotice(publication, language, renewalNotice(language, publication, letter, amount));
    case 'refund':
      return writeNotice(publication, language, refundNotice(language, publication, letter, amount));
  }
}

function renewalNotice({ t, tag }: Language, { name }: PublicationRow, { planName, at, link }: RenewalComing, amount: string): MailTemplates['notice'] {
  const day = dayOf(at, tag);
  return {
    heading: t('mail.renewal-subject', { publication: name, day }),
    paragraphs: [t('mail.renewal', { plan: planName, day, amount }), t('mail.renewal-cancel')],
    link: { href: link, text: t('mail.renewal-button') },
  };
}

function refundNotice({ t }: Language, { name }: PublicationRow, { planName, reason, link }: PaidBack, amount: string): MailTemplates['notice'] {
  return {
    heading: t('mail.refund-subject', { publication: name }),
    paragraphs: [t(PAID_BACK[reason], { amount, plan: planName }), t('mail.refund-arrives')],
    link: { href: link, text: t('mail.refund-button') },
  };
}

function writeNotice(publication: PublicationRow, language: Language, notice: MailTemplates['notice']): Written {
  return { subject: notice.heading, ...renderMail(publication, language, 'notice', notice) };
}

function amountOf({ amount, currency }: PaymentLetter, tag: string): string {
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

function dayOf(milliseconds: number, tag: string): string {
  return new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(milliseconds);
}
