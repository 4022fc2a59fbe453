// Roles of staff in a publication (decisions 37): owner, editor (sells and helps readers; no keys, no staff, no
// erasing), viewer. A publication always has an owner once it had one.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { ofAllPublications, statement } from '../../database/statement.ts';
import { Conflict, InvalidValue, NotFound } from '../errors.ts';
import { checkNotAway } from '../move-state.ts';
import { publicationColumns } from '../publication/publication-columns.ts';
import type { FoundPublication, PublicationRow } from '../publication/publication.ts';
import { TenantRecord, type Tenant } from '../record.ts';
import type { StaffMember } from './staff-member.ts';

export const ROLES = ['owner', 'editor', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

class StaffRoleRecord extends TenantRecord {
  static override tableName = 'staff_roles';
  static override idColumn = ['publicationId', 'staffId'];
  declare staffId: string;
  declare role: Role;
  declare createdAt: number;
}

export interface Colleague extends Pick<StaffMember, 'id' | 'email' | 'name'> {
  readonly role: Role;
  /** When they joined the publication. */
  readonly createdAt: number;
}

/** A publication in which somebody has a role. */
export interface Membership extends Pick<PublicationRow, 'id' | 'name' | 'siteHost'> {
  readonly role: Role;
}

const colleagues = statement<Colleague>(
  'colleagues',
  `select m.id, m.email, m.name, r.role, r.created_at from staff_roles r join staff_members m on m.id = r.staff_id
    where r.publication_id = :publicationId order by r.created_at, m.id`,
);
const memberships = ofAllPublications(
  statement<Membership>(
    'memberships_of_staff_member',
    `select p.id, p.name, p.site_host, r.role from staff_roles r join publications p on p.id = r.publication_id
    where r.staff_id = :staffId order by p.name, p.id`,
  ),
);
const membership = statement<FoundPublication & { role: Role }>(
  'membership_of_staff_member',
  `select r.role, p.id, p.name, ${publicationColumns} from staff_roles r
    join publications p on p.id = r.publication_id where r.publication_id = :publicationId and r.staff_id = :staffId`,
);
const lockOwners = statement<{ staffId: string }>('lock_owners', {
  sqlite: `select staff_id from staff_roles where publication_id = :publicationId and role = 'owner'`,
  postgres: `select staff_id from staff_roles where publication_id = :publicationId and role = 'owner' order by staff_id for update`,
});

/** Throws InvalidValue. */
export function parseRole(text: string): Role {
  const role = ROLES.find((known) => known === text);
  if (role === undefined) throw new InvalidValue('role', `role must be one of ${ROLES.join(', ')}`);
  return role;
}

/** Lists who has a role in the publication, in the order in which they joined. */
export function listColleagues(publication: Tenant, connection: Connection): Promise<Colleague[]> {
  return connection.all(colleagues, { publicationId: publication.id });
}

/** Lists the publications of a person, by name. */
export function listMemberships(connection: Connection, staffId: string): Promise<Membership[]> {
  return connection.all(memberships, { staffId });
}

/**
 * Returns the publication with the person's role in it; undefined where they have none or it does not exist. Throws
 * PublicationAway.
 */
export async function findMembership(
  publication: Tenant,
  connection: Connection,
  staffId: string,
): Promise<{ role: Role; publication: PublicationRow } | undefined> {
  const row = await connection.first(membership, { publicationId: publication.id, staffId });
  if (row === undefined) return undefined;
  checkNotAway(row);
  const { role, ...columns } = row;
  return { role, publication: columns };
}

/** Gives a role to somebody who has none in the publication. Returns false where they have one. */
export function addRole(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { staffId, role }: { readonly staffId: string; readonly role: Role },
): Promise<boolean> {
  return StaffRoleRecord.add(publication, transaction, { staffId, role, createdAt: clock.now().getTime() });
}

/** Throws NotFound, and Conflict for the only owner. */
export async function changeRole(
  publication: Tenant,
  transaction: Transaction,
  staffId: string,
  role: Role,
): Promise<void> {
  if (role !== 'owner') await keepAnOwner(publication, transaction, staffId);
  if ((await StaffRoleRecord.in(publication, transaction, { staffId }).patch({ role })) === 0) throw noSuch(staffId);
}

/** Takes away somebody's access to the publication. Throws NotFound, and Conflict for the only owner. */
export async function removeRole(publication: Tenant, transaction: Transaction, staffId: string): Promise<void> {
  await keepAnOwner(publication, transaction, staffId);
  if ((await StaffRoleRecord.in(publication, transaction, { staffId }).delete()) === 0) throw noSuch(staffId);
}

/** Locks the owners, so that of two owners who leave at once one stays. Throws Conflict. */
async function keepAnOwner(publication: Tenant, transaction: Transaction, staffId: string): Promise<void> {
  const owners = await transaction.all(lockOwners, { publicationId: publication.id });
  if (owners.length === 1 && owners[0]?.staffId === staffId)
    throw new Conflict('role', 'A publication needs an owner: make somebody else an owner first');
}

function noSuch(staffId: string): NotFound {
  return new NotFound(`No such staff member: ${staffId}`);
}
