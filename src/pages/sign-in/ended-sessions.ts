// Applications are told of sessions that a customer ended (decisions 24): in the transaction that ended them.
import type { Transaction } from '../../database/connection.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import { recordBackchannelLogouts } from '../../outbound/backchannel-logout.ts';
import type { Service } from '../../service.ts';

/** @param sids of the sessions that this transaction ended; wake the worker after the commit */
export async function tellOfEnded(
  { clock }: Service,
  publication: PublicationRow,
  transaction: Transaction,
  customerId: string,
  sids: readonly string[],
): Promise<void> {
  for (const sid of sids) await recordBackchannelLogouts(publication, transaction, clock, { sid, customerId });
}
