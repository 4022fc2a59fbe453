// The mail with the e-mailed code that proves an address: to sign in, to change the address, or to erase the account.
// It is queued in the transaction that issues the code (src/site/email-code.ts).
import { EMAIL_CODE_LIFETIME_SECONDS, type Intent } from '../models/people/email-code.ts';
import type { Mail } from './mail.ts';

interface EmailCode {
  readonly digits: string;
  readonly purpose: Intent['purpose'];
  /** By which the reader of the inbox need not wait while strangers ask for codes. */
  readonly inboxUrl: string;
}

export const EMAIL_CODE: Mail<EmailCode> = {
  write: ({ digits, purpose, inboxUrl }, { t, publication }) => ({
    subject: t('mail.code-subject', { code: digits, publication: publication.name }),
    template: 'email-code',
    data: {
      label: t(purpose === 'erasure' ? 'mail.code-label-erasure' : 'mail.code-label'),
      emailCode: digits,
      minutes: EMAIL_CODE_LIFETIME_SECONDS / 60,
      inboxUrl,
    },
  }),
};
