// Letters about money: what was paid, a payment that failed, a renewal that comes, and what was paid back. Nobody is browsing, so they are in
// the language that the customer signed in with.
import type { Clock } from '../database/clock.ts';
import type { SecretKeys } from '../database/secrets.ts';
import { renderMail } from '../mails/render.ts';
import type { MailTemplates } from '../mails/templates.ts';
import type { PaymentReason } from '../models/money/payment.ts';
import { findLanguage } from '../models/people/customer-language.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import { queueMessage } from '../outbound/mail.ts';
import type {
  GiftDelivered,
  Paid,
  PaidBack,
  PaymentFailed,
  PaymentLetter,
  RenewalComing,
  TrialEnding,
  WriteLetter,
} from '../payments/letters.ts';
import { formatAmount, formatDay } from '../views/formats.ts';
import { languageOf, type Language } from '../views/language.ts';
import type { TextKey } from '../views/text.ts';

/** The words, without those that every mail has. */
interface Written {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** What begins with a payment, or goes on. */
const PAID: Readonly<Record<PaymentReason, { subject: TextKey; lead: TextKey }>> = {
  start: { subject: 'mail.paid-start-subject', lead: 'mail.paid-start' },
  renewal: { subject: 'mail.paid-renewal-subject', lead: 'mail.paid-renewal' },
  switch: { subject: 'mail.paid-switch-subject', lead: 'mail.paid-switch' },
};
/** Why it was paid back, and what comes of it. */
const PAID_BACK: Readonly<Record<PaidBack['reason'], TextKey>> = {
  'paid back': 'mail.refund',
  'held already': 'mail.refund-held-already',
};

/** What is charged, and how often from then on. */
const TRIAL_ENDS: Readonly<Record<TrialEnding['interval'], TextKey>> = {
  month: 'mail.trial-month',
  year: 'mail.trial-year',
};

const GIFT_LENGTHS: Readonly<Record<GiftDelivered['interval'], TextKey>> = { month: 'gift.months', year: 'gift.years' };

export function paymentLetterWriter(clock: Clock, secretKeys: SecretKeys): WriteLetter {
  return async (publication, transaction, letter) => {
    const tag = await findLanguage(publication, transaction, letter.customerId);
    const language = languageOf(publication, tag === undefined ? {} : { 'accept-language': tag });
    await queueMessage(publication, transaction, clock, secretKeys, {
      to: letter.to,
      ...write(publication, language, letter),
    });
  };
}

function write(publication: PublicationRow, language: Language, letter: PaymentLetter): Written {
  const amount = amountOf(letter, language.tag);
  switch (letter.kind) {
    case 'paid':
      return writeNotice(publication, language, paidNotice(language, publication, letter, amount));
    case 'payment-failed':
      return writeNotice(publication, language, failureNotice(language, publication, letter, amount));
    case 'renewal':
      return writeNotice(publication, language, renewalNotice(language, publication, letter, amount));
    case 'trial':
      return writeNotice(publication, language, trialNotice(language, letter, amount));
    case 'gift':
      return writeNotice(publication, language, giftNotice(language, publication, letter));
    case 'refund':
      return writeNotice(publication, language, refundNotice(language, publication, letter, amount));
  }
}

function paidNotice(
  language: Language,
  { name }: PublicationRow,
  letter: Paid,
  amount: string,
): MailTemplates['notice'] {
  const { t, tag } = language;
  const { reason, planName, number, paidAt, periodStart, periodEnd, next, account, receipt } = letter;
  const { subject, lead } = PAID[reason];
  const rows = [
    { label: t('mail.paid-plan'), value: planName },
    { label: t('mail.paid-amount'), value: t('mail.paid-on', { amount, day: formatDay(paidAt, tag) }) },
    {
      label: t('receipt.period'),
      value: t('receipt.period-days', { from: formatDay(periodStart, tag), to: formatDay(periodEnd, tag) }),
    },
    next === null
      ? { label: t('mail.paid-ends'), value: formatDay(periodEnd, tag) }
      : {
          label: t('mail.paid-next'),
          value: t('mail.paid-on', { amount: amountOf(next, tag), day: formatDay(next.at, tag) }),
        },
    { label: t('mail.paid-number'), value: number },
  ];
  return {
    heading: t(subject, { publication: name }),
    paragraphs: [t(lead, { plan: planName }), ...(next === null ? [] : [t('subscribe.renews')])],
    rows,
    links: [
      { href: receipt, text: t('mail.refund-button') },
      { href: account, text: t('free-offering.account') },
    ],
  };
}

function failureNotice(
  { t, tag }: Language,
  { name }: PublicationRow,
  { accessUntil, link }: PaymentFailed,
  amount: string,
): MailTemplates['notice'] {
  return {
    heading: t('mail.payment-failed-subject', { publication: name }),
    paragraphs: [
      t('mail.payment-failed', { amount }),
      t('mail.payment-failed-until', { day: formatDay(accessUntil, tag) }),
    ],
    rows: [],
    links: [{ href: link, text: t('mail.payment-failed-button') }],
  };
}

function renewalNotice(
  { t, tag }: Language,
  { name }: PublicationRow,
  { planName, at, link }: RenewalComing,
  amount: string,
): MailTemplates['notice'] {
  const day = formatDay(at, tag);
  return {
    heading: t('mail.renewal-subject', { publication: name, day }),
    paragraphs: [t('mail.renewal', { plan: planName, day, amount }), t('mail.renewal-cancel')],
    rows: [],
    links: [{ href: link, text: t('mail.renewal-button') }],
  };
}

function trialNotice(
  { t, tag }: Language,
  { planName, at, interval, link }: TrialEnding,
  amount: string,
): MailTemplates['notice'] {
  const day = formatDay(at, tag);
  return {
    heading: t('mail.trial-subject', { plan: planName, day }),
    paragraphs: [t(TRIAL_ENDS[interval], { amount, day }), t('mail.trial-cancel')],
    rows: [],
    links: [{ href: link, text: t('mail.trial-button') }],
  };
}

/** The words of the buyer stand in paragraphs of their own. */
function giftNotice(
  { t, tag }: Language,
  { name }: PublicationRow,
  { planName, periods, interval, senderName, message, code, link, claimUntil }: GiftDelivered,
): MailTemplates['notice'] {
  const length = t(GIFT_LENGTHS[interval], { count: periods });
  const lead =
    senderName === null
      ? t('mail.gift', { plan: planName, publication: name, length })
      : t('mail.gift-from', { sender: senderName, plan: planName, publication: name, length });
  return {
    heading: t('mail.gift-subject', { publication: name }),
    paragraphs: [lead, ...(message === null ? [] : [message]), t('mail.gift-claim')],
    rows: [
      { label: t('gift.code'), value: code },
      { label: t('mail.gift-until'), value: formatDay(claimUntil, tag) },
    ],
    links: [{ href: link, text: t('gift.claim') }],
  };
}

function refundNotice(
  { t }: Language,
  { name }: PublicationRow,
  { planName, reason, link }: PaidBack,
  amount: string,
): MailTemplates['notice'] {
  return {
    heading: t('mail.refund-subject', { publication: name }),
    paragraphs: [t(PAID_BACK[reason], { amount, plan: planName }), t('mail.refund-arrives')],
    rows: [],
    links: [{ href: link, text: t('mail.refund-button') }],
  };
}

function writeNotice(publication: PublicationRow, language: Language, notice: MailTemplates['notice']): Written {
  return {
    subject: notice.heading,
    ...renderMail({ ...language, publication }, { subject: notice.heading, template: 'notice', data: notice }),
  };
}

function amountOf({ amount, currency }: Pick<PaymentLetter, 'amount' | 'currency'>, tag: string): string {
  return formatAmount(amount, currency, tag);
}
