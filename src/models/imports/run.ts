// The run: one transaction for each block, which creates who is new by a few statements and changes the others one by
// one, with their events.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { Conflict } from '../errors.ts';
import { updateCustomer } from '../lifecycle/customer-update.ts';
import { createSubscriptions, type SubscriptionOfBatch } from '../money/paid-subscription.ts';
import { endSubscription, setSubscriptionEnd } from '../money/subscription-end.ts';
import { insertCustomers, recordCustomersCreated } from '../people/customer-batch.ts';
import { renameCustomer, setPostalAddress } from '../people/customer.ts';
import { chooseNewsletters, subscribeNewCustomers } from '../people/newsletter-subscription.ts';
import { addNotes } from '../people/note.ts';
import { toPostalText } from '../postal/postal-address.ts';
import type { Tenant } from '../record.ts';
import type { BlockWork } from './check.ts';
import { settleBlock, type RowOutcome } from './import-block.ts';
import type { ImportParts } from './import-parts.ts';
import { getImport, type Import } from './import-record.ts';
import { countStep, takeStep, type Step } from './import.ts';
import { keepSaid, type ImportedPerson } from './imported-person.ts';
import { lockKnownPeople } from './known-people.ts';
import { countsOf, outcomeOf } from './outcome.ts';
import { toSaid } from './row-plan.ts';
import type { PersonOfFile } from './row.ts';
import { planOf, readBlock, wantedOf, type PlannedRow } from './rows-of-block.ts';

interface Run {
  readonly publication: Tenant;
  readonly transaction: Transaction;
  readonly clock: Clock;
  readonly secretKeys: SecretKeys;
  readonly of: Import;
  readonly outcomes: RowOutcome[];
  readonly imported: ImportedPerson[];
  readonly notes: { readonly customerId: string; readonly text: string }[];
  /** When the next new person is invited; null where nobody is. */
  nextInvitationAt: number | null;
  readonly invitationMilliseconds: number;
}

type NewRow = PlannedRow & { readonly known: undefined };
type KnownRow = PlannedRow & { readonly known: object };

/** Returns false where another worker took the block, or the import was canceled. */
export function runBlock(
  { database, clock, secretKeys, invitationsPerMinute }: ImportParts,
  publication: Tenant,
  { of, step, block, context }: BlockWork,
): Promise<boolean> {
  const parts = { secretKeys, publication };
  const rows = readBlock(parts, block, context);
  const before = new Map(block.outcomes.map((outcome) => [outcome.line, outcome]));
  return database.transaction(async (transaction) => {
    if (!(await takeStep(publication, transaction, of.id, step))) return false;
    const people = await lockKnownPeople(publication, transaction, wantedOf(block, rows));
    const run: Run = {
      publication,
      transaction,
      clock,
      secretKeys,
      of,
      outcomes: [...rows.faulty],
      imported: [],
      notes: [],
      nextInvitationAt: await invitationTime(of, transaction, publication),
      invitationMilliseconds: Math.ceil(60_000 / invitationsPerMinute),
    };
    const { overwrites } = of.settings;
    const good: PlannedRow[] = [];
    for (const read of rows.good) {
      const planned = planOf(parts, read, people, { overwrites, before: before.get(read.row.line) });
      if (typeof planned === 'string') run.outcomes.push(outcomeOf(read.row.line, planned, of.settings));
      else good.push(planned);
    }
    const [known, fresh] = [good.filter(isKnown), good.filter(isNew)];
    await createPeople(run, fresh);
    await changePeople(run, known);
    await settle(run, step);
    return true;
  });
}

const isNew = (row: PlannedRow): row is NewRow => row.known === undefined;
const isKnown = (row: PlannedRow): row is KnownRow => row.known !== undefined;

/** Writes what the rows have left, and counts the block. */
async function settle(run: Run, step: Step): Promise<void> {
  const { publication, transaction, clock, of, imported, notes, nextInvitationAt } = run;
  await addNotes(publication, transaction, clock, { authorName: of.fileName, notes });
  await keepSaid(publication, transaction, of.id, imported);
  const outcomes = run.outcomes.toSorted((a, b) => a.line - b.line);
  const block = { importId: of.id, number: step.number };
  await settleBlock(publication, transaction, block, { outcomes, isOver: true });
  await countStep(publication, transaction, clock, { id: of.id, step, counts: countsOf(outcomes), nextInvitationAt });
}

