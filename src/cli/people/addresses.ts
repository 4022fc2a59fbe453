// masthead customer addresses: where the plans that are sent by post go, as a file for the printer.
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { csvStream } from '../../csv.ts';
import { InvalidValue } from '../../models/errors.ts';
import {
  countWithoutAddress,
  listPostedPlans,
  PRINTER_COLUMNS,
  readPrinterRows,
} from '../../models/finding/printer-rows.ts';
import { startOfDayIn } from '../../models/time-zone.ts';
import { parseDay } from '../../payments/calendar.ts';
import { countryName } from '../../views/country-text.ts';
import { addPublicationVerb, nameAct, withPublication, type PublicationOptions } from '../command.ts';
import { remark } from '../output.ts';

interface AddressesOptions extends PublicationOptions {
  readonly plan?: string;
  readonly on?: string;
}

export function registerAddresses(noun: Command): void {
  addPublicationVerb(
    noun,
    'addresses',
    'Print the postal addresses of plans that are sent by post as CSV, for the printer',
    'customer addresses --plan print --on 2027-03-31 > addresses.csv',
  )
    .option('--plan <plan>', 'this plan alone, by its id or slug')
    .option('--on <day>', 'of whoever has the plan when that day begins, such as 2027-03-31; now by default')
    .action(print);
}

async function print(options: AddressesOptions): Promise<void> {
  // As the dashboard names it.
  nameAct('addresses.export');
  await withPublication(options, async ({ database, clock }, publication) => {
    const at = options.on === undefined ? clock.now() : startOf(options.on, publication.timeZone);
    const plans = await listPostedPlans(publication, database, options.plan);
    // Writes nothing but its entry in the audit log.
    await database.transaction(() => Promise.resolve());
    const nameOf = (code: string): string => countryName(code, publication.locale);
    const file = csvStream(PRINTER_COLUMNS, readPrinterRows(publication, database, { plans, at }, nameOf));
    await pipeline(file, process.stdout, { end: false });
    for (const { id: planId, slug } of plans) {
      const missing = await countWithoutAddress(publication, database, { planId, at });
      if (missing > 0) remark(`${slug}: ${missing} without a postal address are not in the file`);
    }
  });
}

function startOf(text: string, timeZone: string): Date {
  const day = parseDay(text);
  if (day === undefined) throw new InvalidValue('on', 'on must be a day such as 2027-03-31');
  return startOfDayIn(timeZone, day);
}
