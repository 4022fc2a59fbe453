// masthead receipt: the receipts and credit notes of a customer.
import type { Command } from 'commander';
import { getCustomer } from '../../models/people/customer-person.ts';
import { listReceipts, numberText } from '../../models/receipts/receipt-record.ts';
import { HUNDREDTHS } from '../../models/tax/split.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { asCells, printList, toTime } from '../output.ts';

export function register(noun: Command): void {
  addPublicationVerb(
    noun,
    'list <customer>',
    'List the receipts and credit notes of a customer, the newest first; amounts are in minor units',
    'receipt list cus_01hkexample0example0example',
  ).action(list);
}

async function list(customer: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    const { id } = await getCustomer(publication, database, customer);
    const receipts = await listReceipts(publication, database, id);
    const rows = receipts.map((receipt) => ({
      number: numberText(receipt),
      id: receipt.id,
      of: receipt.recordId,
      issued_at: toTime(receipt.issuedAt),
      net: receipt.net,
      tax: receipt.tax,
      gross: receipt.gross,
      currency: receipt.currency,
      treatment: receipt.treatment,
      percent: receipt.rate === null ? null : receipt.rate / HUNDREDTHS,
      country: receipt.country,
    }));
    printList(options, rows, asCells);
  });
}
