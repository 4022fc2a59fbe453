// Uniqueness of e-mail addresses and activation codes: each belongs to at most one customer of a publication. An
// activation code stays taken after its customer was erased (decisions 10).
import type { Connection } from '../../database/connection.ts';
import { Conflict } from '../errors.ts';
import { first, type Tenant } from '../record.ts';
import { CustomerRecord } from './customer-record.ts';

/** The values to check; null means that the value is not to be checked. */
interface Wanted {
  readonly emailNormalized: string | null;
  readonly activationCodeMac: string | null;
  /** The customer who may hold them already. */
  readonly by?: string;
}

interface Clash {
  readonly id: string;
  readonly field: 'email' | 'activation_code';
}

export async function findClash(
  publication: Tenant,
  connection: Connection,
  { emailNormalized, activationCodeMac, by }: Wanted,
): Promise<Clash | undefined> {
  const wanted = Object.entries({ emailNormalized, activationCodeMac }).filter(([, value]) => value !== null);
  if (wanted.length === 0) return undefined;
  const owners = CustomerRecord.in(publication, connection)
    .select('id', 'emailNormalized')
    .where((either) => {
      for (const [column, value] of wanted) either.orWhere(column, value);
    });
  if (by !== undefined) owners.whereNot('id', by);
  const owner = await first(owners);
  if (owner === undefined) return undefined;
  const isEmail = emailNormalized !== null && owner.emailNormalized === emailNormalized;
  return { id: owner.id, field: isEmail ? 'email' : 'activation_code' };
}

/** Throws Conflict, which names the customer who holds the e-mail address or activation code. */
export async function checkFree(publication: Tenant, connection: Connection, wanted: Wanted): Promise<void> {
  const clash = await findClash(publication, connection, wanted);
  if (clash?.field === 'email') throw new Conflict('email', `email belongs to a known customer: ${clash.id}`);
  if (clash !== undefined)
    throw new Conflict('activation_code', `activation_code was given to a customer before: ${clash.id}`);
}
