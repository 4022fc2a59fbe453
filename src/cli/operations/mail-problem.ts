// masthead mail-problem: addresses that are written to no more, since mails to them bounced or were complained of.
import type { Command } from 'commander';
import { normalizeEmail, parseEmailAddress } from '../../models/email-address.ts';
import { liftMailProblems, listDeadAddresses } from '../../models/outbox/mail-problem.ts';
import { HOUSE_ID } from '../../models/publication/publication.ts';
import type { Tenant } from '../../models/record.ts';
import { addPublicationVerb, withDatabase, withPublication, type Parts, type PublicationOptions } from '../command.ts';
import { Refused } from '../failure.ts';
import { asCells, printOne, printPage, toTime } from '../output.ts';
import { addPaging, toPageRequest, type PagingOptions } from '../paging.ts';

interface LiftOptions extends PublicationOptions {
  readonly dashboard?: boolean;
}

export function register(noun: Command): void {
  const list = addPublicationVerb(
    noun,
    'list',
    'List the customers who are written to no more, the newest first',
    'mail-problem list',
  );
  addPaging(list).action(show);
  addPublicationVerb(noun, 'lift <address>', 'Have an address written to again', 'mail-problem lift ada@example.org')
    .option('--dashboard', 'for the mails by which staff sign in to the dashboard')
    .action(lift);
}

async function show(options: PublicationOptions & PagingOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    const page = await listDeadAddresses(publication, database, toPageRequest(options));
    const objects = page.objects.map(({ customerId, kind, since, lastAt, status, answer }) => ({
      customer_id: customerId,
      kind,
      since: toTime(since),
      last_at: toTime(lastAt),
      status,
      answer,
    }));
    printPage(options, { ...page, objects }, asCells);
  });
}

async function lift(address: string, options: LiftOptions): Promise<void> {
  const { email } = parseEmailAddress(address);
  const work = async ({ database, secretKeys }: Parts, publication: Tenant): Promise<void> => {
    await database.transaction(async (transaction) => {
      if (!(await liftMailProblems(publication, transaction, secretKeys, email)))
        throw new Refused('Nothing was reported about this address: it is written to.');
    });
    printOne(options, { address: normalizeEmail(email), written_to: true }, asCells);
  };
  await (options.dashboard === true
    ? withDatabase((parts) => work(parts, { id: HOUSE_ID }))
    : withPublication(options, work));
}
