// By which ways a staff member gets in: by e-mailed codes, unless they switched them off, and by passkeys. Whoever has codes
// switched off has a passkey, and recovery codes for the case that it is lost.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { Conflict, NotFound } from '../errors.ts';
import { deleteAllPasskeys, deletePasskey, listPasskeys } from './passkey.ts';
import { deleteRecoveryCodes, makeRecoveryCodes } from './recovery-code.ts';
import { lockStaffMember, setCodeDisabledAt } from './staff-member.ts';

/** Switches e-mailed codes off. Returns new recovery codes. Throws Conflict for somebody without a passkey. */
export async function disableCode(transaction: Transaction, clock: Clock, staffId: string): Promise<string[]> {
  await lockStaffMember(transaction, staffId);
  if ((await listPasskeys(transaction, staffId)).length === 0)
    throw new Conflict('code', 'without a passkey, e-mailed codes are the only way in');
  await setCodeDisabledAt(transaction, staffId, clock.now().getTime());
  return makeRecoveryCodes(transaction, clock, staffId);
}

/** Switches e-mailed codes on again; recovery codes end. Returns false where they were on. */
export async function enableCode(transaction: Transaction, staffId: string): Promise<boolean> {
  const { codeDisabledAt } = await lockStaffMember(transaction, staffId);
  if (codeDisabledAt === null) return false;
  await setCodeDisabledAt(transaction, staffId, null);
  await deleteRecoveryCodes(transaction, staffId);
  return true;
}

/** Returns new recovery codes; the former ones end. Throws Conflict where e-mailed codes are on. */
export async function renewRecoveryCodes(transaction: Transaction, clock: Clock, staffId: string): Promise<string[]> {
  const { codeDisabledAt } = await lockStaffMember(transaction, staffId);
  if (codeDisabledAt === null) throw new Conflict('code', 'recovery codes are for those who switched codes off');
  return makeRecoveryCodes(transaction, clock, staffId);
}

/** Removes a passkey; without the last one, e-mailed codes are on again. Throws NotFound. */
export async function removePasskey(
  transaction: Transaction,
  { staffId, id }: { readonly staffId: string; readonly id: string },
): Promise<{ readonly name: string; readonly isCodeBack: boolean }> {
  await lockStaffMember(transaction, staffId);
  const passkeys = await listPasskeys(transaction, staffId);
  const passkey = passkeys.find((one) => one.id === id);
  if (passkey === undefined) throw new NotFound(`No such passkey: ${id}`);
  await deletePasskey(transaction, passkey);
  return { name: passkey.name, isCodeBack: passkeys.length === 1 && (await enableCode(transaction, staffId)) };
}

/** Ends each way in but the e-mailed code, for somebody who has left. */
export async function resetSignInWays(transaction: Transaction, staffId: string): Promise<void> {
  await deleteAllPasskeys(transaction, staffId);
  await enableCode(transaction, staffId);
}
