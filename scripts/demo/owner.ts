// The owner of the demo publication, and the link that signs in to the dashboard as the owner, new at each start.
import type { Transaction } from '../../src/database/connection.ts';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import type { Publication } from '../../src/models/publication/publication.ts';
import { addRole } from '../../src/models/staff/role.ts';
import { issueSignInLink } from '../../src/models/staff/sign-in-link.ts';
import { findOrCreateStaffMember } from '../../src/models/staff/staff-member.ts';
import type { Service } from '../../src/service.ts';

export const OWNER = parseEmailAddress('owner@example.org');
const LINK_LIFETIME_SECONDS = 24 * 3600;

export async function ensureOwner(
  publication: Publication,
  transaction: Transaction,
  { config, clock }: Pick<Service, 'config' | 'clock'>,
): Promise<string> {
  const { id: staffId } = await findOrCreateStaffMember(transaction, clock, OWNER);
  await addRole(publication, transaction, clock, { staffId, role: 'owner' });
  const token = await issueSignInLink(transaction, clock, { staffId, lifetimeSeconds: LINK_LIFETIME_SECONDS });
  return `${config.dashboardUrl}/dashboard/link/${token}`;
}
