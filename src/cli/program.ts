// The nouns of the command line, and how one command of theirs runs. Exit codes: 0 done, 1 refused (a bad value, not found, a clash, the
// database), 2 wrong usage or configuration.
import { Command } from 'commander';
import type { GatewayDefinition } from '../payments/gateway-definition.ts';
import { GATEWAYS } from '../payments/gateways.ts';
import { exitCodeOf, explain } from './failure.ts';

interface Noun {
  readonly summary: string;
  readonly alias?: string;
  /** Only the noun that is asked for is loaded, so that the command starts fast. */
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
  offer: { summary: 'offers: plans as they are for sale', load: () => import('./catalog/offer.ts') },
  gift: { summary: 'subscriptions bought for others', load: () => import('./payments/gift.ts') },
  code: { summary: 'discount codes', load: () => import('./catalog/code.ts') },
  'free-offering': { summary: 'the free offering', load: () => import('./catalog/free-offering.ts') },
  customer: { summary: 'customers', load: () => import('./people/customer.ts') },
  'continue-host': {
    summary: 'hosts that continue_url may name',
    load: () => import('./publication/continue-host.ts'),
  },
  delivery: {
    summary: 'what the service sends: letters, back-channel logouts and events',
    load: () => import('./operations/delivery.ts'),
  },
  endpoint: {
    summary: "endpoints: a publisher's own programs that are told of events",
    load: () => import('./connections/endpoint.ts'),
  },
  payment: {
    alias: 'payments',
    summary: 'what was paid: refunds, and the comparison with the payment gateway',
    load: () => import('./payments/payment.ts'),
  },
  ...Object.fromEntries(GATEWAYS.map((gateway) => [gateway.name, nounOf(gateway)])),
  'signing-key': {
    summary: 'keys that sign ID tokens and logout tokens',
    load: () => import('./operations/signing-key.ts'),
  },
  'secret-key': { summary: 'changing SECRET_KEY', load: () => import('./operations/secret-key.ts') },
  migrate: { summary: 'bring the database to the newest schema', load: () => import('./operations/migrate.ts') },
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

/** @param isAsked by its name or alias, which nouns get their verbs. */
export async function buildProgram(isAsked: (name: string) => boolean): Promise<Command> {
  const program = new Command('masthead')
    .description('Masthead: subscriptions for independent publishers')
    .exitOverride()
    .showHelpAfterError('Add --help to see what there is.')
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

/** Runs one command with the process's environment and output; the answer is the exit code. */
export async function runProgram(args: readonly string[]): Promise<number> {
  try {
    // `help NOUN` shows what the noun has, so it loads it as well.
    const asked = args[0] === 'help' ? args[1] : args[0];
    const program = await buildProgram((name) => name === asked);
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    const explanation = explain(error);
    if (explanation !== undefined) process.stderr.write(`${explanation}\n`);
    return exitCodeOf(error);
  }
}
