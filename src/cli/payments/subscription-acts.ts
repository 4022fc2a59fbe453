// masthead subscription cancel, switch, pause and unpause, by the functions that the dashboard uses.
import { Option, type Command } from 'commander';
import { amountText } from '../../models/amount.ts';
import { InvalidValue } from '../../models/errors.ts';
import { findBillingOf } from '../../models/money/billing-record.ts';
import { keepEndReason, LEAVING_REASONS, type LeavingReason } from '../../models/money/subscription-end.ts';
import type { SubscriptionSummary } from '../../models/money/subscription-event.ts';
import { getSubscription } from '../../models/money/subscription-record.ts';
import { cancelSubscription, switchUncollected } from '../../models/money/subscription.ts';
import type { Publication } from '../../models/publication/publication.ts';
import type { PauseEnd } from '../../payments/pause.ts';
import { addPublicationVerb, withPublication, type Parts, type PublicationOptions } from '../command.ts';
import { Refused, UsageError } from '../failure.ts';
import { asCells, printOne, remark, toTime, type Cells } from '../output.ts';

interface CancelOptions extends PublicationOptions {
  atPeriodEnd?: true;
  reason?: LeavingReason;
}

interface SwitchOptions extends PublicationOptions {
  to: string;
  dryRun?: true;
}

interface PauseOptions extends PublicationOptions {
  months?: string;
  until?: string;
}

type ToObject = (subscription: SubscriptionSummary) => Cells;

/** @param toObject how a subscription is printed */
export function registerActs(noun: Command, toObject: ToObject): void {
  addPublicationVerb(
    noun,
    'cancel <id>',
    'Cancel a subscription at once, for good; a payment gateway collects no more for it',
    'subscription cancel sub_01jd… --at-period-end --reason too_expensive',
  )
    .option('--at-period-end', 'at the end of the paid period instead, where a payment gateway collects')
    .addOption(new Option('--reason <reason>', 'why, for the figures').choices(LEAVING_REASONS))
    .action((id: string, options: CancelOptions) => cancel(id, options, toObject));
  addPublicationVerb(
    noun,
    'switch <id>',
    'Change a subscription to another price, or a complimentary one to another plan',
    'subscription switch sub_01jd… --to price_01jd… --dry-run',
  )
    .requiredOption('--to <price-or-plan>', 'price; the plan, by id or slug, for a complimentary one')
    .option('--dry-run', 'only print what it would cost, and from when')
    .action((id: string, options: SwitchOptions) => change(id, options, toObject));
  addPublicationVerb(
    noun,
    'pause <id>',
    'Pause a subscription from the end of its paid period on: nothing is charged, and nothing granted, until it goes on by itself',
    'subscription pause sub_01jd… --months 2',
  )
    .addOption(new Option('--months <number>', 'for so many months').conflicts('until'))
    .option('--until <day>', 'until this day, on which the next payment is due, such as 2027-03-31')
    .action((id: string, options: PauseOptions) => pause(id, options, toObject));
  addPublicationVerb(
    noun,
    'unpause <id>',
    'Undo a pause that has not begun; end one that has, which charges the next period at once',
    'subscription unpause sub_01jd…',
  ).action((id: string, options: PublicationOptions) => unpause(id, options, toObject));
}

async function cancel(id: string, options: CancelOptions, toObject: ToObject): Promise<void> {
  const { atPeriodEnd, reason: leavingReason = null } = options;
  await withPublication(options, async (parts, publication) => {
    const { database, clock } = parts;
    if (atPeriodEnd) {
      const { cancelAtPeriodEnd } = await import('../../payments/subscription.ts');
      const { customerId } = await getSubscription(publication, database, id);
      await cancelAtPeriodEnd(parts, publication, customerId, id);
    }
    const canceled = await database.transaction(async (transaction) => {
      if (!atPeriodEnd) return cancelSubscription(publication, transaction, clock, id, leavingReason);
      await keepEndReason(publication, transaction, id, { reason: 'publisher', leavingReason });
      return getSubscription(publication, transaction, id);
    });
    printOne(options, toObject(canceled), asCells);
  });
}

async function change(id: string, options: SwitchOptions, toObject: ToObject): Promise<void> {
  const { to, dryRun = false } = options;
  await withPublication(options, async (parts, publication) => {
    const { database, clock } = parts;
    const { customerId } = await getSubscription(publication, database, id);
    if ((await findBillingOf(publication, database, id)) !== undefined)
      await changeAtGateway(parts, publication, customerId, { subscriptionId: id, newPriceId: to, dryRun });
    else if (!dryRun)
      await database.transaction((transaction) => switchUncollected(publication, transaction, clock, id, to));
    printOne(options, toObject(await getSubscription(publication, database, id)), asCells);
  });
}

async function changeAtGateway(
  parts: Parts,
  publication: Publication,
  customerId: string,
  { dryRun, ...given }: { readonly subscriptionId: string; readonly newPriceId: string; readonly dryRun: boolean },
): Promise<void> {
  const { previewSwitch, switchPrice } = await import('../../payments/switch.ts');
  const shown = await previewSwitch(parts, publication, customerId, given);
  const next = `${amountText(shown.nextAmount, shown.currency)} on ${toTime(shown.nextAt)}`;
  remark(`Charged now: ${amountText(shown.dueNow, shown.currency)}; from ${toTime(shown.from)}; next: ${next}.`);
  if (dryRun) return;
  const { state } = await switchPrice(parts, publication, customerId, shown.switchId);
  if (state !== 'done') throw new Refused(`Nothing was changed: ${state}`);
}

async function pause(id: string, { months, until, ...options }: PauseOptions, toObject: ToObject): Promise<void> {
  if (months === undefined && until === undefined) throw new UsageError('Give one of --months and --until');
  await withPublication(options, async (parts, publication) => {
    const { endOfPauseAfter, endOfPauseOn, getPauseTerms, pauseSubscription } = await import('../../payments/pause.ts');
    const { customerId } = await getSubscription(publication, parts.database, id);
    const terms = await getPauseTerms(parts, publication, customerId, id);
    const end = until === undefined ? endOfPauseAfter(toMonths(months), terms) : endOfPauseOn(until, terms);
    if (end === undefined) throw new InvalidValue('until', '--until must be a day such as 2027-03-31');
    await pauseSubscription(parts, publication, { customerId, subscriptionId: id, until: end });
    const { from, amount, price } = terms;
    remark(
      `Paused from ${toTime(from)} until ${end.toISOString()}; then ${amountText(amount, price.currency)} is charged.`,
    );
    printOne(options, toObject(await getSubscription(publication, parts.database, id)), asCells);
  });
}

async function unpause(id: string, options: PublicationOptions, toObject: ToObject): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    const { endPause } = await import('../../payments/pause.ts');
    const { customerId } = await getSubscription(publication, parts.database, id);
    const ended = await endPause(parts, publication, customerId, id);
    remark(UNPAUSED[ended]);
    printOne(options, toObject(await getSubscription(publication, parts.database, id)), asCells);
  });
}

/** Throws InvalidValue; pauseSubscription knows the bounds. */
function toMonths(text = ''): number {
  if (!/^[1-9]\d?$/.test(text)) throw new InvalidValue('months', '--months must be a whole number above 0');
  return Number(text);
}

const UNPAUSED: Readonly<Record<PauseEnd, string>> = {
  none: 'There was no pause.',
  undone: 'The pause had not begun. Nothing is charged now.',
  charged: 'The next period is charged and has begun, with another subscription.',
  unpaid: 'The pause is over, but the payment failed: nothing is granted until it is paid.',
};
