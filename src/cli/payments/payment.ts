// masthead payment: the list of payments, refunds, and reconciliation with the gateway.
import type { Command } from 'commander';
import { addPublicationVerb, addVerb } from '../command.ts';
import { addPaging } from '../paging.ts';
import { reconcilePayments } from './payment-reconcile.ts';
import { list, refund } from './payment-refund.ts';

export function register(noun: Command): void {
  addPaging(addPublicationVerb(noun, 'list', 'List payments, the newest first', 'payment list --customer cus_01jd…'))
    .option('--customer <id>', 'only those of this customer')
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
