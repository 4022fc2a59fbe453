// The mails to a person: to their present address, and to former ones while they had them. An address that was somebody
// else's before, or is by now, brings none of that person's mails along.
import type { Connection } from '../../database/connection.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { recipientMacs } from '../outbox/delivery-recipient.ts';
import type { MailSpan, SentMail } from '../outbox/mail-log.ts';
import { findStoppedMacs } from '../outbox/mail-problem.ts';
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

/** Which of a person's addresses are on the suppression list. */
export interface StoppedAddresses {
  readonly macs: ReadonlySet<string>;
  /** Whether their present one is. */
  readonly isPresent: boolean;
}

/** @param spans those of the person */
export async function findStoppedAddresses(
  publication: Tenant,
  connection: Connection,
  {
    spans,
    email,
    secretKeys,
  }: { readonly spans: readonly MailSpan[]; readonly email: string | null } & {
    readonly secretKeys: SecretKeys;
  },
): Promise<StoppedAddresses> {
  const found = new Set(
    await findStoppedMacs(
      publication,
      connection,
      spans.flatMap(({ macs }) => macs),
    ),
  );
  // A span has the hashes of one address by each SECRET_KEY in use.
  const stopped = spans.filter((span) => span.macs.some((mac) => found.has(mac)));
  const macs = new Set(stopped.flatMap((span) => span.macs));
  const present = email === null ? [] : recipientMacs(secretKeys, publication, email);
  return { macs, isPresent: present.some((mac) => macs.has(mac)) };
}

/** Returns whether a mail goes to an address on the suppression list when it is sent again, or written anew. */
export function isStopped(
  { recipientMac }: Pick<SentMail, 'recipientMac'>,
  { macs, isPresent }: StoppedAddresses,
  isAnew: boolean,
): boolean {
  return isAnew ? isPresent : recipientMac !== null && macs.has(recipientMac);
}
