// masthead import: people from a CSV file, by the rules of the dashboard's import. The file is read as a stream, and what
// its rows would do is known before anything is written.
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { advanceImport } from '../../models/imports/advance.ts';
import { UnreadableFile } from '../../models/imports/file-fault.ts';
import { findBlock, type RowOutcome } from '../../models/imports/import-block.ts';
import { getImport, type Import, type Invitation } from '../../models/imports/import-record.ts';
import { checkImport, finishUpload, removeImport, storeFile } from '../../models/imports/import.ts';
import { checkReading } from '../../models/imports/reading.ts';
import type { Publication } from '../../models/publication/publication.ts';
import { takeoverAdvancer } from '../../payments/takeover/advance.ts';
import { startAnyImport } from '../../payments/takeover/map-prices.ts';
import { beginTakeover } from '../../payments/takeover/source.ts';
import { describe, withPublication, type Parts, type PublicationOptions } from '../command.ts';
import { Refused, UsageError } from '../failure.ts';
import { printJson, remark } from '../output.ts';
import { accountSettingsFrom, toPriceLines, toPriceObjects, type AccountOptions } from './import-account.ts';
import { settingsFrom, type MappingOptions } from './import-settings.ts';

interface ImportOptions extends PublicationOptions, MappingOptions, AccountOptions {
  readonly from?: string;
  readonly dryRun?: boolean;
  readonly skipFaulty?: boolean;
  readonly rows?: boolean;
  readonly invitation?: string;
}

const collect = (value: string, former: readonly string[] = []): readonly string[] => [...former, value];

export function register(command: Command): void {
  describe(
    command.argument('[file]', 'a CSV file; none with --from'),
    'Import people from a CSV file or the connected account; nobody is charged, and nobody is written to unless asked',
    'import people.csv --dry-run',
  )
    .option('--publication <id-or-host>', 'publication; optional where there is only one')
    .option('--from <gateway>', 'takes over the customers and subscriptions of the connected account, with billing')
    .option(
      '--price <price=plan>',
      'the plan of a price of the account; new for a new plan, - to leave it alone',
      collect,
    )
    .option('--new-plans', 'make plans and prices of those of the account that have none')
    .option('--subscribers-only', 'leave customers of the account out who have no subscription')
    .option('--dry-run', 'show what the rows would do, and change nobody')
    .option('--rows', 'list each row, not only the faulty ones')
    .option('--skip-faulty', 'import the good rows although others are faulty')
    .option('--preset <name>', 'ghost, memberful, substack, patreon, mailchimp or steady; recognized by default')
    .option('--map <column=field>', 'what a column means, such as "Member since=joined"; - leaves it out', collect)
    .option('--plan <word=plan>', 'what a word of the file means, such as Gold=supporter; - for no plan', collect)
    .option('--newsletter <word=newsletter>', 'the same for newsletters', collect)
    .option('--newsletters <slugs>', 'newsletters for everybody of whom the file does not say that they take none')
    .option('--plan-of-rest <plan>', 'the plan of rows that name none, but say that something is held')
    .option('--without-end <kind>', 'complimentary or outside: how a plan without a date is recorded', 'complimentary')
    .option('--days <order>', 'dmy or mdy: how days such as 03/04/2025 are written')
    .option('--overwrite', 'the file also wins over what was changed here')
    .option('--invitation <file>', 'writes to everybody new: the subject on the first line, then the text')
    .action(run);
}

async function run(file: string | undefined, options: ImportOptions): Promise<void> {
  if ((file === undefined) === (options.from === undefined))
    throw new UsageError('Name a file, or an account by --from');
  if (file !== undefined && !existsSync(file)) throw new UsageError(`There is no file at ${file}`);
  const invitation = options.invitation === undefined ? null : readInvitation(options.invitation);
  await withPublication(options, async (parts, publication) => {
    const id = file === undefined ? await begin(parts, publication, options) : await store(parts, publication, file);
    try {
      const checked = await check(parts, publication, id, options);
      const isRefused = checked.faultyCount > 0 && options.skipFaulty !== true;
      if (options.dryRun === true || isRefused) await report(parts, publication, checked, options);
      if (options.dryRun === true) return;
      if (isRefused)
        throw new Refused(
          `${checked.faultyCount} rows are faulty, and nothing was imported: mend them, or add --skip-faulty`,
        );
      const start = { id, revision: checked.revision, invitation };
      await parts.database.transaction((transaction) => startAnyImport(publication, transaction, parts.clock, start));
      await report(parts, publication, await advance(parts, publication, id, 'running'), options);
    } finally {
      // What began stays: the worker of the service goes on with it where this process is cut off.
      await parts.database.transaction((transaction) => removeImport(publication, transaction, id));
    }
  });
}

