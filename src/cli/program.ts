// The nouns of the command line, and running a command. Exit codes: 0 done, 1 refused (an invalid value, not found, a
// conflict, the database), 2 wrong usage or configuration.
import { Command } from 'commander';
import type { GatewayDefinition } from '../payments/gateway-definition.ts';
import { GATEWAYS } from '../payments/gateways.ts';
import { nameCommand } from './command.ts';
import { exitCodeOf, explain } from './failure.ts';

interface Noun {
  readonly summary: string;
  readonly alias?: string;
  /** Only the requested noun is loaded, so that commands start fast. */
  load(): Promise<{ register(command: Command): void }>;
}

const NOUNS: Record<string, Noun> = {
  publication: {
    summary: 'publications: one for each hosted site',
    load: () => import('./publication/publication.ts'),
  },
  key: { summary: 'API keys of the data API', load: () => import('./connections/key.ts') },
  application: {
    summary: "OAuth applications: a publisher's own sites that sign customers in",
    load: () => import('./connections/application.ts'),
  },
  newsletter: { summary: 'newsletters', load: () => import('./catalog/newsletter.ts') },
  plan: { summary: 'plans: what customers subscribe to', load: () => import('./catalog/plan.ts') },
  price: { summary: 'prices of plans', load: () => import('./catalog/price.ts') },
  'price-change': {
    summary: 'price changes: for new buyers, and for subscribers at a renewal',
    load: () => import('./catalog/price-change.ts'),
  },
  offer: { summary: 'offers: what is shown for sale', load: () => import('./catalog/offer.ts') },
  gift: { summary: 'gifts: subscriptions bought for others', load: () => import('./payments/gift.ts') },
  code: { summary: 'discount codes', load: () => import('./catalog/code.ts') },
  'free-offering': { summary: 'the free offering', load: () => import('./catalog/free-offering.ts') },
  customer: { summary: 'customers', load: () => import('./people/customer.ts') },
  subscription: { summary: 'subscriptions of customers', load: () => import('./payments/subscription.ts') },
  staff: { summary: 'staff: who may use the dashboard', load: () => import('./staff/staff.ts') },
  audit: { summary: 'the audit log: who did what, when and from where', load: () => import('./staff/audit.ts') },
  'continue-host': {
    summary: 'hosts that continue_url may name',
    load: () => import('./publication/continue-host.ts'),
  },
  'mail-words': {
    summary: 'words that a publication adds to its mails',
    load: () => import('./publication/mail-words.ts'),
  },
  translation: {
    summary: 'what a publication says in other languages',
    load: () => import('./publication/translation.ts'),
  },
  seller: { summary: 'who sells, as receipts name it', load: () => import('./publication/seller.ts') },
  'tax-rate': { summary: 'tax rates by country and kind of product', load: () => import('./publication/tax-rate.ts') },
  receipt: { summary: 'receipts and credit notes', load: () => import('./payments/receipt.ts') },
  delivery: {
    summary: 'deliveries: mails, back-channel logouts and events',
    load: () => import('./operations/delivery.ts'),
  },
  mail: { summary: 'mails that come back', load: () => import('./operations/mail.ts') },
  'mail-problem': {
    summary: 'addresses that bounced or complained, and are written to no more',
    load: () => import('./operations/mail-problem.ts'),
  },
  endpoint: {
    summary: "event endpoints: a publisher's own programs that receive events",
    load: () => import('./connections/endpoint.ts'),
  },
  payment: {
    alias: 'payments',
    summary: 'payments: refunds, and reconciliation with the payment gateway',
    load: () => import('./payments/payment.ts'),
  },
  ...Object.fromEntries(GATEWAYS.map((gateway) => [gateway.name, nounOf(gateway)])),
  import: {
    summary: 'people from a CSV file, with a dry run',
    load: () => import('./moving/import.ts'),
  },
  'signing-key': {
    summary: 'keys that sign ID tokens and logout tokens',
    load: () => import('./operations/signing-key.ts'),
  },
  'secret-key': { summary: 'changing SECRET_KEY', load: () => import('./operations/secret-key.ts') },
  export: { summary: 'export everything of a publication', load: () => import('./moving/export.ts') },
  restore: { summary: 'import an export into an empty publication', load: () => import('./moving/restore.ts') },
  backup: { summary: 'backups of the whole database', load: () => import('./operations/backup.ts') },
  init: { summary: 'write a settings file with fresh secrets', load: () => import('./operations/init.ts') },
  migrate: { summary: 'migrate the database to the current schema', load: () => import('./operations/migrate.ts') },
  'check-config': {
    summary: 'check the settings without starting anything',
    load: () => import('./operations/check-config.ts'),
  },
  demo: { summary: 'data for load tests; refused in production', load: () => import('./demo/demo.ts') },
};

function nounOf(gateway: GatewayDefinition): Noun {
  const load: Noun['load'] = async () => {
    const { registerVerbs } = await import('./payments/gateway.ts');
    return { register: (command) => registerVerbs(command, gateway) };
  };
  return { summary: gateway.summary, load };
}

/** @param isAsked whether the noun of this name or alias gets its verbs */
export async function buildProgram(isAsked: (name: string) => boolean): Promise<Command> {
  const program = new Command('masthead')
    .description('Masthead: subscriptions for independent publishers')
    .exitOverride()
    .showHelpAfterError('Add --help for usage.')
    .addHelpText(
      'after',
      '\nExample:\n  npm run -s masthead -- publication list\n\nSettings are read from the environment; docs/operating.md lists them.',
    );
  for (const [name, noun] of Object.entries(NOUNS)) {
    const command = program
      .command(name)
      .summary(noun.summary)
      .description(noun.summary)
      .helpCommand(false)
      .copyInheritedSettings(program);
    if (noun.alias !== undefined) command.alias(noun.alias);
    if (isAsked(name) || (noun.alias !== undefined && isAsked(noun.alias))) (await noun.load()).register(command);
  }
  return program;
}

/** Runs one command with the environment and output of the process. Returns the exit code. */
export async function runProgram(args: readonly string[]): Promise<number> {
  try {
    // `help NOUN` lists the verbs of the noun, so it loads the noun, too.
    const asked = args[0] === 'help' ? args[1] : args[0];
    const program = await buildProgram((name) => name === asked);
    program.hook('preAction', (_program, verb) => nameCommand(verb));
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    const explanation = explain(error);
    if (explanation !== undefined) process.stderr.write(`${explanation}\n`);
    return exitCodeOf(error);
  }
}
