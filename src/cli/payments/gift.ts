// masthead gift: lists the gifts, and refunds those that nobody has claimed.
import type { Command } from 'commander';
import { amountText } from '../../models/amount.ts';
import { listGifts, type Gift } from '../../models/money/gift-record.ts';
import { refundGift } from '../../payments/gift.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { printList, printOne, toTime, type Cells } from '../output.ts';

const LISTED_MAX = 1000;

export function register(noun: Command): void {
  addPublicationVerb(noun, 'list', 'List the gifts that were paid, the newest first', 'gift list').action(list);
  addPublicationVerb(
    noun,
    'refund <id>',
    'Refund a gift that nobody has claimed; its code is then invalid',
    'gift refund gift_01hv3k8m2q4r6s8t0v2w4x6y8z',
  ).action(refund);
}

async function list(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    printList(options, (await listGifts(publication, database, LISTED_MAX)).map(toGiftObject), toCells);
  });
}

async function refund(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    printOne(options, toGiftObject(await refundGift(parts, publication, id)), toCells);
  });
}

function toGiftObject({
  id,
  planName,
  periods,
  interval,
  amount,
  currency,
  state,
  deliverAt,
  deliveredAt,
  expiresAt,
  claimedAt,
  subscriptionId,
  endsAt,
  refundedAmount,
  dispute,
}: Gift) {
  const times = {
    deliver_at: toTime(deliverAt),
    delivered_at: toTime(deliveredAt),
    expires_at: toTime(expiresAt),
    claimed_at: toTime(claimedAt),
    ends_at: toTime(endsAt),
  };
  return {
    id,
    plan: planName,
    periods,
    interval,
    amount,
    currency,
    state,
    refunded_amount: refundedAmount,
    dispute,
    subscription_id: subscriptionId,
    ...times,
  };
}

function toCells({ currency, ...gift }: ReturnType<typeof toGiftObject>): Cells {
  const refunded = amountText(gift.refunded_amount, currency);
  return { ...gift, amount: amountText(gift.amount, currency), refunded_amount: refunded };
}
