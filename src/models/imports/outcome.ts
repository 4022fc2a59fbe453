// What becomes of a row, as it is kept and counted.
import type { RowOutcome } from './import-block.ts';
import type { ImportCounts } from './import-record.ts';
import type { ImportSettings } from './import-settings.ts';
import type { ImportField } from './presets.ts';
import type { RowFaultKind } from './row.ts';
import type { PlannedRow } from './rows-of-block.ts';

/** The column that a fault found by what is stored is shown at. */
const FIELDS: Partial<Record<RowFaultKind, ImportField>> = {
  twice: 'email',
  erased: 'email',
  'code-taken': 'activation_code',
};

export function outcomeOf(line: number, planned: PlannedRow | RowFaultKind, { fields }: ImportSettings): RowOutcome {
  if (typeof planned === 'string') {
    const column = fields.indexOf(FIELDS[planned] ?? 'email');
    // Each file has one of the two.
    const shown = column === -1 ? fields.indexOf('activation_code') : column;
    return { line, kind: 'faulty', faults: [{ kind: planned, column: shown }] };
  }
  const notes = planned.row.isAddressNote ? { notes: ['address_as_note'] as const } : {};
  if (planned.known === undefined) return { line, kind: 'created', ...notes };
  const { id: customerId } = planned.known;
  const { changes } = planned.plan;
  return changes.length === 0
    ? { line, kind: 'unchanged', customerId }
    : { line, kind: 'changed', changes, customerId, ...notes };
}

export function countsOf(outcomes: readonly RowOutcome[]): ImportCounts {
  const count = (kind: RowOutcome['kind']): number => outcomes.filter((outcome) => outcome.kind === kind).length;
  return {
    doneCount: outcomes.length,
    createdCount: count('created'),
    changedCount: count('changed'),
    unchangedCount: count('unchanged'),
    faultyCount: count('faulty'),
  };
}
