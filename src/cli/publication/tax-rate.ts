// masthead tax-rate: the tax that prices include, by the customer's country and what is sold.
import type { Command } from 'commander';
import type { Publication } from '../../models/publication/publication.ts';
import { EU_RATES_AS_OF } from '../../models/tax/eu-rates.ts';
import { PRODUCT_KINDS } from '../../models/tax/product-kind.ts';
import { HUNDREDTHS } from '../../models/tax/split.ts';
import { listRates, removeRate, setEuRates, setRate } from '../../models/tax/tax-rate.ts';
import { addPublicationVerb, withPublication, type Parts, type PublicationOptions } from '../command.ts';
import { asCells, printList, remark } from '../output.ts';

interface RateOptions extends PublicationOptions {
  readonly country?: string;
  readonly kind?: string;
}

export function register(noun: Command): void {
  addPublicationVerb(noun, 'list', 'List the rates', 'tax-rate list').action(list);
  ofWhat(
    addPublicationVerb(
      noun,
      'set <percent>',
      'Set a rate, for receipts from now on',
      'tax-rate set 7 --country DE --kind print',
    ),
  ).action(set);
  ofWhat(addPublicationVerb(noun, 'remove', 'Remove a rate', 'tax-rate remove --country DE --kind print')).action(
    remove,
  );
  addPublicationVerb(
    noun,
    'eu',
    `Fill in the rates of the EU as of ${EU_RATES_AS_OF}; check them before you sell`,
    'tax-rate eu',
  ).action(eu);
}

function ofWhat(verb: Command): Command {
  return verb
    .option('--country <code>', 'ISO 3166-1, such as DE; without it, all other countries')
    .option('--kind <kind>', `${PRODUCT_KINDS.join(', ')}; without it, everything else`);
}

async function list(options: PublicationOptions): Promise<void> {
  await withPublication(options, (parts, publication) => print(options, parts, publication));
}

async function set(percent: string, options: RateOptions): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    const { country, kind: productKind } = options;
    await parts.database.transaction((transaction) =>
      setRate(publication, transaction, { country, productKind, percent }),
    );
    await print(options, parts, publication);
  });
}

async function remove(options: RateOptions): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    const { country, kind: productKind } = options;
    await parts.database.transaction((transaction) => removeRate(publication, transaction, { country, productKind }));
    await print(options, parts, publication);
  });
}

async function eu(options: PublicationOptions): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    await parts.database.transaction((transaction) => setEuRates(publication, transaction));
    remark(`These are the rates as of ${EU_RATES_AS_OF}. Check them before you sell.`);
    await print(options, parts, publication);
  });
}

async function print(options: PublicationOptions, { database }: Parts, publication: Publication): Promise<void> {
  const rates = await listRates(publication, database);
  const rows = rates.map(({ country, productKind, rate }) => ({
    country: country === '' ? null : country,
    kind: productKind === '' ? null : productKind,
    percent: rate / HUNDREDTHS,
  }));
  printList(options, rows, asCells);
}
