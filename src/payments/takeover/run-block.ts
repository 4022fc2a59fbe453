// The run of a takeover: the present state of each subscription of a block is read at the gateway, then one transaction
// writes the whole block. So what a killed process leaves is a block that is done or one that is not.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { NotFound } from '../../models/errors.ts';
import type { BlockWork } from '../../models/imports/check.ts';
import { settleBlock, type RowOutcome } from '../../models/imports/import-block.ts';
import { countStep, takeStep } from '../../models/imports/import.ts';
import { keepSaid } from '../../models/imports/imported-person.ts';
import { lockKnownPeople } from '../../models/imports/known-people.ts';
import { countsOf } from '../../models/imports/outcome.ts';
import type { PersonOfFile, RowFaultKind } from '../../models/imports/row.ts';
import { invitationTime, nextInvitation } from '../../models/imports/run.ts';
import { keepGatewayCustomer } from '../../models/money/gateway-customer.ts';
import { insertCustomers, recordCustomersCreated } from '../../models/people/customer-batch.ts';
import { lockPersonOf } from '../../models/people/customer-person.ts';
import { renameCustomer } from '../../models/people/customer.ts';
import type { Tenant } from '../../models/record.ts';
import type { GatewayTakeover } from '../gateway-definition.ts';
import type { GatewaySubscription, PaymentGateway } from '../gateway.ts';
import type { PaymentParts } from '../gateways.ts';
import { readAccountRow, type AccountRow } from './account-row.ts';
import { outcomeOfPlan, planAccountRow, readHere, type Here, type RowPlan, type SubscriptionPlan } from './plan-row.ts';
import { takeOver } from './take-over.ts';

export interface TakeoverParts extends PaymentParts {
  readonly gateway: PaymentGateway;
  readonly takeover: GatewayTakeover;
  readonly invitationsPerMinute: number;
}

/** Our choice: a few calls at once, well below the limits of a gateway, beside the payments of readers. */
const READ_AT_ONCE = 8;

type Read = GatewaySubscription | RowFaultKind;

/** Returns false where another worker took the block, or the import was canceled. Throws GatewayUnavailable. */
export async function runAccountBlock(
  parts: TakeoverParts,
  publication: Tenant,
  { of, step, block, context }: BlockWork,
): Promise<boolean> {
  const { database, clock, gateway } = parts;
  const before = new Map(block.outcomes.map((outcome) => [outcome.line, outcome]));
  const rows = block.rows.map((row) => readAccountRow(row, context));
  const good = rows.filter(({ line }) => before.get(line)?.kind !== 'faulty');
  const planIn = (here: Here, row: AccountRow): RowPlan =>
    planAccountRow(row, here, of.settings, of.accountPrices, before.get(row.line));
  const read = await readAtGateway(parts, publication, good, planIn, block.outcomes);
  return database.transaction(async (transaction) => {
    if (!(await takeStep(publication, transaction, of.id, step))) return false;
    const toMake = good.filter((row) => typeof read.get(row.line) !== 'string');
    const made = await settlePeople({ publication, transaction, clock, gateway }, toMake, planIn, block.outcomes);
    const here = await readHere(publication, transaction, gateway.name, good, block.outcomes);
    const outcomes: RowOutcome[] = block.outcomes.filter(({ kind }) => kind === 'faulty');
    const counted = new Set<string>();
    for (const row of good) {
      const plan = planIn(here, row);
      const settled = await settleRow(parts, publication, transaction, { row, plan, read: read.get(row.line) });
      const id = settled.kind === 'faulty' ? undefined : settled.customerId;
      const isNew = id !== undefined && made.has(id) && !counted.has(id);
      if (id !== undefined) counted.add(id);
      const outcome = outcomeOfPlan(row, settled, isNew);
      outcomes.push(isNew ? { ...outcome, kind: 'created' } : outcome);
    }
    const pace = {
      clock,
      nextInvitationAt: await invitationTime(of, transaction, publication),
      invitationMilliseconds: Math.ceil(60_000 / parts.invitationsPerMinute),
    };
    const imported = [...made].map((customerId) => ({ customerId, said: {}, inviteAt: nextInvitation(pace) }));
    await keepSaid(publication, transaction, of.id, imported);
    outcomes.sort((a, b) => a.line - b.line);
    await settleBlock(publication, transaction, { importId: of.id, number: block.number }, { outcomes, isOver: true });
    const { nextInvitationAt } = pace;
    await countStep(publication, transaction, clock, { id: of.id, step, counts: countsOf(outcomes), nextInvitationAt });
    return true;
  });
}

