// The person to whom a proved address belongs, created where nobody has it.
import { findUndoableFrom, undoPath } from '../../models/people/address-change.ts';
import { findCustomerByEmail, type CustomerSummary } from '../../models/people/customer-summary.ts';
import { findOrCreateVerifiedCustomer } from '../../models/people/customer.ts';
import type { Service } from '../../service.ts';
import { AddressLeft } from '../../site/publication-kind.ts';
import type { Proof } from '../proof.ts';

/**
 * Our choice: while a change of address can be undone, nobody new takes the former address, and its owner who signs in
 * with it is shown how to undo the change. Throws AddressLeft.
 */
export async function findOrCreateOwner(
  { clock, secretKeys }: Service,
  { publication, transaction, address }: Proof,
  name: string | null = null,
): Promise<CustomerSummary> {
  if ((await findCustomerByEmail(publication, transaction, address)) === undefined) {
    const left = await findUndoableFrom(publication, transaction, clock, address);
    if (left !== undefined) throw new AddressLeft(undoPath(secretKeys, left.id));
  }
  return findOrCreateVerifiedCustomer(publication, transaction, clock, { address, name });
}
