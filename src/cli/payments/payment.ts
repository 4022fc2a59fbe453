// masthead payment: the list of payments, refunds, and reconciliation with the gateway.
import { Option, type Command } from 'commander';
import { MONEY_KINDS } from '../../models/figures/money-list.ts';
import { addPublicationVerb, addVerb } from '../command.ts';
import { addPaging } from '../paging.ts';
import { reconcilePayments } from './payment-reconcile.ts';
import { list, refund } from './payment-refund.ts';

export function register(noun: Command): void {
  addPaging(
    addPublicationVerb(
      noun,
      'list',
      'List payments, gifts, refunds and failed charges, the newest first',
      'payment list --kind out --since 2027-03-01T00:00:00Z',
    ),
  )
    .option('--customer <id>', 'only those of this customer')
    .addOption(new Option('--kind <kind>', 'only these; net is in and out, without failed ones').choices(MONEY_KINDS))
    .option('--plan <id-or-slug>', 'only those for this plan')
    .option('--currency <code>', 'only those in this currency, such as EUR')
    .option('--since <time>', 'only those from this time on, such as 2027-03-01T00:00:00Z')
    .option('--until <time>', 'only those before this time')
    .action(list);
  addPublicationVerb(noun, 'refund <id>', 'Refund a payment, or a part of it', 'payment refund pay_01jd… --amount 2.50')
    .option('--amount <amount>', 'amount with all decimals of its currency, such as 2.50; all that is left by default')
    .option(
      '--key <text>',
      'idempotency key: a refund is made once under a key. To refund the same amount again, give another key',
    )
    .action(refund);
  addVerb(
    noun,
    'reconcile',
    "Compare our billing records with the payment gateway's: exit code 0 when they agree, 1 when drift is left",
    'payment reconcile --publication news.example.org',
  )
    .option('--publication <id-or-host>', 'only this publication')
    .option('--repair <id>', 'repair one line: the gateway’s records win')
    .option('--all', 'repair all lines')
    .option('--last', 'show the result of last night without a new comparison')
    .action(reconcilePayments);
}
