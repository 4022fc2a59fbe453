// masthead subscription: lists and creates subscriptions, as the data API does (service.md, Data API and States).
import { Option, type Command } from 'commander';
import { findPlan, getPlan } from '../../models/catalog/plan.ts';
import { NotFound } from '../../models/errors.ts';
import type { SubscriptionStatus, SubscriptionSummary } from '../../models/money/subscription-event.ts';
import { listSubscriptions } from '../../models/money/subscription-list.ts';
import { createSubscription } from '../../models/money/subscription.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { asCells, printOne, printPage, toTime, type Cells } from '../output.ts';
import { addPaging, toPageRequest, type PagingOptions } from '../paging.ts';
import { customerOf } from '../people/customer-option.ts';
import { parseTime } from '../time.ts';
import { registerActs } from './subscription-acts.ts';

const STATUSES: readonly SubscriptionStatus[] = ['active', 'canceled'];

interface ListOptions extends PublicationOptions, PagingOptions {
  customer?: string;
  plan?: string;
  status?: SubscriptionStatus;
}

interface CreateOptions extends PublicationOptions {
  customer: string;
  plan: string;
  price?: string;
  complimentary?: true;
  until?: string;
}

export function register(noun: Command): void {
  const example = 'subscription list --plan digital --status active';
  addPaging(addPublicationVerb(noun, 'list', 'List subscriptions, the newest first', example))
    .option('--customer <id>', 'only those of this customer')
    .option('--plan <id-or-slug>', 'only those to this plan')
    .addOption(new Option('--status <status>', 'only those with this status').choices(STATUSES))
    .action(list);
  addPublicationVerb(
    noun,
    'create',
    'Create a subscription: complimentary, or paid by means of your own; nothing is charged',
    'subscription create --customer cus_01jd… --plan digital --complimentary',
  )
    .requiredOption('--customer <id>', 'customer')
    .requiredOption('--plan <id-or-slug>', 'plan')
    .option('--price <id>', 'price of the plan that the customer pays')
    .addOption(new Option('--complimentary', 'free, given by the publisher').conflicts('price'))
    .option('--until <time>', 'when it ends by itself, such as 2027-03-01T00:00:00Z; never by default')
    .action(create);
  registerActs(noun, toSubscriptionObject);
}

async function list(options: ListOptions): Promise<void> {
  const request = toPageRequest(options);
  const { customer, plan, status } = options;
  await withPublication(options, async ({ database }, publication) => {
    await customerOf(publication, database, customer);
    if (plan !== undefined && (await findPlan(publication, database, plan)) === undefined)
      throw new NotFound(`No such plan: ${plan}`);
    const page = await listSubscriptions(publication, database, { ...request, customer, plan, status });
    printPage(options, { ...page, objects: page.objects.map(toSubscriptionObject) }, asCells);
  });
}

async function create(options: CreateOptions): Promise<void> {
  const { customer: customerId, plan, price: priceId, complimentary = false, until } = options;
  const endsAt = until === undefined ? null : parseTime(until, '--until');
  await withPublication(options, async ({ database, clock }, publication) => {
    const made = await database.transaction(async (transaction) => {
      const { id: planId } = await getPlan(publication, transaction, plan);
      return createSubscription(publication, transaction, clock, {
        customerId,
        planId,
        priceId,
        complimentary,
        endsAt,
      });
    });
    printOne(options, toSubscriptionObject(made), asCells);
  });
}

export function toSubscriptionObject(subscription: SubscriptionSummary): Cells {
  const { id, status, customerId, planId, priceId, complimentary, endsAt } = subscription;
  const end = toTime(endsAt);
  return { id, status, customer_id: customerId, plan_id: planId, price_id: priceId, complimentary, ends_at: end };
}
