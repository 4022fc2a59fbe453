// Reads what the answer to "why can't this reader get in?" is made from (diagnosis.ts): of a person, or of an address that
// nobody has.
import type { Clock } from '../../database/clock.ts';
import type { Connection } from '../../database/connection.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import type { EmailAddress } from '../email-address.ts';
import { BillingRecord, type DeclineReason } from '../money/billing-record.ts';
import { SubscriptionRecord } from '../money/subscription-record.ts';
import { recipientMacs } from '../outbox/delivery-recipient.ts';
import { DeliveryRecord } from '../outbox/delivery.ts';
import { findMailProblem, type MailProblem } from '../outbox/mail-problem.ts';
import type { CustomerRecord } from '../people/customer-record.ts';
import { findSimilarPeople, type SimilarPerson } from '../people/similar-address.ts';
import { first, type RowOf, type Tenant } from '../record.ts';
import { listApplicationSignIns, type ApplicationSignIn } from '../sign-in/application-sign-in.ts';
import { listOauthApplications, type OauthApplication } from '../sign-in/oauth-application.ts';
import { listSessionHistory, type PastSession } from '../sign-in/session.ts';
import { listRefusals, listSteps, type Step } from '../sign-in/sign-in-trail.ts';

export type DiagnosedPerson = Pick<
  RowOf<CustomerRecord>,
  'id' | 'email' | 'emailNormalized' | 'emailVerifiedAt' | 'activatedAt' | 'createdAt' | 'state'
>;

export interface DiagnosisFacts {
  /** Milliseconds since 1970, as all times here. */
  readonly now: number;
  /** Undefined for an address that nobody has. */
  readonly person: DiagnosedPerson | undefined;
  /** The latest first. */
  readonly steps: readonly Step[];
  readonly sessions: readonly PastSession[];
  readonly mails: readonly AccessMail[];
  /** A bounce or a complaint of the address. */
  readonly mailProblem: MailProblem | undefined;
  /** Requests of websites that were refused within a day, whoever's they were. */
  readonly refusals: readonly Step[];
  /** To applications, the latest first. */
  readonly signIns: readonly Pick<ApplicationSignIn, 'applicationId' | 'at'>[];
  readonly applications: readonly OauthApplication[];
  readonly similar: readonly SimilarPerson[];
  /** The oldest payment that failed and is owed, and why it did; null where none is. */
  readonly pastDue: { readonly since: number; readonly reason: DeclineReason | null } | null;
  /** When the last subscription ended. */
  readonly subscriptionEndedAt: number | null;
}

/** A mail with a code or a link. */
export type AccessMail = Pick<RowOf<DeliveryRecord>, 'purpose' | 'state' | 'outcome' | 'attempts' | 'createdAt'>;

const DAY_SECONDS = 24 * 3600;
/** Our choice: as many as tell what happened last. */
const SESSIONS_READ = 20;
const MAILS_READ = 5;

interface Parts {
  readonly clock: Clock;
  readonly secretKeys: SecretKeys;
}

export async function readPersonFacts(
  publication: Tenant,
  connection: Connection,
  parts: Parts,
  person: DiagnosedPerson,
): Promise<DiagnosisFacts> {
  const { id: customerId, email, emailNormalized } = person;
  // Whoever never proved an address may have another account.
  const isUnproved = person.emailVerifiedAt === null && person.activatedAt === null;
  const billing = BillingRecord.in(publication, connection, { customerId, endedAt: null }).whereNotNull('pastDueSince');
  const ended = SubscriptionRecord.in(publication, connection, { customerId }).whereNotNull('canceledAt');
  const [steps, sessions, mails, refusals, applications, signIns, mailProblem, pastDue, last, similar] =
    await Promise.all([
      listSteps(publication, connection, parts, { customerId, emailNormalized }),
      listSessionHistory(publication, connection, { customerId, limit: SESSIONS_READ }),
      readMails(publication, connection, parts, email),
      listRefusals(publication, connection, parts.clock, DAY_SECONDS),
      listOauthApplications(publication, connection),
      listApplicationSignIns(publication, connection, customerId),
      email === null ? undefined : findMailProblem(publication, connection, parts.secretKeys, email),
      first(billing.select('pastDueSince', 'declineReason').orderBy('pastDueSince')),
      first(ended.select('canceledAt').orderBy('canceledAt', 'desc')),
      isUnproved && email !== null && emailNormalized !== null
        ? findSimilarPeople(publication, connection, { email, emailNormalized })
        : [],
    ]);
  return {
    now: parts.clock.now().getTime(),
    person,
    steps,
    sessions,
    mails,
    mailProblem,
    refusals,
    applications,
    signIns,
    similar: similar.filter((one) => one.customerId !== customerId),
    pastDue: toPastDue(pastDue),
    subscriptionEndedAt: last?.canceledAt ?? null,
  };
}

function toPastDue(
  billing: Pick<BillingRecord, 'pastDueSince' | 'declineReason'> | undefined,
): DiagnosisFacts['pastDue'] {
  if (billing === undefined || billing.pastDueSince === null) return null;
  return { since: billing.pastDueSince, reason: billing.declineReason };
}

/** @param address which nobody has */
export async function readAddressFacts(
  publication: Tenant,
  connection: Connection,
  parts: Parts,
  address: EmailAddress,
): Promise<DiagnosisFacts> {
  const { email, emailNormalized } = address;
  const [steps, mails, mailProblem, refusals, applications, similar] = await Promise.all([
    listSteps(publication, connection, parts, { customerId: undefined, emailNormalized }),
    readMails(publication, connection, parts, email),
    findMailProblem(publication, connection, parts.secretKeys, email),
    listRefusals(publication, connection, parts.clock, DAY_SECONDS),
    listOauthApplications(publication, connection),
    findSimilarPeople(publication, connection, address),
  ]);
  const nothing = { person: undefined, sessions: [], signIns: [], pastDue: null, subscriptionEndedAt: null };
  return { ...nothing, now: parts.clock.now().getTime(), steps, mails, mailProblem, refusals, applications, similar };
}

function readMails(
  publication: Tenant,
  connection: Connection,
  { secretKeys }: Parts,
  email: string | null,
): Promise<AccessMail[]> {
  if (email === null) return Promise.resolve([]);
  return DeliveryRecord.in(publication, connection, { kind: 'mail' })
    .whereIn('recipientMac', recipientMacs(secretKeys, publication, email))
    .whereIn('purpose', ['email_code', 'sign_in_link'])
    .select('purpose', 'state', 'outcome', 'attempts', 'createdAt')
    .orderBy('id', 'desc')
    .limit(MAILS_READ)
    .execute();
}
