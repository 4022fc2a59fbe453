// The mails to a person: to their present address, and to former ones while they had them. An address that was somebody
// else's before, or is by now, brings none of that person's mails along.
import type { Connection } from '../../database/connection.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { recipientMacs } from '../outbox/delivery-recipient.ts';
import type { MailSpan } from '../outbox/mail-log.ts';
import { findLeavingByOthers, listAddressChanges } from '../people/address-change.ts';
import type { CustomerRecord } from '../people/customer-record.ts';
import type { Tenant } from '../record.ts';

export async function mailSpansOf(
  publication: Tenant,
  connection: Connection,
  secretKeys: SecretKeys,
  { id: customerId, email, emailNormalized }: Pick<CustomerRecord, 'id' | 'email' | 'emailNormalized'>,
): Promise<MailSpan[]> {
  const spanOf = async (address: string, normalized: string) => {
    const left = await findLeavingByOthers(publication, connection, { emailNormalized: normalized, customerId });
    return { macs: recipientMacs(secretKeys, publication, address), from: left?.createdAt ?? 0, notAbout: left?.id };
  };
  const present =
    email === null || emailNormalized === null
      ? []
      : [{ ...(await spanOf(email, emailNormalized)), until: Number.MAX_SAFE_INTEGER }];
  const changes = await listAddressChanges(publication, connection, customerId);
  const former = await Promise.all(
    changes.map(async ({ id, formerEmail, formerEmailNormalized, createdAt }) => ({
      ...(await spanOf(formerEmail, formerEmailNormalized)),
      until: createdAt,
      // The mail that tells the former address of the change.
      alsoAbout: id,
    })),
  );
  return [...present, ...former];
}
