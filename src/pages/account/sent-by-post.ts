// The postal address on the account page, and what asks for one that is missing.
import { listSubscribedPlans } from '../../models/money/subscription-record.ts';
import { findCustomer } from '../../models/people/customer-summary.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import type { Service } from '../../service.ts';
import type { Language } from '../../views/language.ts';
import { nameIn, type OwnWords } from '../../views/own-words.ts';
import { postalLines } from '../../views/postal/postal-text.ts';

export interface SentByPost {
  /** Empty for none. */
  readonly address: readonly string[];
  /** The newest plan that is sent by post; undefined for none. */
  readonly planName: OwnWords | undefined;
}

export async function findSentByPost(
  { database }: Service,
  publication: PublicationRow,
  customerId: string,
  language: Language,
): Promise<SentByPost> {
  const customer = await findCustomer(publication, database, customerId);
  const [plan] = await listSubscribedPlans(publication, database, customerId, 'sent by post');
  return { address: postalLines(customer?.postalAddress ?? null, language), planName: plan && nameIn(plan, language) };
}
