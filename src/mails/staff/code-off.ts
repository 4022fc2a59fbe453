// The mail in place of a code to somebody who switched e-mailed codes off, so that the page shows nobody that they did.
import { notice, type Mail } from '../mail.ts';

export const STAFF_CODE_OFF: Mail<undefined> = {
  name: 'staff_code_off',
  isAskedFor: true,
  write: (_facts, { t, publication }) =>
    notice(t('dashboard.mail.code-is-off-heading'), {
      paragraphs: [t('dashboard.mail.code-is-off'), t('dashboard.mail.code-is-off-advice')],
      links: [{ href: `${publication.siteUrl}/dashboard/sign-in`, text: t('dashboard.sign-in.heading') }],
    }),
};
