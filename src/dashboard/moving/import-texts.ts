// The words for imports: their states, what becomes of a row, and every fault of a row or a file.
import type { Change, RowOutcome } from '../../models/imports/import-block.ts';
import type { Import, ImportFault, ImportState } from '../../models/imports/import-record.ts';
import type { Language } from '../../views/language.ts';
import type { TextKey } from '../../views/text.ts';

const STATES: Readonly<Record<ImportState, TextKey>> = {
  uploading: 'dashboard.imports.state.uploaded',
  reading: 'dashboard.imports.state.reading',
  uploaded: 'dashboard.imports.state.uploaded',
  checking: 'dashboard.imports.state.checking',
  checked: 'dashboard.imports.state.checked',
  running: 'dashboard.imports.state.running',
  done: 'dashboard.imports.state.done',
  canceled: 'dashboard.imports.state.canceled',
  failed: 'dashboard.imports.state.failed',
};

export function stateText({ t }: Language, { state, source }: Pick<Import, 'state' | 'source'>): string {
  return t(source !== null && state === 'uploaded' ? 'dashboard.imports.state.read' : STATES[state]);
}

const CHANGES: Readonly<Record<Change, TextKey>> = {
  name: 'dashboard.imports.field.name',
  newsletters: 'dashboard.imports.field.newsletters',
  subscription: 'dashboard.imports.field.plan',
  postal_address: 'dashboard.reader.postal',
  note: 'dashboard.imports.field.note',
  activation_code: 'dashboard.imports.field.activation_code',
};

/** The fault of a file as a whole, with its place. */
export function faultText({ t }: Pick<Language, 't'>, { kind, line, column }: ImportFault): string {
  const text = t(`dashboard.imports.file.${kind}`);
  if (column !== undefined) return `${text} ${t('dashboard.imports.at-column', { line: String(line ?? 1), column })}`;
  return line === undefined ? text : `${text} ${t('dashboard.imports.at-line', { line: String(line) })}`;
}

/** What becomes of a row, or would. */
export function outcomeText(
  { t }: Language,
  { kind, changes = [] }: RowOutcome,
  { state }: Pick<Import, 'state'>,
): string {
  const isDone = state === 'running' || state === 'done' || state === 'canceled';
  if (kind === 'changed') {
    const fields = changes.map((change) => t(CHANGES[change])).join(', ');
    return t(isDone ? 'dashboard.imports.was-changed' : 'dashboard.imports.would-change', { fields });
  }
  if (kind === 'created') return t(isDone ? 'dashboard.imports.was-created' : 'dashboard.imports.would-create');
  return t(kind === 'faulty' ? 'dashboard.imports.faulty' : 'dashboard.imports.unchanged');
}

/** What is particular about a row. */
export function noteTexts({ t }: Language, { notes = [] }: RowOutcome): string[] {
  return notes.map((note) => t(`dashboard.imports.note.${note}`));
}

/** What an account has of each customer, which is read into columns of these names. */
const ACCOUNT_COLUMNS: Readonly<Record<string, TextKey>> = {
  email: 'dashboard.imports.field.email',
  name: 'dashboard.imports.field.name',
  subscription: 'dashboard.imports.account-subscription',
};

/** Each fault of a row with the name of its column, or the number of one without a name. */
export function rowFaults(
  { t }: Pick<Language, 't'>,
  { faults = [] }: RowOutcome,
  { header, source }: Pick<Import, 'header' | 'source'>,
) {
  const nameOf = (column: number): string => {
    const name = header[column] ?? '';
    const known = source === null ? undefined : ACCOUNT_COLUMNS[name];
    if (known !== undefined) return t(known);
    return name || t('dashboard.imports.column-number', { number: String(column + 1) });
  };
  return faults.map(({ kind, column }) => ({
    column: nameOf(column),
    text: t(`dashboard.imports.fault.${kind}`),
  }));
}
