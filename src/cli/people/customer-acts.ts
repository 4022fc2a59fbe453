// masthead customer merge, export and erase, as the dashboard does them.
import type { Command } from 'commander';
import { NotFound } from '../../models/errors.ts';
import { erasePerson } from '../../models/lifecycle/erasure.ts';
import { exportCustomer } from '../../models/lifecycle/export.ts';
import { mergePeople, previewMerge } from '../../models/lifecycle/merge-people.ts';
import { getCustomer } from '../../models/people/customer-person.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { asCells, printOne } from '../output.ts';

interface MergeOptions extends PublicationOptions {
  dryRun?: true;
  keep?: string[];
}

export function registerActs(noun: Command): void {
  addPublicationVerb(
    noun,
    'merge <leaving> <staying>',
    'Merge one customer into another, for good: subscriptions, payments and all else move',
    'customer merge cus_01jd… cus_01je… --dry-run',
  )
    .option(
      '--keep <subscription...>',
      'the one that stays of a plan that both pay for; that of the staying by default',
    )
    .option('--dry-run', 'only print what each has, and which subscriptions would be canceled')
    .action(merge);
  addPublicationVerb(
    noun,
    'export <id>',
    'Print everything that is stored about a customer, as one JSON document',
    'customer export cus_01jd…',
  ).action(printExport);
  addPublicationVerb(
    noun,
    'erase <id>',
    'Erase a customer for good: personal data goes, and their subscriptions end',
    'customer erase cus_01jd…',
  ).action(erase);
}

async function merge(fromId: string, intoId: string, options: MergeOptions): Promise<void> {
  const { dryRun = false, keep: kept = [] } = options;
  await withPublication(options, async ({ database, clock }, publication) => {
    const { leaving, remaining, clashes } = await previewMerge(publication, database, { fromId, intoId, kept });
    const people = { fromId: leaving.person.id, intoId: remaining.person.id };
    if (!dryRun)
      await database.transaction((transaction) => mergePeople(publication, transaction, clock, { ...people, kept }));
    const shown = {
      id: people.intoId,
      merged: people.fromId,
      is_merged: !dryRun,
      plans: [...new Set([...remaining.plans, ...leaving.plans])],
      payments: leaving.payments + remaining.payments,
      canceled_subscriptions: clashes.map(({ givenUpId }) => givenUpId),
    };
    printOne(options, shown, asCells);
  });
}

async function printExport(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, secretKeys }, publication) => {
    const person = await getCustomer(publication, database, id);
    // An export stands in the audit log, though it changes nothing.
    await database.transaction(async () => ({ id: person.id }));
    const data = await exportCustomer(publication, database, secretKeys, person.id);
    if (data === undefined) throw new NotFound(`No such customer: ${id}`);
    process.stdout.write(`${JSON.stringify({ publication: publication.name, ...data }, null, 2)}\n`);
  });
}

async function erase(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    const { database, securityLog } = parts;
    const erased = await database.transaction((transaction) =>
      erasePerson(parts, publication, transaction, id, 'customer'),
    );
    securityLog.record('customer_erased', { publication, erased: erased.id });
    printOne(options, { id: erased.id, erased: true }, asCells);
  });
}
