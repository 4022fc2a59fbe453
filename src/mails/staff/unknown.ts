// The mail in place of a code to an address that has no access to the dashboard, so that its owner learns why no code
// comes, and the page shows nobody which addresses have access.
import { notice, type Mail } from '../mail.ts';

export const STAFF_UNKNOWN: Mail<undefined> = {
  name: 'staff_unknown',
  isAskedFor: true,
  write: (_facts, { t }) =>
    notice(t('dashboard.mail.unknown-heading'), {
      paragraphs: [t('dashboard.mail.unknown-reason'), t('dashboard.mail.unknown-advice')],
    }),
};
