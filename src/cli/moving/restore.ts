// masthead restore: imports an export into an empty publication (docs/export-format.md).
import type { Command } from 'commander';
import type { NewSecret } from '../../models/lifecycle/moving/fresh.ts';
import type { ExportFault } from '../../moving/read-export.ts';
import { describe, nameAct, withPublication, type PublicationOptions } from '../command.ts';
import { Refused } from '../failure.ts';
import { asCells, printJson, printList, remark } from '../output.ts';

interface RestoreOptions extends PublicationOptions {
  readonly from: string;
  readonly dryRun?: boolean;
}

export function register(command: Command): void {
  describe(
    command,
    'Import an export into an empty publication; run again after an interruption, it goes on',
    'restore --from ./quarterly-2027-03-01 --publication members.example.org --dry-run',
  )
    .option('--publication <id-or-host>', 'publication; optional where there is only one')
    .requiredOption('--from <folder>', 'the folder of the export, unpacked')
    .option('--dry-run', 'check every line, and write nothing')
    .action(run);
}

async function run(options: RestoreOptions): Promise<void> {
  nameAct('export.restore');
  const { checkExport, openExport } = await import('../../moving/read-export.ts');
  const { NoExport } = await import('../../moving/no-export.ts');
  const { importExport, RefusedLines } = await import('../../moving/import-export.ts');
  await withPublication(options, async (parts, publication) => {
    try {
      const opened = openExport(options.from);
      const { faults, records } = await checkExport(opened);
      if (faults.length > 0) throw new Refused(faults.map(toLine).join('\n'));
      const secrets = options.dryRun ? [] : await importExport({ ...parts, publication }, opened);
      show(options, records, secrets);
    } catch (error) {
      if (error instanceof NoExport || error instanceof RefusedLines) throw new Refused(error.message);
      throw error;
    }
  });
}

function toLine({ file, line, message }: ExportFault): string {
  return line === 0 ? `${file}: ${message}` : `${file}, line ${line}: ${message}`;
}

function show(options: RestoreOptions, records: Readonly<Record<string, number>>, secrets: readonly NewSecret[]): void {
  const counts = Object.entries(records).map(([kind, count]) => ({ kind, records: count }));
  const shown = secrets.map(({ kind, id, name, clientId, secret }) => ({
    kind,
    id,
    name,
    client_id: clientId,
    secret,
  }));
  if (options.json) return printJson({ dry_run: options.dryRun === true, records, new_secrets: shown });
  printList(options, counts, asCells);
  if (options.dryRun) return remark('Nothing was written.');
  if (shown.length === 0) return;
  process.stdout.write('\n');
  printList(options, shown, asCells);
  remark('Put these secrets where the former ones are; they are shown this once.');
}
