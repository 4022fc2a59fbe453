// The worker's part of gifts, by the gateway's clock: the letter with the code goes out on the day that the buyer chose, and what was given ends
// when its time is over.
import type { Clock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import { listGiftsToDeliver, listGiftsToEnd, type Gift } from '../models/money/gift-record.ts';
import { deliverGift, endGift } from '../models/money/gift.ts';
import { endPaidSubscription } from '../models/money/paid-subscription.ts';
import { Publication } from '../models/publication/publication.ts';
import { findGatewayNamed, type PaymentParts } from './gateways.ts';
import type { WriteLetter } from './letters.ts';

const AT_ONCE = 200;

/** Returns whether there was anything to do. @param furthest what the clock shows of whichever gateway is furthest ahead */
export async function lookAfterGifts(parts: PaymentParts, furthest: Date, writeLetter: WriteLetter): Promise<boolean> {
  const { database, clock } = parts;
  let hadAny = false;
  for (const gift of await listGiftsToDeliver(database, furthest, AT_ONCE)) {
    const now = await nowOf(parts, gift);
    if (now !== undefined && gift.deliverAt <= now.getTime())
      hadAny = (await deliver(database, gift, now, writeLetter)) || hadAny;
  }
  for (const gift of await listGiftsToEnd(database, furthest, AT_ONCE)) {
    const now = await nowOf(parts, gift);
    if (now !== undefined && (gift.endsAt ?? Infinity) <= now.getTime())
      hadAny = (await end(database, clock, gift, now)) || hadAny;
  }
  return hadAny;
}

async function nowOf(parts: PaymentParts, { publicationId, gateway }: Gift): Promise<Date | undefined> {
  return findGatewayNamed(parts, gateway)?.now({ id: publicationId });
}

async function deliver(database: Database, gift: Gift, now: Date, writeLetter: WriteLetter): Promise<boolean> {
  const publication = await Publication.query(database.knex).findById(gift.publicationId);
  if (publication === undefined) return false;
  return database.transaction(async (transaction) => {
    const code = await deliverGift(transaction, gift, now);
    if (code === undefined) return false;
    const {
      customerId,
      recipientEmail,
      planName,
      periods,
      interval,
      amount,
      currency,
      senderName,
      message,
      expiresAt,
    } = gift;
    const link = `${publication.siteUrl}/gift/claim?code=${code}`;
    const facts = {
      planName,
      periods,
      interval,
      senderName,
      message,
      code,
      link,
      claimUntil: expiresAt ?? now.getTime(),
    };
    await writeLetter(publication, transaction, {
      kind: 'gift',
      customerId,
      to: recipientEmail ?? '',
      amount,
      currency,
      ...facts,
    });
    return true;
  });
}

function end(database: Database, clock: Clock, gift: Gift, now: Date): Promise<boolean> {
  const publication = { id: gift.publicationId };
  return database.transaction(async (transaction) => {
    if (!(await endGift(transaction, gift, now))) return false;
    if (gift.subscriptionId !== null) await endPaidSubscription(publication, transaction, clock, gift.subscriptionId);
    return true;
  });
}
