// masthead demo fill: creates members in batches of one transaction each, so that an interrupted fill resumes where it
// stopped.
import { isUniqueViolation } from '../../database/connection.ts';
import { listNewsletters } from '../../models/catalog/newsletter.ts';
import { listPrices } from '../../models/catalog/price.ts';
import { addDemoMembers, findNewestDemoMember, type DemoCatalog } from '../../models/people/demo-member.ts';
import type { Publication } from '../../models/publication/publication.ts';
import type { Parts } from '../command.ts';
import { Refused } from '../failure.ts';
import { createDemoCatalog } from './catalog.ts';

/** Small enough for PostgreSQL's statement timeout of five seconds on a slow disk. */
const MEMBERS_PER_TRANSACTION = 5000;

/** Creates the members m1 to m`count` that do not exist yet. Returns how many were created. */
export async function fill(
  parts: Pick<Parts, 'database' | 'clock'>,
  publication: Publication,
  count: number,
  onProgress: (made: number) => void,
): Promise<number> {
  const catalog = await findOrCreateCatalog(parts, publication);
  const first = (await findNewestDemoMember(publication, parts.database)) + 1;
  for (let from = first; from <= count; from += MEMBERS_PER_TRANSACTION) {
    const to = Math.min(count, from + MEMBERS_PER_TRANSACTION - 1);
    await addStep(parts, publication, catalog, { from, to });
    onProgress(to);
  }
  return Math.max(0, count - first + 1);
}

async function addStep(
  { database, clock }: Pick<Parts, 'database' | 'clock'>,
  publication: Publication,
  catalog: DemoCatalog,
  range: { from: number; to: number },
): Promise<void> {
  try {
    await database.transaction((transaction) => addDemoMembers(publication, transaction, clock, catalog, range));
  } catch (error) {
    if (isUniqueViolation(error))
      throw new Refused(`One of m${range.from}@example.test to m${range.to}@example.test is a customer already`);
    throw error;
  }
}

async function findOrCreateCatalog(
  { database, clock }: Pick<Parts, 'database' | 'clock'>,
  publication: Publication,
): Promise<DemoCatalog> {
  const find = async () => ({
    newsletters: await listNewsletters(publication, database),
    prices: await listPrices(publication, database),
  });
  const found = await find();
  const counts = [found.newsletters.length, found.prices.length];
  if (!counts.includes(0)) return found;
  if (counts.some((count) => count > 0))
    throw new Refused(
      'The publication must have both newsletters and prices, or neither: then it gets those of the demo',
    );
  await database.transaction((transaction) => createDemoCatalog(publication, transaction, clock));
  return find();
}
