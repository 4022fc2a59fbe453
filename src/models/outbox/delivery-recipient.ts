// The recipient of a mail without the address: a keyed hash, by which a person's mails are found for them (reliability
// R-P2 and R-P3), but not by somebody who has only the database.
import type { SecretKeys } from '../../database/secrets.ts';
import { normalizeEmail } from '../email-address.ts';
import type { Tenant } from '../record.ts';

export function recipientMac(secretKeys: SecretKeys, publication: Tenant, email: string): string {
  return secretKeys.mac('recipient', toMarked(publication, email));
}

/** Returns a MAC for every secret in use, to find mails that were written before SECRET_KEY was changed. */
export function recipientMacs(secretKeys: SecretKeys, publication: Tenant, email: string): string[] {
  return secretKeys.macs('recipient', toMarked(publication, email));
}

function toMarked(publication: Tenant, email: string): string {
  return `${publication.id} ${normalizeEmail(email)}`;
}
