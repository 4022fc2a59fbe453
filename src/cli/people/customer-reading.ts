// masthead customer show and find: a customer with their subscriptions.
import type { Command } from 'commander';
import { parseEmailAddress } from '../../models/email-address.ts';
import { NotFound } from '../../models/errors.ts';
import { listSubscriptions } from '../../models/money/subscription-list.ts';
import { getCustomer } from '../../models/people/customer-person.ts';
import { findCustomerByEmail, type CustomerSummary } from '../../models/people/customer-summary.ts';
import { addressLines, fromPostalText, toPostalObject } from '../../models/postal/postal-address.ts';
import type { Publication } from '../../models/publication/publication.ts';
import { addPublicationVerb, withPublication, type Parts, type PublicationOptions } from '../command.ts';
import { printOne } from '../output.ts';
import { toSubscriptionObject } from '../payments/subscription.ts';
import { registerList } from './customer-list.ts';
import { toCustomerObject } from './customer-object.ts';

/** Our choice: the newest hundred subscriptions, canceled ones included; `subscription list --customer` has all. */
const SUBSCRIPTIONS_SHOWN = 100;

export function registerReading(noun: Command): void {
  registerList(noun);
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
  const address = fromPostalText(customer.postalAddress);
  const postal = { postal_address: toPostalObject(address) };
  printOne(options, { ...shown, ...postal, subscriptions: objects.map(toSubscriptionObject) }, () => ({
    ...shown,
    postal_address:
      address === null ? [] : [...addressLines(address), address.country].flatMap((line) => line.split('\n')),
    subscriptions: objects.map(({ id, status }) => `${id} (${status})`),
  }));
}
