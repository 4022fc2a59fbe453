// The link in a mail about a failed payment, by which its reader gives another card without signing in: signed for one failure
// of one billing record and for nothing else, so that it ends once that is paid or the grace period is over.
import type { Connection } from '../database/connection.ts';
import type { SecretKeys } from '../database/secrets.ts';
import { idIn, isSigned, signId } from '../database/signed-id.ts';
import { NotFound } from '../models/errors.ts';
import { getBilling, type Billing } from '../models/money/billing-record.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import type { Tenant } from '../models/record.ts';
import { readCheckout } from './checkout/checkout-progress.ts';
import { GatewayUnavailable } from './gateway.ts';
import type { PaymentParts } from './gateways.ts';

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
  const billing = await find(publication, connection, idIn(token, 'bil'));
  if (billing === undefined || billing.state !== 'past_due' || billing.endReason !== null) return undefined;
  if (billing.pastDueSince === null) return undefined;
  const failure = { publicationId: publication.id, id: billing.id, pastDueSince: billing.pastDueSince };
  return isSigned(secretKeys, 'card-link', token, toSigned(failure)) ? billing : undefined;
}

/**
 * How a checkout for another card ended that the link began: paid, taken with nothing collected by it yet, or neither. Whoever asks has the id of that
 * checkout, by which the gateway sent them back.
 */
export async function readCardLinkOutcome(
  parts: PaymentParts,
  publication: PublicationRow,
  token: string,
  checkoutId: string,
): Promise<'paid' | 'taken' | 'open'> {
  const billing = await find(publication, parts.database, idIn(token, 'bil'));
  if (billing === undefined) return 'open';
  try {
    const { state, checkout } = await readCheckout(parts, publication, billing.customerId, checkoutId);
    if (state !== 'done' || checkout.billingId !== billing.id) return 'open';
  } catch (error) {
    if (error instanceof NotFound || error instanceof GatewayUnavailable) return 'open';
    throw error;
  }
  const after = await find(publication, parts.database, billing.id);
  if (after === undefined || after.state === 'ended') return 'open';
  return after.pastDueSince === null ? 'paid' : 'taken';
}

function toSigned({ publicationId, id, pastDueSince }: Failure): string {
  return `${publicationId} card ${id} ${pastDueSince}`;
}

async function find(publication: Tenant, connection: Connection, id: string): Promise<Billing | undefined> {
  try {
    return await getBilling(publication, connection, id);
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}
