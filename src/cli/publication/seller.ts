// masthead seller: who sells, as receipts name it, and how the publication is taxed.
import type { Command } from 'commander';
import type { Publication } from '../../models/publication/publication.ts';
import { changeSeller, findSeller } from '../../models/tax/seller.ts';
import { addPublicationVerb, withPublication, type Parts, type PublicationOptions } from '../command.ts';
import { UsageError } from '../failure.ts';
import { asCells, printOne } from '../output.ts';

interface SetOptions extends PublicationOptions {
  readonly name?: string;
  readonly address?: string;
  readonly country?: string;
  readonly taxNumber?: string;
  readonly reverseCharge?: string;
  readonly gatewayTax?: string;
}

export function register(noun: Command): void {
  addPublicationVerb(noun, 'show', 'Show who sells', 'seller show').action(show);
  addPublicationVerb(
    noun,
    'set',
    'Change who sells, for receipts from now on; what is not named stays',
    'seller set --name "Echo Press Ltd" --address "1 High Street, Bonn" --country DE --tax-number DE123456789',
  )
    .option('--name <text>', 'the person or company; empty for the name of the publication')
    .option('--address <text>', 'as on an invoice; lines may be separated by line breaks')
    .option('--country <code>', 'ISO 3166-1, such as DE')
    .option('--tax-number <text>', 'a VAT number, or that of a tax office')
    .option('--reverse-charge <yes-or-no>', 'whether businesses of other EU countries owe the VAT themselves')
    .option('--gateway-tax <yes-or-no>', 'whether receipts take over the tax that the payment gateway computes')
    .action(set);
}

async function show(options: PublicationOptions): Promise<void> {
  await withPublication(options, (parts, publication) => print(options, parts, publication));
}

async function set(options: SetOptions): Promise<void> {
  const { name, address, country, taxNumber } = options;
  const change = {
    name,
    address,
    country,
    taxNumber,
    hasReverseCharge: toBoolean('--reverse-charge', options.reverseCharge),
    hasGatewayTax: toBoolean('--gateway-tax', options.gatewayTax),
  };
  if (Object.values(change).every((value) => value === undefined))
    throw new UsageError('Say what to change, such as --name or --country');
  await withPublication(options, async (parts, publication) => {
    await parts.database.transaction((transaction) => changeSeller(publication, transaction, change));
    await print(options, parts, publication);
  });
}

function toBoolean(option: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text !== 'yes' && text !== 'no') throw new UsageError(`${option} must be yes or no`);
  return text === 'yes';
}

async function print(options: PublicationOptions, { database }: Parts, publication: Publication): Promise<void> {
  const { name, address, country, taxNumber, hasReverseCharge, hasGatewayTax } = await findSeller(
    publication,
    database,
  );
  const seller = {
    name,
    address,
    country,
    tax_number: taxNumber,
    reverse_charge: hasReverseCharge,
    gateway_tax: hasGatewayTax,
  };
  printOne(options, seller, asCells);
}
