// The mail that invites somebody to a publication's dashboard. It is queued in the transaction of the invitation.
import type { Role } from '../../models/staff/role.ts';
import { notice, type Mail } from '../mail.ts';

interface StaffInvitation {
  readonly role: Role;
  /** Who invites; null for the operator. */
  readonly invitedBy: string | null;
  readonly url: string;
}

export const STAFF_INVITATION: Mail<StaffInvitation> = {
  name: 'staff_invitation',
  isForOwners: true,
  write: ({ role, invitedBy, url }, { t, publication }) =>
    notice(t('dashboard.mail.invitation-heading', { publication: publication.name }), {
      paragraphs: [
        invitedBy === null ? t('dashboard.mail.invitation') : t('dashboard.mail.invitation-by', { person: invitedBy }),
        t(`dashboard.role.${role}-may`),
        t('dashboard.mail.invitation-lifetime'),
      ],
      links: [{ href: url, text: t('dashboard.mail.invitation-accept') }],
    }),
};
