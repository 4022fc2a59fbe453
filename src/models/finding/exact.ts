// Finds the one person whom a search names exactly: by an id of theirs or of a record of theirs, an e-mail address that they
// have or had, an activation code, or a payment gateway's reference.
import type { Connection } from '../../database/connection.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import { parseEmailAddress } from '../email-address.ts';
import { InvalidValue } from '../errors.ts';
import { activationCodeMacs } from '../people/activation.ts';
import { findLastOwner } from '../people/address-change.ts';
import { findPersonOf } from '../people/customer-person.ts';
import { CustomerRecord } from '../people/customer-record.ts';
import { toCustomerId } from '../people/customer-summary.ts';
import { first, type Tenant } from '../record.ts';

const ofGateway = (gateways: string): string => `publication_id = :publicationId and gateway in (${gateways})`;
const ownersText = (gateways: string): string => `select customer_id from (
    select customer_id, 1 as place from subscriptions where publication_id = :publicationId and id = :text
    union all select customer_id, 2 from payments where publication_id = :publicationId and id = :text
    union all select coalesce(claimant_id, customer_id), 3 from gifts where publication_id = :publicationId and id = :text
    union all select customer_id, 4 from payments where ${ofGateway(gateways)} and ref = :text
    union all select customer_id, 5 from billings where ${ofGateway(gateways)} and ref = :text
    union all select customer_id, 6 from gateway_customers where ${ofGateway(gateways)} and ref = :text
    union all select customer_id, 7 from gifts where ${ofGateway(gateways)} and payment_ref = :text
  ) found order by place limit 1`;
const owner = statement<{ customerId: string }>('owner_of_reference', {
  sqlite: ownersText('select value from json_each(:gateways)'),
  postgres: ownersText('select value from json_array_elements_text(:gateways::json) given (value)'),
});

export interface FoundExactly {
  readonly id: string;
  /** Whether the id is of somebody who was merged into them, or the address one that they had before and nobody has now. */
  readonly by: 'present' | 'merged' | 'former-address';
}

/**
 * Returns the person; undefined where the text names nobody exactly, or somebody who is erased.
 * @param gateways the names of the payment gateways
 */
export async function findExactly(
  publication: Tenant,
  connection: Connection,
  { secretKeys, gateways }: { readonly secretKeys: SecretKeys; readonly gateways: readonly string[] },
  typed: string,
): Promise<FoundExactly | undefined> {
  const text = typed.trim();
  if (text === '') return undefined;
  if (/^(?:cus|memb)_/.test(text)) {
    const id = idOf(await findPersonOf(publication, connection, text));
    return id === undefined ? undefined : { id, by: id === toCustomerId(text) ? 'present' : 'merged' };
  }
  const values = { publicationId: publication.id, text, gateways: JSON.stringify(gateways) };
  const found = await connection.first(owner, values);
  const id =
    found === undefined
      ? ((await findByAddress(publication, connection, text)) ??
        (await findByActivationCode(publication, connection, secretKeys, text)))
      : idOf(await findPersonOf(publication, connection, found.customerId));
  if (id !== undefined) return { id, by: 'present' };
  const formerly = await findByFormerAddress(publication, connection, text);
  return formerly === undefined ? undefined : { id: formerly, by: 'former-address' };
}

function idOf(person: { readonly id: string; readonly goneAt: number | null } | undefined): string | undefined {
  return person === undefined || person.goneAt !== null ? undefined : person.id;
}

async function findByAddress(publication: Tenant, connection: Connection, text: string): Promise<string | undefined> {
  const emailNormalized = normalized(text);
  if (emailNormalized === undefined) return undefined;
  return (await CustomerRecord.find(publication, connection, { emailNormalized, goneAt: null }))?.id;
}

/** Returns who left the address last. */
async function findByFormerAddress(
  publication: Tenant,
  connection: Connection,
  text: string,
): Promise<string | undefined> {
  const emailNormalized = normalized(text);
  if (emailNormalized === undefined) return undefined;
  const customerId = await findLastOwner(publication, connection, emailNormalized);
  return customerId === undefined ? undefined : idOf(await findPersonOf(publication, connection, customerId));
}

function normalized(text: string): string | undefined {
  if (!text.includes('@')) return undefined;
  try {
    return parseEmailAddress(text).emailNormalized;
  } catch (error) {
    if (error instanceof InvalidValue) return undefined;
    throw error;
  }
}

async function findByActivationCode(
  publication: Tenant,
  connection: Connection,
  secretKeys: SecretKeys,
  text: string,
): Promise<string | undefined> {
  if (text.length < 8 || text.length > 64) return undefined;
  const macs = activationCodeMacs(secretKeys, publication.id, text);
  const people = CustomerRecord.in(publication, connection, { goneAt: null }).whereIn('activationCodeMac', macs);
  return (await first(people.select('id')))?.id;
}
