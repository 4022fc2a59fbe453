// Somebody leaves the staff of a publication. Its pages ask for the role each time, so they are closed at once; without a
// role anywhere all sessions end too, and so do passkeys and recovery codes.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import type { Tenant } from '../record.ts';
import { listMemberships, removeRole } from './role.ts';
import { resetSignInWays } from './sign-in-ways.ts';
import { lockStaffMember } from './staff-member.ts';
import { endAllStaffSessions } from './staff-session.ts';

/**
 * Takes away somebody's access to the publication. Our choice: their sessions go on while they have a role elsewhere, as
 * no publication may sign somebody out of another. Throws NotFound, and Conflict for the only owner.
 */
export async function removeStaffMember(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  staffId: string,
): Promise<void> {
  await removeRole(publication, transaction, staffId);
  await lockStaffMember(transaction, staffId);
  if ((await listMemberships(transaction, staffId)).length > 0) return;
  await endAllStaffSessions(transaction, clock, staffId);
  await resetSignInWays(transaction, staffId);
}
