// masthead payment: what was paid, paying it back, and whether our records and the gateway's agree.
import type { Command } from 'commander';
import { addPublicationVerb, addVerb } from '../command.ts';
import { addPaging } from '../paging.ts';
import { reconcilePayments } from './payment-reconcile.ts';
import { list, refund } from './payment-refund.ts';

export function register(noun: Command): void {
  addPaging(addPublicationVerb(noun, 'list', 'List payments, the newest first', 'payment list --customer cus_01jd…'))
    .option('--customer <id>', 'only those of this customer')
    .action(list);
  addPublicationVerb(
    noun,
    'refund <id>',
    'Pay a payment back, or a part of it',
    'payment refund pay_01jd… --amount 250',
  )
    .option('--amount <minor-units>', 'how much, in minor units: 250 is 2.50 EUR; the whole rest where it is left out')
    .option(
      '--key <text>',
      'names this refund: under the same name it is made once. To pay the same amount back a second time, give another name',
    )
    .action(refund);
  addVerb(
    noun,
    'reconcile',
    "Compare the billing records with the payment gateway's: exit code 0 when they agree, 1 when drift is left",
    'payment reconcile --publication news.example.org',
  )
    .option('--publication <id-or-host>', 'only this publication')
    .option('--repair <id>', 'make one line agree: the gateway’s books win')
    .option('--all', 'make all of them agree')
    .option('--last', 'show what the last night found, and compare nothing')
    .action(reconcilePayments);
}
