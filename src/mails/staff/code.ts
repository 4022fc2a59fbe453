// The mail with the code by which a staff member signs in to the dashboard. It is queued in the transaction that issues
// the code (src/dashboard/getting-in/send-code.ts).
import { EMAIL_CODE_LIFETIME_SECONDS } from '../../models/people/email-code.ts';
import type { Mail } from '../mail.ts';

export const STAFF_CODE: Mail<{ readonly digits: string }> = {
  name: 'staff_code',
  isAskedFor: true,
  write: ({ digits }, { t, publication }) => ({
    subject: t('mail.code-subject', { code: digits, publication: publication.name }),
    template: 'email-code',
    data: {
      label: t('dashboard.mail.code-label'),
      emailCode: digits,
      notAsked: t('mail.code-not-asked'),
      codeUrl: undefined,
      inboxUrl: undefined,
      minutes: EMAIL_CODE_LIFETIME_SECONDS / 60,
    },
  }),
};
