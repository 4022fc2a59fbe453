// The dry run of a takeover: what each row would do. Nothing but the import's own rows is written, and the gateway is not
// asked.
import type { BlockWork, Check } from '../../models/imports/check.ts';
import { settleBlock, type RowOutcome } from '../../models/imports/import-block.ts';
import type { ImportParts } from '../../models/imports/import-parts.ts';
import { countStep, takeStep } from '../../models/imports/import.ts';
import { shortMac } from '../../models/imports/imported-person.ts';
import { countsOf } from '../../models/imports/outcome.ts';
import type { Tenant } from '../../models/record.ts';
import { readAccountRow } from './account-row.ts';
import { outcomeOfPlan, planAccountRow, readHere, type RowPlan } from './plan-row.ts';

/** Returns false where another worker took the block, or the import is not checked by these settings any more. */
export async function checkAccountBlock(
  { database, clock, secretKeys }: ImportParts,
  publication: Tenant,
  gateway: string,
  { of, step, block, context, check }: BlockWork & { readonly check: Check },
): Promise<boolean> {
  const rows = block.rows.map((row) => readAccountRow(row, context));
  const here = await readHere(publication, database, gateway, rows, []);
  const keys: [string, number][] = [];
  /** Returns whether no row before had the key. */
  const note = (text: string, line: number): boolean => {
    const key = shortMac(secretKeys, publication, text);
    if (check.lines.has(key)) return false;
    check.lines.set(key, line);
    keys.push([key, line]);
    return true;
  };
  const outcomes = rows.map((row): RowOutcome => {
    const plan = planAccountRow(row, here, of.settings, of.accountPrices, undefined);
    if (plan.kind === 'faulty' || plan.kind === 'nothing') return outcomeOfPlan(row, plan, false);
    const who = plan.customerId ?? plan.person.email?.emailNormalized ?? '';
    const twice: RowPlan = { kind: 'faulty', fault: 'plan-twice' };
    if (plan.kind === 'subscription' && !note(`${who} ${plan.plan}`, row.line)) return outcomeOfPlan(row, twice, false);
    return outcomeOfPlan(row, plan, note(who, row.line));
  });
  return database.transaction(async (transaction) => {
    if (!(await takeStep(publication, transaction, of.id, step))) return false;
    await settleBlock(publication, transaction, { importId: of.id, number: block.number }, { outcomes, keys });
    await countStep(publication, transaction, clock, { id: of.id, step, counts: countsOf(outcomes) });
    return true;
  });
}