async function begin(parts: Parts, publication: Publication, { from = '' }: ImportOptions): Promise<string> {
  const account = { gateway: from, name: from };
  return parts.database.transaction((transaction) => beginTakeover(parts, publication, transaction, account));
}

async function store(parts: Parts, publication: Publication, file: string): Promise<string> {
  try {
    const open = () => createReadStream(file);
    return await storeFile(importParts(parts), publication, { fileName: basename(file), open });
  } catch (error) {
    if (error instanceof UnreadableFile) throw new Refused(`The file cannot be imported: ${error.message}`);
    throw error;
  }
}

async function check(parts: Parts, publication: Publication, id: string, options: ImportOptions): Promise<Import> {
  const { database } = parts;
  const stored = await getImport(publication, database, id);
  if (stored.source !== null) {
    const read = await advance(parts, publication, id, 'reading');
    const settings = await accountSettingsFrom(publication, database, read, options);
    await database.transaction((transaction) => checkReading(publication, transaction, id, settings));
    return advance(parts, publication, id, 'checking');
  }
  const settings = await settingsFrom(publication, database, stored, options);
  await database.transaction(async (transaction) => {
    await finishUpload(publication, transaction, id);
    await checkImport(publication, transaction, id, settings);
  });
  return advance(parts, publication, id, 'checking');
}

/** Goes on until the state is over; the worker of a running service may take blocks as well. */
async function advance(
  parts: Parts,
  publication: Publication,
  id: string,
  state: 'reading' | 'checking' | 'running',
): Promise<Import> {
  const { source } = await getImport(publication, parts.database, id);
  const advanceOne = source === null ? advanceImport : takeoverAdvancer(parts);
  for (;;) {
    await advanceOne(importParts(parts), publication, id, () => false);
    const now = await getImport(publication, parts.database, id);
    if (now.state === 'failed') throw new Refused('The import failed; the log of the service says why');
    if (now.state !== state) return now;
    remark(progressOf(now));
  }
}

function progressOf({ state, doneCount, rowCount }: Import): string {
  if (state === 'reading') return `${rowCount} rows read`;
  return `${doneCount} of ${rowCount} rows ${state === 'checking' ? 'checked' : 'imported'}`;
}

async function report(
  { database, secretKeys }: Parts,
  publication: Publication,
  of: Import,
  { json, rows = false }: ImportOptions,
): Promise<void> {
  const counts = {
    rows: of.rowCount,
    created: of.createdCount,
    changed: of.changedCount,
    unchanged: of.unchangedCount,
    faulty: of.faultyCount,
  };
  const isAccount = of.source !== null;
  if (isAccount && !json) for (const line of toPriceLines(of, of.settings)) process.stdout.write(`${line}\n`);
  const listed: object[] = [];
  for (let number = 0; number < of.blocks; number += 1) {
    const block = await findBlock(publication, database, secretKeys, { importId: of.id, number });
    for (const outcome of block?.outcomes ?? []) {
      if (!rows && outcome.kind !== 'faulty') continue;
      if (json) listed.push(toRowObject(of, outcome));
      else process.stdout.write(`${toLine(of, outcome)}\n`);
    }
  }
  const state = of.state === 'checked' ? 'would be' : 'were';
  const unknown = { plans: of.unknownWords.plans, newsletters: of.unknownWords.newsletters };
  if (json)
    printJson({
      state: of.state,
      preset: of.preset,
      ...counts,
      unknown,
      ...(isAccount && { prices: toPriceObjects(of, of.settings) }),
      listed,
    });
  else
    process.stdout.write(
      `Of ${counts.rows} rows, ${counts.created} ${state} created, ${counts.changed} changed, ${counts.unchanged} left as they are; ${counts.faulty} are faulty.\n`,
    );
}

function toRowObject({ header }: Import, { line, kind, changes = [], faults = [], notes = [] }: RowOutcome): object {
  return {
    line,
    outcome: kind,
    changes,
    ...(notes.length > 0 && { notes }),
    faults: faults.map((fault) => ({ column: header[fault.column] ?? null, fault: fault.kind })),
  };
}

function toLine({ header }: Import, { line, kind, changes = [], faults = [], notes = [] }: RowOutcome): string {
  const told = faults.map((fault) => `${fault.kind} in column ${header[fault.column] ?? '-'}`);
  return `line ${line}: ${[kind, ...changes, ...notes, ...told].join(', ')}`;
}

function importParts({ config, database, clock, secretKeys }: Parts) {
  return { database, clock, secretKeys, invitationsPerMinute: config.invitationsPerMinute };
}

function readInvitation(file: string): Invitation {
  if (!existsSync(file)) throw new UsageError(`There is no file at ${file}`);
  const [subject = '', ...rest] = readFileSync(file, 'utf8').split(/\r?\n/);
  return { subject: subject.trim(), text: rest.join('\n').trim() };
}
