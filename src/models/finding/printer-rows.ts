// Where the plans that are sent by post go at a time, as the rows of a file for the printer, read slice by slice.
import type { CsvRow } from '../../csv.ts';
import type { Connection, Database } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import { getPlan, listPlans, type Plan } from '../catalog/plan.ts';
import { InvalidValue } from '../errors.ts';
import { fromPostalText, type PostalAddress } from '../postal/postal-address.ts';
import type { Tenant } from '../record.ts';

/** Our choice: read at once. */
const SLICE = 500;
/** Our choice: no e-mail address, which a printer has no use for. */
export const PRINTER_COLUMNS = [
  'customer_id',
  'plan_slug',
  'name',
  'organization',
  'line1',
  'line2',
  'district',
  'city',
  'region',
  'postal_code',
  'country',
  'country_name',
] as const;

/** The plan whose subscriptions are read must be `:planId`. One that is to end, or to rest, by then does not count. */
const ACTIVE_AT = `from subscriptions s join customers c on c.publication_id = s.publication_id and c.id = s.customer_id
  where s.publication_id = :publicationId and s.plan_id = :planId and s.created_at <= :at and c.gone_at is null
    and (s.canceled_at is null or s.canceled_at > :at) and (s.ends_at is null or s.ends_at > :at)
    and not exists (select 1 from billings b where b.publication_id = s.publication_id and b.subscription_id = s.id
      and (b.cancel_at <= :at or (b.state = 'active' and b.pause_from = b.period_end and b.pause_from <= :at)))`;
const page = statement<{ id: string; customerId: string; postalAddress: string }>(
  'page_of_printer_rows',
  `select s.id, s.customer_id, c.postal_address ${ACTIVE_AT} and c.postal_address is not null and s.id > :after
    order by s.id limit :count`,
);
const countMissing = statement<{ count: number }>(
  'readers_without_postal_address',
  `select cast(count(*) as integer) as count ${ACTIVE_AT} and c.postal_address is null`,
);

/**
 * Returns the plans that are sent by post.
 * @param named the id or slug of one; all of them without it. Throws NotFound, and InvalidValue for one that is not sent
 */
export async function listPostedPlans(publication: Tenant, connection: Connection, named?: string): Promise<Plan[]> {
  if (named === undefined) return (await listPlans(publication, connection)).filter(({ sentByPost }) => sentByPost);
  const plan = await getPlan(publication, connection, named);
  if (!plan.sentByPost) throw new InvalidValue('plan', `The plan ${plan.slug} is not sent by post`);
  return [plan];
}

/** Counts the readers of a plan whose address nobody knows. */
export async function countWithoutAddress(
  publication: Tenant,
  connection: Connection,
  { planId, at }: { readonly planId: string; readonly at: Date },
): Promise<number> {
  const found = await connection.first(countMissing, { publicationId: publication.id, planId, at: at.getTime() });
  return found?.count ?? 0;
}

/**
 * Returns the addresses of whoever has a plan at a time, a row for each plan. Nothing holds the database between two slices.
 * @param countryName in words
 */
export async function* readPrinterRows(
  publication: Tenant,
  database: Database,
  { plans, at }: { readonly plans: readonly Plan[]; readonly at: Date },
  countryName: (code: string) => string,
): AsyncGenerator<readonly CsvRow[]> {
  for (const { id: planId, slug } of plans) {
    for (let after: string | undefined = ''; after !== undefined;) {
      const values = { publicationId: publication.id, planId, at: at.getTime(), after, count: SLICE };
      const rows: { id: string; customerId: string; postalAddress: string }[] = await database.replicaRead(
        (connection) => connection.all(page, values),
      );
      yield rows.flatMap(({ customerId, postalAddress }) => {
        const address = fromPostalText(postalAddress);
        return address === null ? [] : [[customerId, slug, ...cellsOf(address), countryName(address.country)]];
      });
      after = rows.length < SLICE ? undefined : rows.at(-1)?.id;
    }
  }
}

function cellsOf({ name, organization, line1, line2, district, city, region, postalCode, country }: PostalAddress) {
  const parts = [name, organization, line1, line2, district, city, region, postalCode];
  return [...parts.map((part) => part ?? null), country];
}
