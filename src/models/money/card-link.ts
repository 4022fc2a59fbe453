// The link in a mail about a failed payment, by which its reader gives another card without signing in: signed for one failure
// of one billing record and for nothing else, so that it ends once that is paid or the grace period is over.
import type { Connection } from '../../database/connection.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { idIn, isSigned, signId } from '../../database/signed-id.ts';
import type { Tenant } from '../record.ts';
import { BillingRecord, type Billing } from './billing-record.ts';

type Failure = Pick<Billing, 'publicationId' | 'id'> & { readonly pastDueSince: number };

export function cardPath(secretKeys: SecretKeys, failure: Failure): string {
  return `/card/${signId(secretKeys, 'card-link', failure.id, toSigned(failure))}`;
}

/** Returns undefined for a forged token, for another publication's, and where nothing is owed any more. */
export async function findByCardLink(
  publication: Tenant,
  connection: Connection,
  secretKeys: SecretKeys,
  token: string,
): Promise<Billing | undefined> {
  const owed = { id: idIn(token, 'bil'), state: 'past_due', endReason: null } as const;
  const billing = await BillingRecord.find(publication, connection, owed);
  if (billing === undefined || billing.pastDueSince === null) return undefined;
  const failure = { publicationId: publication.id, id: billing.id, pastDueSince: billing.pastDueSince };
  return isSigned(secretKeys, 'card-link', token, toSigned(failure)) ? billing : undefined;
}

function toSigned({ publicationId, id, pastDueSince }: Failure): string {
  return `${publicationId} card ${id} ${pastDueSince}`;
}