async function createPeople(run: Run, rows: readonly NewRow[]): Promise<void> {
  const { publication, transaction, clock, secretKeys } = run;
  const now = clock.now();
  const people = rows.map(({ row, codeMacs }) => {
    const createdAt = row.joinedAt ?? now.getTime();
    const customer = {
      id: newId('cus', new Date(createdAt)),
      email: row.email?.email ?? null,
      emailNormalized: row.email?.emailNormalized ?? null,
      name: row.name,
      postalAddress: row.postalAddress === undefined ? null : toPostalText(row.postalAddress),
      activationCodeMac: codeMacs[0] ?? null,
      createdAt,
    };
    return { row, customer };
  });
  const made = await insertCustomers(
    publication,
    transaction,
    people.map(({ customer }) => customer),
  );
  // Somebody took the address or the code in the same moment; the next import finds them.
  for (const { row, customer } of people)
    if (!made.has(customer.id)) run.outcomes.push(outcomeOf(row.line, 'code-taken', run.of.settings));
  const created = people.filter(({ customer }) => made.has(customer.id));
  const readers = created.flatMap(({ row, customer: { id: customerId } }) =>
    (row.newsletters ?? []).map((newsletterId) => ({ customerId, newsletterId })),
  );
  await subscribeNewCustomers(publication, transaction, clock, readers);
  const ids = created.map(({ customer }) => customer.id);
  await recordCustomersCreated(publication, transaction, clock, ids);
  const wanted = created.flatMap(({ row, customer }) => subscriptionOf(row, customer.id));
  const subscriptionIds = await createSubscriptions(publication, transaction, clock, wanted);
  for (const { row, customer } of created) {
    if (row.note !== undefined) run.notes.push({ customerId: customer.id, text: row.note });
    const former = { said: undefined, subscriptionId: subscriptionIds.get(customer.id) };
    const said = toSaid(secretKeys, publication, row, former);
    const inviteAt = row.email === undefined ? null : nextInvitation(run);
    run.imported.push({ customerId: customer.id, said, inviteAt });
    const notes = row.isAddressNote ? { notes: ['address_as_note'] as const } : {};
    run.outcomes.push({ line: row.line, kind: 'created', customerId: customer.id, ...notes });
  }
}

function subscriptionOf({ subscription }: PersonOfFile, customerId: string): SubscriptionOfBatch[] {
  return subscription ? [{ ...subscription, customerId }] : [];
}

async function changePeople(run: Run, rows: readonly KnownRow[]): Promise<void> {
  for (const planned of rows) {
    const { row, known, plan } = planned;
    if (plan === undefined) continue;
    const { publication, transaction, secretKeys } = run;
    let subscriptionId: string | undefined;
    try {
      await transaction.savepoint(async () => {
        subscriptionId = await change(run, planned);
      });
    } catch (error) {
      // A code that somebody took since the rows were read.
      if (!(error instanceof Conflict)) throw error;
      run.outcomes.push(outcomeOf(row.line, 'code-taken', run.of.settings));
      continue;
    }
    const said = toSaid(secretKeys, publication, row, { said: known.said, subscriptionId });
    // What the file says as before needs no write.
    if (JSON.stringify(said) !== JSON.stringify(known.said))
      run.imported.push({ customerId: known.id, said, inviteAt: null });
    run.outcomes.push(outcomeOf(row.line, planned, run.of.settings));
  }
}

/** Returns the id of the subscription that was made or changed. */
async function change(run: Run, { row, known, plan }: KnownRow): Promise<string | undefined> {
  const { publication, transaction, clock, secretKeys } = run;
  if (plan === undefined) return undefined;
  const { name, newsletters, subscription, activationCode } = plan;
  if (activationCode !== undefined)
    await updateCustomer(publication, transaction, clock, secretKeys, known.id, { activationCode });
  if (name !== undefined) await renameCustomer(publication, transaction, clock, known.id, name);
  if (plan.postalAddress !== undefined)
    await setPostalAddress(publication, transaction, clock, known.id, plan.postalAddress);
  if (newsletters !== undefined) await chooseNewsletters(publication, transaction, clock, known.id, newsletters);
  if (plan.note !== undefined) run.notes.push({ customerId: known.id, text: plan.note });
  if (subscription?.end !== undefined)
    await endSubscription(publication, transaction, clock, subscription.end.id, { reason: 'publisher' });
  if (subscription?.setEnd !== undefined) {
    const { id, endsAt } = subscription.setEnd;
    const end = { endsAt: endsAt === null ? null : new Date(endsAt), reason: null };
    await setSubscriptionEnd(publication, transaction, clock, id, end);
    return id;
  }
  if (subscription?.create === undefined) return undefined;
  const made = await createSubscriptions(publication, transaction, clock, subscriptionOf(row, known.id));
  return made.get(known.id);
}

/** When the next invitation is due, after those that earlier blocks have given out. */
export async function invitationTime(
  of: Import,
  transaction: Transaction,
  publication: Tenant,
): Promise<number | null> {
  if (of.invitation === null) return null;
  return (await getImport(publication, transaction, of.id)).nextInvitationAt;
}

/** Takes the next time at which somebody may be invited; null where nobody is. */
export function nextInvitation(run: Pick<Run, 'nextInvitationAt' | 'clock' | 'invitationMilliseconds'>): number | null {
  if (run.nextInvitationAt === null) return null;
  const at = Math.max(run.nextInvitationAt, run.clock.now().getTime());
  run.nextInvitationAt = at + run.invitationMilliseconds;
  return at;
}
