// Tells customers before their trial ends what they are charged then and how to prevent it: once, by the gateway's clock.
import { addSeconds } from '../database/clock.ts';
import {
  listOwnersOfTrials,
  listTrialsToTell,
  markTrialTold,
  TRIAL_NOTICE_SECONDS,
  type TrialToTell,
} from '../models/money/trial-notice.ts';
import { findCustomer } from '../models/people/customer-summary.ts';
import { Publication } from '../models/publication/publication.ts';
import { findGatewayNamed, type PaymentParts } from './gateways.ts';
import type { WriteLetter } from './letters.ts';

const AT_ONCE = 200;

/** Returns whether any was told. @param furthest what the clock shows of whichever gateway is furthest ahead */
export async function tellTrials(parts: PaymentParts, furthest: Date, writeLetter: WriteLetter): Promise<boolean> {
  let hadAny = false;
  for (const { publicationId, gateway: name } of await listOwnersOfTrials(
    parts.database,
    addSeconds(furthest, TRIAL_NOTICE_SECONDS),
  )) {
    const gateway = findGatewayNamed(parts, name);
    if (gateway === undefined) continue;
    const now = await gateway.now({ id: publicationId });
    const until = addSeconds(now, TRIAL_NOTICE_SECONDS);
    const due = await listTrialsToTell({ id: publicationId }, parts.database, {
      gateway: name,
      now,
      until,
      limit: AT_ONCE,
    });
    for (const trial of due) hadAny = (await tell(parts, publicationId, trial, now, writeLetter)) || hadAny;
  }
  return hadAny;
}

async function tell(
  { database }: PaymentParts,
  publicationId: string,
  trial: TrialToTell,
  now: Date,
  writeLetter: WriteLetter,
): Promise<boolean> {
  const publication = await Publication.query(database.knex).findById(publicationId);
  const customer = publication && (await findCustomer(publication, database, trial.customerId));
  return database.transaction(async (transaction) => {
    if (!(await markTrialTold({ id: publicationId }, transaction, now, trial))) return false;
    if (publication === undefined || !customer?.email) return true;
    const { planName, amount, currency, interval, trialEnd: at, subscriptionId } = trial;
    const link = `${publication.siteUrl}/subscriptions/${subscriptionId}/cancel`;
    await writeLetter(publication, transaction, {
      kind: 'trial',
      customerId: customer.id,
      to: customer.email,
      planName,
      amount,
      currency,
      interval,
      at,
      link,
    });
    return true;
  });
}
