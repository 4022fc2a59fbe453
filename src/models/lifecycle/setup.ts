// What a publication has set up of what it needs for its first sale: one statement, which stops at the first row of each.
import type { Connection } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import type { Tenant } from '../record.ts';

type Step = 'hasPlan' | 'hasOffer' | 'hasFreeOffering' | 'hasSignedIn' | 'hasKey';
export type Setup = Readonly<Record<Step, boolean>>;

// SQLite returns booleans as 0 and 1. Tokens are read in the order of their key: PostgreSQL would scan those of all
// publications for one that has none.
const read = statement<Record<Step, boolean | number>>(
  'publication_setup',
  `select exists (select 1 from plans a where a.publication_id = :publicationId) as has_plan,
    exists (select 1 from offers o join offer_prices b on b.publication_id = o.publication_id and b.offer_id = o.id
      where o.publication_id = :publicationId and o.archived_at is null) as has_offer,
    exists (select 1 from free_offerings f where f.publication_id = :publicationId) as has_free_offering,
    (select t.hash from access_tokens t where t.publication_id = :publicationId order by t.publication_id, t.hash limit 1) is not null as has_signed_in,
    exists (select 1 from api_keys k where k.publication_id = :publicationId and k.revoked_at is null) as has_key`,
);

/**
 * `hasOffer`: one for sale with a price. `hasSignedIn`: an application signed somebody in, in a session that is still kept.
 */
export async function readSetup(publication: Tenant, connection: Connection): Promise<Setup> {
  const row = await connection.first(read, { publicationId: publication.id });
  return {
    hasPlan: Boolean(row?.hasPlan),
    hasOffer: Boolean(row?.hasOffer),
    hasFreeOffering: Boolean(row?.hasFreeOffering),
    hasSignedIn: Boolean(row?.hasSignedIn),
    hasKey: Boolean(row?.hasKey),
  };
}
