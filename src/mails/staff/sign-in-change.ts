// The mail to a staff member after each change of how they sign in, and after a recovery code was used, so that they learn of
// what they did not do themselves. It is queued in the transaction of the change.
import { formatMoment } from '../../views/formats.ts';
import { notice, type Mail } from '../mail.ts';

export interface StaffSignInChange {
  readonly change:
    'passkey-added' | 'passkey-removed' | 'code-off' | 'code-on' | 'recovery-codes-made' | 'recovery-code-used';
  /** The name of the passkey, for a change of one. */
  readonly passkey?: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Where it was done; null for the command line. */
  readonly network: string | null;
}

export const STAFF_SIGN_IN_CHANGE: Mail<StaffSignInChange> = {
  name: 'staff_sign_in_change',
  write: ({ change, passkey = '', at, network }, { t, tag, publication }) => {
    const time = formatMoment(at, tag, 'UTC');
    return notice(t(`dashboard.mail.${change}-heading`), {
      paragraphs: [
        t(`dashboard.mail.${change}`, { passkey }),
        network === null
          ? t('dashboard.mail.change-by-operator', { time })
          : t('dashboard.mail.change-when', { time, network }),
        t('dashboard.mail.change-advice'),
      ],
      links: [{ href: `${publication.siteUrl}/dashboard/person`, text: t('dashboard.person.title') }],
    });
  },
};
