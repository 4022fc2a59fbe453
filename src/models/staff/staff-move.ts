// Staff whose publication moves to another database of the operator. A person is known there by their address; passkeys, recovery codes and
// sessions stay behind, as they are of another dashboard.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import type { Tenant } from '../record.ts';
import { findOrAddStaffMember, isStaffId, type StaffMember } from './staff-member.ts';

const list = statement<StaffMember>(
  'staff_of_publication',
  `select m.* from staff_members m where m.id in (select r.staff_id from staff_roles r where r.publication_id = :publicationId
    union all select f.staff_id from figure_mails f where f.publication_id = :publicationId) order by m.id`,
);

export function listStaffOf({ id }: Tenant, connection: Connection): Promise<StaffMember[]> {
  return connection.all(list, { publicationId: id });
}

/** Returns the id of the person with this address, which is the same as before for whoever is new and whose id nobody has. */
export async function takeOverStaffMember(
  transaction: Transaction,
  clock: Clock,
  { id, email, emailNormalized, name, createdAt }: StaffMember,
): Promise<string> {
  const isTaken = await isStaffId(transaction, id);
  // Whoever switched mailed codes off has a passkey, which does not come along.
  const member = { id: isTaken ? newId('staff', clock.now()) : id, email, emailNormalized, name, createdAt };
  return (await findOrAddStaffMember(transaction, { ...member, codeDisabledAt: null })).id;
}