/** Claims and reads the subscriptions that are to be taken over. A fault is one that only the gateway shows. */
async function readAtGateway(
  { database, gateway, takeover, ...parts }: TakeoverParts,
  publication: Tenant,
  rows: readonly AccountRow[],
  planIn: (here: Here, row: AccountRow) => RowPlan,
  before: readonly RowOutcome[],
): Promise<ReadonlyMap<number, Read>> {
  const here = await readHere(publication, database, gateway.name, rows, before);
  const wanted = rows.flatMap(({ line, ...row }): { line: number; plan: SubscriptionPlan }[] => {
    const plan = planIn(here, { line, ...row });
    return plan.kind === 'subscription' ? [{ line, plan }] : [];
  });
  const found = new Map<number, Read>();
  const readOne = async ({ line, plan }: (typeof wanted)[number]): Promise<void> => {
    const { subscriptionRef: ref, choice: priceId } = plan;
    try {
      // Our choice: what has ended is claimed, too, which changes nothing, so that one call both claims and reads.
      const claimed = await takeover.claim({ database, ...parts }, publication, { ref, priceId });
      found.set(line, faultOfState(claimed) ?? claimed);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      found.set(line, 'over');
    }
  };
  for (let from = 0; from < wanted.length; from += READ_AT_ONCE)
    await Promise.all(wanted.slice(from, from + READ_AT_ONCE).map(readOne));
  return found;
}

function faultOfState({ state }: GatewaySubscription): RowFaultKind | undefined {
  if (state === 'ended' || state === 'paused') return 'over';
  return state === 'pending' ? 'unpaid-start' : undefined;
}

interface Writing {
  readonly publication: Tenant;
  readonly transaction: Transaction;
  readonly clock: Clock;
  readonly gateway: PaymentGateway;
}

/** Creates who is new, and locks everybody. Returns the ids of those created. */
async function settlePeople(
  { publication, transaction, clock, gateway }: Writing,
  rows: readonly AccountRow[],
  planIn: (here: Here, row: AccountRow) => RowPlan,
  before: readonly RowOutcome[],
): Promise<ReadonlySet<string>> {
  const here = await readHere(publication, transaction, gateway.name, rows, before);
  const fresh = new Map<string, PersonOfFile>();
  const plans = rows.map((row) => planIn(here, row));
  for (const plan of plans) {
    if ((plan.kind !== 'person' && plan.kind !== 'subscription') || plan.customerId !== undefined) continue;
    const email = plan.person.email?.emailNormalized ?? '';
    if (!fresh.has(email)) fresh.set(email, plan.person);
  }
  const now = clock.now().getTime();
  const customers = [...fresh.values()].map(({ email, name, joinedAt = now }) => ({
    id: newId('cus', new Date(joinedAt)),
    email: email?.email ?? null,
    emailNormalized: email?.emailNormalized ?? null,
    name,
    postalAddress: null,
    activationCodeMac: null,
    createdAt: joinedAt,
  }));
  const made = await insertCustomers(publication, transaction, customers);
  await recordCustomersCreated(publication, transaction, clock, [...made]);
  const emails = rows.flatMap(({ read }) => read.person?.email?.emailNormalized ?? []);
  const locked = await lockKnownPeople(publication, transaction, { emails, codes: [], ids: [] });
  for (const id of [...here.idOfCustomer.values()].toSorted()) await lockPersonOf(publication, transaction, id);
  for (const { read } of rows) {
    const { person } = read;
    const known = locked.byEmail.get(person?.email?.emailNormalized ?? '');
    if (
      person !== undefined &&
      known !== undefined &&
      known.name === null &&
      person.name !== null &&
      !made.has(known.id)
    )
      await renameCustomer(publication, transaction, clock, known.id, person.name);
  }
  return made;
}

/** Writes what one row does, and returns what became of it. */
async function settleRow(
  parts: TakeoverParts,
  publication: Tenant,
  transaction: Transaction,
  { row, plan, read }: { readonly row: AccountRow; readonly plan: RowPlan; readonly read: Read | undefined },
): Promise<RowPlan> {
  if (plan.kind === 'faulty' || plan.kind === 'nothing') return plan;
  if (typeof read === 'string') return { kind: 'faulty', fault: read };
  const { customerId } = plan;
  // Somebody took the address in the same moment; the next import finds them.
  if (customerId === undefined) return { kind: 'faulty', fault: 'erased' };
  if (plan.kind === 'subscription') {
    // It became possible since it was read.
    if (read === undefined) return { kind: 'faulty', fault: 'plan-held' };
    const taken = { customerId, priceId: plan.choice, found: read };
    const fault = await takeOver(parts, publication, transaction, taken);
    if (fault !== undefined) return { kind: 'faulty', fault };
  }
  const key = { customerId, gateway: parts.gateway.name };
  await keepGatewayCustomer(publication, transaction, parts.clock, key, { ref: row.customerRef, gone: undefined });
  return plan;
}
