// The slug of an offer, which is the address of its page.
import type { Transaction } from '../../database/connection.ts';
import { Conflict } from '../errors.ts';
import type { RowOf, Tenant } from '../record.ts';
import { checkSlug } from '../text-fields.ts';
import { OfferRecord } from './offer-record.ts';

/**
 * Our choice: an archived offer can give up its slug, since nobody can reach its page, and so a new offer can have it.
 * Throws InvalidValue, and Conflict.
 */
export async function parseNewSlug(
  publication: Tenant,
  transaction: Transaction,
  { id, slug: present, archivedAt }: Pick<RowOf<OfferRecord>, 'id' | 'slug' | 'archivedAt'>,
  wanted: string,
): Promise<string> {
  if (wanted === present) return present;
  const slug = checkSlug(wanted);
  if (archivedAt === null)
    throw new Conflict('slug', 'The slug of an offer for sale stays: its links are in use', 'for-sale');
  const other = await OfferRecord.find(publication, transaction, { slug });
  if (other !== undefined && other.id !== id) throw await slugTaken(publication, transaction, slug);
  return slug;
}

export async function slugTaken(publication: Tenant, transaction: Transaction, slug: string): Promise<Conflict> {
  const other = await OfferRecord.find(publication, transaction, { slug });
  return other === undefined || other.archivedAt === null
    ? new Conflict('slug', `An offer has this slug already: ${slug}`)
    : new Conflict(
        'slug',
        `An archived offer has this slug, bring it back or give it another slug first: ${slug}`,
        'archived',
      );
}
