// Writes the steps of an e-mailed code into the sign-in trail (src/models/sign-in/sign-in-trail.ts).
import type { Transaction } from '../database/connection.ts';
import type { Ceiling } from '../models/ceiling.ts';
import type { EmailAddress } from '../models/email-address.ts';
import type { Limited } from '../models/limiter.ts';
import type { MailCeiling } from '../models/people/email-code-limit.ts';
import type { Confirmed, EmailCode, Intent } from '../models/people/email-code.ts';
import type { Tenant } from '../models/record.ts';
import { dayOf, placeOf, recordStep, type NewStep } from '../models/sign-in/sign-in-trail.ts';
import { shownNetworkOf } from '../security/network.ts';
import type { Service } from '../service.ts';

type Parts = Pick<Service, 'clock' | 'secretKeys'>;

interface CodeStep {
  readonly address: EmailAddress;
  readonly browser: string;
  readonly request: { readonly ip: string };
  readonly intent: Intent;
}

type Step = Pick<NewStep, 'kind' | 'facts' | 'key'>;

/** @param step `facts` beside the purpose of the code */
export function recordCodeStep(
  { clock, secretKeys }: Parts,
  publication: Tenant,
  transaction: Transaction,
  { address, browser, request, intent }: CodeStep,
  step: Step,
): Promise<void> {
  return recordStep(publication, transaction, clock, secretKeys, {
    ...step,
    customerId: 'customerId' in intent ? intent.customerId : undefined,
    address,
    browser,
    network: shownNetworkOf(request.ip),
    facts: { ...step.facts, purpose: intent.purpose },
  });
}

/**
 * The step of a code that was not sent. A limit of the address counts by the address, whose mails bound the rows; one
 * that others share, by one of 64 places.
 */
export function toLimitedStep(
  { clock, secretKeys }: Parts,
  { emailNormalized }: EmailAddress,
  { resetsIn, ceiling }: Limited<MailCeiling>,
  ceilings: readonly MailCeiling[],
): Step {
  const reached = ceiling?.bucket ?? '';
  const place = ceiling?.isOfInbox === true ? reached : placeOf(secretKeys, reached, emailNormalized);
  return {
    kind: 'code_limited',
    key: [dayOf(clock), place].join(' '),
    facts: {
      until: clock.now().getTime() + resetsIn * 1000,
      isShared: ceiling?.isOfInbox !== true,
      buckets: ceilings.filter(({ isOfInbox }) => isOfInbox).map(({ bucket }) => bucket),
    },
  };
}

/** The step of a code that did not let in; undefined for one that was used before, or whose end stands in the trail already. */
export function toFailedStep(
  { clock }: Parts,
  { id, state, isSpent }: EmailCode,
  failed: Exclude<Confirmed, { readonly state: 'confirmed' }>,
  { bucket }: Ceiling,
): Step | undefined {
  if (failed.state === 'limited') {
    const until = clock.now().getTime() + failed.resetsIn * 1000;
    return { kind: 'guesses_limited', key: [bucket, dayOf(clock)].join(' '), facts: { until, buckets: [bucket] } };
  }
  if (failed.state === 'wrong') return { kind: failed.triesLeft > 0 ? 'code_wrong' : 'code_spent', key: id, facts: {} };
  return state === 'used' || isSpent ? undefined : { kind: 'code_expired', key: id, facts: {} };
}
