// The rows of a block as they are to be done: each about somebody new, about somebody who is here, or faulty.
import type { SecretKeys } from '../../database/secrets.ts';
import { activationCodeMacs } from '../people/activation.ts';
import type { Tenant } from '../record.ts';
import type { ImportBlock, RowOutcome } from './import-block.ts';
import { shortMac } from './imported-person.ts';
import type { KnownPeople, KnownPerson, WantedPeople } from './known-people.ts';
import { planRow, type PersonPlan } from './row-plan.ts';
import { readRow, type PersonOfFile, type RowContext, type RowFaultKind } from './row.ts';

/** A row that can be read. */
export interface GoodRow {
  readonly row: PersonOfFile;
  /** The keyed hashes of its activation code, the present one first; none where it has no code. */
  readonly codeMacs: readonly string[];
}

export interface RowsOfBlock {
  readonly good: readonly GoodRow[];
  readonly faulty: readonly RowOutcome[];
}

export type PlannedRow = GoodRow &
  (
    { readonly known: undefined; readonly plan: undefined } | { readonly known: KnownPerson; readonly plan: PersonPlan }
  );

interface Parts {
  readonly secretKeys: SecretKeys;
  readonly publication: Tenant;
}

/** Reads the rows of a block, those apart that are faulty by themselves, or were found so by the check. */
export function readBlock({ secretKeys, publication }: Parts, block: ImportBlock, context: RowContext): RowsOfBlock {
  const good: GoodRow[] = [];
  const faulty: RowOutcome[] = [];
  const checked = new Map(block.outcomes.map((outcome) => [outcome.line, outcome]));
  for (const fileRow of block.rows) {
    const before = checked.get(fileRow.line);
    const { person, faults } = readRow(fileRow, context);
    if (before?.kind === 'faulty') faulty.push(before);
    else if (person === undefined) faulty.push({ line: fileRow.line, kind: 'faulty', faults });
    else {
      const code = person.activationCode;
      const codeMacs = code === undefined ? [] : activationCodeMacs(secretKeys, publication.id, code);
      good.push({ row: person, codeMacs });
    }
  }
  return { good, faulty };
}

/** What is to be looked up for the rows. */
export function wantedOf(block: ImportBlock, { good }: RowsOfBlock): WantedPeople {
  return {
    emails: good.flatMap(({ row }) => row.email?.emailNormalized ?? []),
    codes: good.flatMap(({ codeMacs }) => codeMacs),
    ids: block.outcomes.flatMap(({ customerId }) => customerId ?? []),
  };
}

/** Whom a row is about, as keys by which another row about them, or with their code, is found. */
export function keysOf({ secretKeys, publication }: Parts, { row, codeMacs }: GoodRow): string[] {
  const texts = [...(row.email === undefined ? [] : [row.email.emailNormalized]), ...codeMacs.slice(0, 1)];
  return texts.map((text) => shortMac(secretKeys, publication, text));
}

/** Decides what a row is to do; a fault is one that only what is stored shows. */
export function planOf(
  { secretKeys, publication }: Parts,
  good: GoodRow,
  people: KnownPeople,
  given: { readonly overwrites: boolean; readonly before: RowOutcome | undefined },
): PlannedRow | RowFaultKind {
  const { row, codeMacs } = good;
  const ofEmail = row.email === undefined ? undefined : people.byEmail.get(row.email.emailNormalized);
  const ofCode = codeMacs.map((mac) => people.byCode.get(mac)).find((found) => found !== undefined);
  // Our choice: a code finds a person without an address; it is never a way to somebody else's record.
  const isOthers = ofCode !== undefined && row.email !== undefined && ofCode.id !== ofEmail?.id;
  if (isOthers) return 'code-taken';
  const known = ofEmail ?? ofCode;
  if (known === undefined) {
    const { customerId } = given.before ?? {};
    if (customerId !== undefined && people.gone.has(customerId)) return 'erased';
    return { ...good, known: undefined, plan: undefined };
  }
  const plan = planRow(secretKeys, publication, { row, known, overwrites: given.overwrites, codeMac: codeMacs[0] });
  return { ...good, known, plan };
}
