// Staff members: people who run publications (decisions 37). One person has one record, whatever publications they
// belong to; it is no customer's, and has sessions of its own.
import { Model } from 'objection';
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { parseName, type EmailAddress } from '../email-address.ts';
import { NotFound } from '../errors.ts';

class StaffMemberRecord extends Model {
  static override tableName = 'staff_members';
  declare id: string;
  declare email: string;
  declare emailNormalized: string;
  declare name: string | null;
  declare createdAt: number;
  /** When the person switched e-mailed codes off; null while codes sign them in. */
  declare codeDisabledAt: number | null;
}

export type StaffMember = Omit<StaffMemberRecord, keyof Model>;

const lock = statement<StaffMember>('lock_staff_member', {
  sqlite: 'select * from staff_members where id = :id',
  postgres: 'select * from staff_members where id = :id for update',
});

/** Returns the member with this address, whom concurrent calls create once. */
export async function findOrCreateStaffMember(
  transaction: Transaction,
  clock: Clock,
  { email, emailNormalized }: EmailAddress,
): Promise<StaffMember> {
  const now = clock.now();
  const member = { id: newId('staff', now), email, emailNormalized, name: null, createdAt: now.getTime() };
  return findOrAddStaffMember(transaction, { ...member, codeDisabledAt: null });
}

/** The same, where the new record is given. */
export async function findOrAddStaffMember(transaction: Transaction, member: StaffMember): Promise<StaffMember> {
  await StaffMemberRecord.query(transaction.knex).insert(member).onConflict('emailNormalized').ignore();
  const found = await findStaffMember(transaction, member.emailNormalized);
  if (found === undefined) throw new NotFound('No such staff member');
  return found;
}

export function findStaffMember(connection: Connection, emailNormalized: string): Promise<StaffMember | undefined> {
  return StaffMemberRecord.query(connection.knex).findOne({ emailNormalized }).execute();
}

export async function isStaffId(connection: Connection, id: string): Promise<boolean> {
  return (await StaffMemberRecord.query(connection.knex).findById(id)) !== undefined;
}

/** Changes the name that colleagues see. Throws InvalidValue. */
export async function renameStaffMember(transaction: Transaction, id: string, name: string): Promise<void> {
  await StaffMemberRecord.query(transaction.knex)
    .findById(id)
    .patch({ name: parseName(name) });
}

/** Locks the person until the transaction ends, so that what they do at once in two windows is done one by one. */
export async function lockStaffMember(transaction: Transaction, id: string): Promise<StaffMember> {
  const member = await transaction.first(lock, { id });
  if (member === undefined) throw new NotFound('No such staff member');
  return member;
}

/** @param at when the person switched e-mailed codes off; null for on. The rules are in sign-in-ways.ts. */
export async function setCodeDisabledAt(transaction: Transaction, id: string, at: number | null): Promise<void> {
  await StaffMemberRecord.query(transaction.knex).findById(id).patch({ codeDisabledAt: at });
}
