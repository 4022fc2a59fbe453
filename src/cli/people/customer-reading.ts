// masthead customer list, show and find: customers page by page as in the data API, and one of them with their
// subscriptions.
import type { Command } from 'commander';
import { parseEmailAddress } from '../../models/email-address.ts';
import { NotFound } from '../../models/errors.ts';
import { listSubscriptions } from '../../models/money/subscription-list.ts';
import { activationUrl } from '../../models/people/activation.ts';
import { listCustomers } from '../../models/people/customer-list.ts';
import { getCustomer } from '../../models/people/customer-person.ts';
import { findCustomerByEmail, type CustomerSummary } from '../../models/people/customer-summary.ts';
import type { Publication } from '../../models/publication/publication.ts';
import { addPublicationVerb, withPublication, type Parts, type PublicationOptions } from '../command.ts';
import { printOne, printPage } from '../output.ts';
import { addPaging, toPageRequest, type PagingOptions } from '../paging.ts';
import { toSubscriptionObject } from '../payments/subscription.ts';

/** Our choice: the newest hundred subscriptions, canceled ones included; `subscription list --customer` has all. */
const SUBSCRIPTIONS_SHOWN = 100;

export function registerReading(noun: Command): void {
  addPaging(addPublicationVerb(noun, 'list', 'List customers, the newest first', 'customer list --limit 20')).action(
    list,
  );
  addPublicationVerb(
    noun,
    'show <id>',
    'Show a customer with their subscriptions',
    'customer show cus_01hv3k8m2q4r6s8t0v2w4x6y8z',
  ).action(show);
  addPublicationVerb(
    noun,
    'find <email>',
    'Find a customer by e-mail address, and show them with their subscriptions',
    'customer find ada@example.org',
  ).action(find);
}

async function list(options: PublicationOptions & PagingOptions): Promise<void> {
  const request = toPageRequest(options);
  await withPublication(options, async (parts, publication) => {
    const page = await listCustomers(publication, parts.database, request);
    const objects = page.objects.map((customer) => toCustomerObject(parts, publication, customer));
    printPage(options, { ...page, objects }, ({ id, email, name, newsletter_slugs, plan_slug }) => ({
      id,
      email,
      name,
      newsletter_slugs,
      plan_slug,
    }));
  });
}

async function show(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    await printCustomer(options, parts, publication, await getCustomer(publication, parts.database, id));
  });
}

async function find(email: string, options: PublicationOptions): Promise<void> {
  const address = parseEmailAddress(email);
  await withPublication(options, async (parts, publication) => {
    const found = await findCustomerByEmail(publication, parts.database, address);
    if (found === undefined) throw new NotFound(`No customer has this e-mail address: ${email}`);
    await printCustomer(options, parts, publication, found);
  });
}

async function printCustomer(
  options: PublicationOptions,
  parts: Parts,
  publication: Publication,
  customer: CustomerSummary,
): Promise<void> {
  const request = { customer: customer.id, limit: SUBSCRIPTIONS_SHOWN };
  const { objects } = await listSubscriptions(publication, parts.database, request);
  const shown = toCustomerObject(parts, publication, customer);
  printOne(options, { ...shown, subscriptions: objects.map(toSubscriptionObject) }, () => ({
    ...shown,
    subscriptions: objects.map(({ id, status }) => `${id} (${status})`),
  }));
}

export function toCustomerObject({ secretKeys }: Parts, publication: Publication, customer: CustomerSummary) {
  const { id, email, name, newsletterSlugs, planSlug, state, activatedAt } = customer;
  const activation = activatedAt === null ? activationUrl(secretKeys, publication, id) : null;
  return { id, email, name, newsletter_slugs: newsletterSlugs, plan_slug: planSlug, state, activation_url: activation };
}
