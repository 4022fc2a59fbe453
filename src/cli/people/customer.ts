// masthead customer: the customers of a publication (service.md, Customer object): creating them, their details, and the
// end of their sessions.
import type { Command } from 'commander';
import { parseEmailAddress } from '../../models/email-address.ts';
import { updateCustomer } from '../../models/lifecycle/customer-update.ts';
import { getCustomer } from '../../models/people/customer-person.ts';
import { createCustomer } from '../../models/people/customer.ts';
import { signOutPerson } from '../../models/sign-in/session.ts';
import { SIGN_IN_LINK_SECONDS } from '../../models/sign-in/sign-in-link.ts';
import { findContinueUrl } from '../../site/destinations.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { UsageError } from '../failure.ts';
import { asCells, printOne } from '../output.ts';
import { parseTime } from '../time.ts';
import { registerAddresses } from './addresses.ts';
import { registerActs } from './customer-acts.ts';
import { toCustomerObject } from './customer-object.ts';
import { registerReading } from './customer-reading.ts';

export function register(noun: Command): void {
  registerReading(noun);
  registerActs(noun);
  registerAddresses(noun);
  addPublicationVerb(
    noun,
    'create',
    'Create a customer',
    'customer create --email ada@example.org --name "Ada Lovelace"',
  )
    .option('--email <address>', 'required unless an activation code is given')
    .option('--name <name>', 'full name')
    .option(
      '--activation-code <code>',
      'lets the customer attach an e-mail address later; 8 to 64 characters, best 12 random ones',
    )
    .option(
      '--activation-code-expires-at <time>',
      'until when the code can be typed, such as 2027-03-01T09:30:00Z; for ever by default',
    )
    .action(create);
  addPublicationVerb(
    noun,
    'update <id>',
    'Change a customer; another address ends their sessions and is told to both addresses',
    'customer update cus_01hv3k8m2q4r6s8t0v2w4x6y8z --email king@example.org',
  )
    .option('--email <address>', 'another e-mail address')
    .option('--name <name>', 'full name; empty for none')
    .action(update);
  addPublicationVerb(
    noun,
    'sign-out <id>',
    'End all sessions of a customer, and notify the applications that they signed in to',
    'customer sign-out cus_01hv3k8m2q4r6s8t0v2w4x6y8z',
  ).action(signOut);
  addPublicationVerb(
    noun,
    'send-sign-in-link <id>',
    'Mail a customer a link that signs them in once, within an hour',
    'customer send-sign-in-link cus_01hv3k8m2q4r6s8t0v2w4x6y8z --to https://www.example.org/welcome',
  )
    .option('--to <url>', 'where it leads, on a host of the allowlist; the account page by default')
    .action(sendLink);
}

interface CreateOptions extends PublicationOptions {
  readonly email?: string;
  readonly name?: string;
  readonly activationCode?: string;
  readonly activationCodeExpiresAt?: string;
}

async function create(options: CreateOptions): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    const { database, clock, secretKeys } = parts;
    const { name, activationCode } = options;
    const end = options.activationCodeExpiresAt;
    const activationCodeExpiresAt = end === undefined ? undefined : parseTime(end, 'activation_code_expires_at');
    const email = options.email === undefined ? undefined : parseEmailAddress(options.email);
    const customer = await database.transaction((transaction) =>
      createCustomer(publication, transaction, clock, secretKeys, {
        email,
        name,
        activationCode,
        activationCodeExpiresAt,
      }),
    );
    printOne(options, toCustomerObject(parts, publication, customer), asCells);
  });
}

async function update(id: string, options: CreateOptions): Promise<void> {
  const { name } = options;
  const email = options.email === undefined ? undefined : parseEmailAddress(options.email);
  if (email === undefined && name === undefined) throw new UsageError('Name what is to change: --email or --name');
  await withPublication(options, async (parts, publication) => {
    const { database, clock, secretKeys } = parts;
    const customer = await database.transaction((transaction) =>
      updateCustomer(publication, transaction, clock, secretKeys, id, { email, name }),
    );
    if (email !== undefined) parts.securityLog.record('email_given', { publication, who: email.emailNormalized });
    printOne(options, toCustomerObject(parts, publication, customer), asCells);
  });
}

async function signOut(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, clock, securityLog }, publication) => {
    const { id: customerId, sessionsEnded } = await database.transaction((transaction) =>
      signOutPerson(publication, transaction, clock, id),
    );
    securityLog.record('sessions_ended', { publication });
    printOne(options, { id: customerId, sessions_ended: sessionsEnded }, asCells);
  });
}

async function sendLink(id: string, options: PublicationOptions & { readonly to?: string }): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    const { sendSignInLink } = await import('../../mails/sign-in-link.ts');
    const destination = await findContinueUrl(parts, publication, options.to);
    if (options.to !== undefined && destination === undefined)
      throw new UsageError('--to must be a URL on a host of the allowlist: see masthead continue-host list');
    const { id: customerId } = await getCustomer(publication, parts.database, id);
    const sent = await parts.database.transaction(async (transaction) => {
      await sendSignInLink(parts, publication, transaction, { customerId, destination: destination ?? null });
      return { id: customerId };
    });
    printOne(options, { ...sent, expires_in: SIGN_IN_LINK_SECONDS }, asCells);
  });
}
