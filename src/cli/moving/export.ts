// masthead export: writes everything that belongs to a publication into a folder (docs/export-format.md).
import type { Command } from 'commander';
import { describe, nameAct, withPublication, type PublicationOptions } from '../command.ts';
import { asCells, printOne } from '../output.ts';

interface ExportOptions extends PublicationOptions {
  readonly to: string;
}

export function register(command: Command): void {
  describe(
    command,
    'Export everything that belongs to a publication, as JSON lines and CSV with a manifest',
    'export --to ./quarterly-2027-03-01',
  )
    .option('--publication <id-or-host>', 'publication; optional where there is only one')
    .requiredOption('--to <folder>', 'a new folder; one that an export which was cut off has left is begun anew')
    .action(run);
}

async function run(options: ExportOptions): Promise<void> {
  nameAct('export.create');
  await withPublication(options, async ({ config, database, clock }, publication) => {
    const { exportToFolder } = await import('../../moving/export-folder.ts');
    const { logPendingEventsOf } = await import('../../models/outbox/event-log.ts');
    // Which are of no publication's log yet would have no id in the export.
    await logPendingEventsOf(publication, database, clock);
    const { records } = await exportToFolder({ config, database, clock, publication }, options.to);
    printOne(options, { folder: options.to, records }, asCells);
  });
}
