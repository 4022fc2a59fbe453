// masthead subscription cancel and switch: now or at the end of the paid period, and to another plan or price.
import { Option, type Command } from 'commander';
import { amountText } from '../../models/amount.ts';
import { findBillingOf } from '../../models/money/billing-record.ts';
import { keepEndReason, LEAVING_REASONS, type LeavingReason } from '../../models/money/subscription-end.ts';
import type { SubscriptionSummary } from '../../models/money/subscription-event.ts';
import { getSubscription } from '../../models/money/subscription-record.ts';
import { cancelSubscription, switchUncollected } from '../../models/money/subscription.ts';
import type { Publication } from '../../models/publication/publication.ts';
import { addPublicationVerb, withPublication, type Parts, type PublicationOptions } from '../command.ts';
import { Refused } from '../failure.ts';
import { asCells, printOne, remark, toTime, type Cells } from '../output.ts';

interface CancelOptions extends PublicationOptions {
  atPeriodEnd?: true;
  reason?: LeavingReason;
}

interface SwitchOptions extends PublicationOptions {
  to: string;
  dryRun?: true;
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
