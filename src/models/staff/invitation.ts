// Invitations of staff: good for a week, once, for one address (service.md: access to a test environment is by
// invitation). The token of the link proves that the mail was read, so accepting needs no code besides.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { hashSecret, randomSecret } from '../../database/secrets.ts';
import type { EmailAddress } from '../email-address.ts';
import { Conflict, NotFound } from '../errors.ts';
import { first, PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import { addRole, listColleagues, type Role } from './role.ts';
import { findOrCreateStaffMember, type StaffMember } from './staff-member.ts';

const INVITATION_LIFETIME_SECONDS = 7 * 24 * 3600;

class InvitationRecord extends PublicationRecord {
  static override tableName = 'staff_invitations';
  declare email: string;
  declare emailNormalized: string;
  declare role: Role;
  declare hash: string;
  /** The staff member; null for the command line. */
  declare invitedBy: string | null;
  declare createdAt: number;
  declare expiresAt: number;
  declare acceptedAt: number | null;
  declare revokedAt: number | null;
}

export type Invitation = RowOf<InvitationRecord>;

/**
 * Invites an address; an earlier invitation of it ends. `token` is for the link in the mail and stored as a hash only.
 * Throws Conflict for somebody who has a role already.
 */
export async function inviteStaff(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: { readonly address: EmailAddress; readonly role: Role; readonly invitedBy: string | null },
): Promise<{ invitation: Invitation; token: string }> {
  const { email, emailNormalized } = given.address;
  const colleagues = await listColleagues(publication, transaction);
  if (colleagues.some((colleague) => colleague.email.toLowerCase() === email.toLowerCase()))
    throw new Conflict('email', 'This person is among the staff already');
  const now = clock.now();
  await openOnes(publication, transaction, clock).where({ emailNormalized }).patch({ revokedAt: now.getTime() });
  const token = randomSecret();
  const invitation: Invitation = {
    publicationId: publication.id,
    id: newId('inv', now),
    email,
    emailNormalized,
    role: given.role,
    hash: hashSecret(token),
    invitedBy: given.invitedBy,
    createdAt: now.getTime(),
    expiresAt: addSeconds(now, INVITATION_LIFETIME_SECONDS).getTime(),
    acceptedAt: null,
    revokedAt: null,
  };
  await InvitationRecord.in(publication, transaction).insert(invitation);
  return { invitation, token };
}

/** Lists the invitations that may still be accepted, newest first. */
export function listInvitations(publication: Tenant, connection: Connection, clock: Clock): Promise<Invitation[]> {
  return openOnes(publication, connection, clock).orderBy('id', 'desc').execute();
}

/** Throws NotFound for one that was accepted, revoked or has expired. */
export async function revokeInvitation(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
): Promise<Invitation> {
  const invitation = await first(openOnes(publication, transaction, clock).where({ id }));
  const revoked = openOnes(publication, transaction, clock).where({ id }).patch({ revokedAt: clock.now().getTime() });
  if (invitation === undefined || (await revoked) === 0) throw new NotFound(`No such invitation: ${id}`);
  return invitation;
}

/** The invitation of a link; undefined for one that was accepted, revoked or has expired. Looking changes nothing. */
export function findInvitation(connection: Connection, clock: Clock, token: string): Promise<Invitation | undefined> {
  const all = InvitationRecord.ofAll(connection, { hash: hashSecret(token), acceptedAt: null, revokedAt: null });
  return first(all.where('expiresAt', '>', clock.now().getTime()));
}

/**
 * Redeems the link: the invited person gets the role. One conditional write decides which of several concurrent calls
 * redeems it. Undefined for one that was accepted, revoked or has expired.
 */
export async function acceptInvitation(
  transaction: Transaction,
  clock: Clock,
  token: string,
): Promise<{ invitation: Invitation; member: StaffMember } | undefined> {
  const invitation = await findInvitation(transaction, clock, token);
  if (invitation === undefined) return undefined;
  const publication = { id: invitation.publicationId };
  const accepted = openOnes(publication, transaction, clock)
    .where({ id: invitation.id })
    .patch({ acceptedAt: clock.now().getTime() });
  if ((await accepted) === 0) return undefined;
  const member = await findOrCreateStaffMember(transaction, clock, invitation);
  await addRole(publication, transaction, clock, { staffId: member.id, role: invitation.role });
  return { invitation, member };
}

function openOnes(publication: Tenant, connection: Connection, clock: Clock) {
  return InvitationRecord.in(publication, connection, { acceptedAt: null, revokedAt: null }).where(
    'expiresAt',
    '>',
    clock.now().getTime(),
  );
}
