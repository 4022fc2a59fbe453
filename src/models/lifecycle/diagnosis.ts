// "Why can't this reader get in?": what the facts say, the most probable first. Doors put it into words, each with what
// mends it (src/dashboard/finding-texts.ts). Nothing is read here.
import type { DeclineReason } from '../money/billing-record.ts';
import type { MailProblemKind } from '../outbox/mail-problem.ts';
import type { SimilarPerson } from '../people/similar-address.ts';
import type { EndedBy } from '../sign-in/session.ts';
import type { Step, StepKind } from '../sign-in/sign-in-trail.ts';
import type { AccessMail, DiagnosisFacts } from './diagnosis-facts.ts';

/** Times are in milliseconds since 1970. */
export type Finding =
  | { readonly kind: 'unknown' | 'never-tried' | 'paused' | 'no-plan' }
  | ({ readonly kind: 'similar' } & SimilarPerson)
  /** Somebody whose address is nearly the same, so that they may be one person. */
  | ({ readonly kind: 'twin' } & SimilarPerson)
  /** Somebody asked for a code with an address that nobody has, and went no further. */
  | { readonly kind: 'unfinished'; readonly at: number }
  | { readonly kind: 'mail-refused' | 'mail-waiting'; readonly at: number; readonly answer: string }
  /** `isDead`: nothing is sent to the address any more. */
  | {
      readonly kind: 'bounced';
      readonly at: number;
      readonly problem: MailProblemKind;
      readonly isDead: boolean;
      readonly answer: string;
    }
  | { readonly kind: 'limit'; readonly until: number; readonly isShared: boolean }
  | Asked<'refused'>
  /** The website asked without a page, and nobody was signed in. */
  | Asked<'silent'>
  | { readonly kind: 'code-wrong' | 'code-spent'; readonly at: number; readonly times: number }
  | { readonly kind: 'code-expired' | 'code-untyped' | 'link-unused'; readonly at: number }
  | { readonly kind: 'not-activated'; readonly since: number }
  /** Access goes on until the grace period is over. */
  | { readonly kind: 'past-due'; readonly since: number; readonly reason: DeclineReason | null }
  | { readonly kind: 'ended'; readonly at: number }
  | { readonly kind: 'signed-out'; readonly at: number; readonly by: EndedBy; readonly applicationId: string | null }
  | { readonly kind: 'session-expired'; readonly at: number }
  | { readonly kind: 'signed-in'; readonly at: number; readonly applicationId: string | null };

interface Asked<Kind extends 'refused' | 'silent'> {
  readonly kind: Kind;
  readonly at: number;
  readonly times: number;
  /** Whether it came from a browser of this person; otherwise it is one that concerns everybody. */
  readonly isOwn: boolean;
  readonly error: string;
  /** Null for an unknown client ID. */
  readonly applicationId: string | null;
  readonly clientId: string;
  /** The redirect URI or the scope that was asked for. */
  readonly asked: string;
}

/** Codes for these are asked for by somebody who is in already. */
const FROM_WITHIN: ReadonlySet<string> = new Set(['erasure', 'email-change', 'email-change-proof']);
/** Our choice: a mail that was queued within the last minute is on its way. */
const ON_ITS_WAY_MILLISECONDS = 60_000;
/** The ends of a session that nobody but the reader wanted. */
const OWN_ENDS: ReadonlySet<EndedBy> = new Set(['sign_in', 'merge', 'erasure']);

type Rule = (facts: DiagnosisFacts) => Finding[];

/** In order of probability. */
const RULES: readonly Rule[] = [
  toUnknown,
  toBounce,
  toMailFindings,
  toLimit,
  toOwnRefusals,
  toCodeFindings,
  toNotActivated,
  toMoney,
  toSessions,
  toOthersRefusals,
  toNeverTried,
];

export function diagnose(facts: DiagnosisFacts): Finding[] {
  return RULES.flatMap((rule) => rule(facts));
}

function toUnknown({ person, similar, steps }: DiagnosisFacts): Finding[] {
  if (person !== undefined) return [];
  const asked = steps.find(({ kind }) => kind === 'code_sent');
  return [
    ...similar.map((one) => ({ kind: 'similar' as const, ...one })),
    ...(asked === undefined ? [] : [{ kind: 'unfinished' as const, at: asked.lastAt }]),
    { kind: 'unknown' },
  ];
}

/** What was reported of the address counts for more than what became of one mail. */
function toBounce({ mailProblem }: DiagnosisFacts): Finding[] {
  if (mailProblem === undefined) return [];
  const { kind: problem, lastAt: at, deadAt, answer } = mailProblem;
  return [{ kind: 'bounced', at, problem, isDead: deadAt !== null, answer: answer ?? '' }];
}

/** The newest mail that was to let the person in, where it did not arrive, and they have not got in since. */
function toMailFindings(facts: DiagnosisFacts): Finding[] {
  const [mail] = facts.mails;
  if (mail === undefined || facts.mailProblem !== undefined || mail.createdAt <= lastSignIn(facts)) return [];
  const kind = troubleOf(mail, facts.now);
  return kind === undefined ? [] : [{ kind, at: mail.createdAt, answer: mail.outcome ?? '' }];
}

function troubleOf(
  { state, attempts, createdAt }: AccessMail,
  now: number,
): 'mail-refused' | 'mail-waiting' | undefined {
  if (state === 'dead') return 'mail-refused';
  if (state === 'delivered') return undefined;
  return attempts > 0 || now - createdAt > ON_ITS_WAY_MILLISECONDS ? 'mail-waiting' : undefined;
}

function toLimit({ steps, now }: DiagnosisFacts): Finding[] {
  const limits = steps.filter(
    ({ kind, facts }) => (kind === 'code_limited' || kind === 'guesses_limited') && (facts.until ?? 0) > now,
  );
  const [longest] = limits.toSorted((a, b) => (b.facts.until ?? 0) - (a.facts.until ?? 0));
  if (longest === undefined) return [];
  return [{ kind: 'limit', until: longest.facts.until ?? now, isShared: longest.facts.isShared === true }];
}

/** What websites asked in vain for this person, or in a browser in which they tried; until they got in there. */
function toOwnRefusals(facts: DiagnosisFacts): Finding[] {
  const browsers = browsersOf(facts);
  const own = [...facts.steps, ...facts.refusals.filter(({ browser }) => browser !== null && browsers.has(browser))];
  const open = own.filter((step) => isRefusal(step) && step.lastAt > signInTo(facts, step));
  const shown = open.filter(({ kind }) => kind === 'request_refused');
  // A silent request tells something only where nothing else was refused.
  return newestOfEach(shown.length > 0 ? shown : open).map((step) => toRefused(step, true));
}

/** What a website asks that nobody can be let in by, and has let nobody in since: it concerns this person, too. */
function toOthersRefusals(facts: DiagnosisFacts): Finding[] {
  const browsers = browsersOf(facts);
  const others = facts.refusals.filter(
    ({ kind, browser, customerId }) =>
      kind === 'request_refused' &&
      (browser === null || !browsers.has(browser)) &&
      (customerId === null || customerId !== facts.person?.id),
  );
  return newestOfEach(others.filter((step) => step.lastAt > lastUse(facts, step))).map((step) =>
    toRefused(step, false),
  );
}

function toRefused({ kind, facts, lastAt, times }: Step, isOwn: boolean): Finding {
  const { error = '', applicationId = null, clientId = '', redirectUri, scope } = facts;
  return {
    kind: kind === 'silent_refused' ? ('silent' as const) : ('refused' as const),
    at: lastAt,
    times,
    isOwn,
    error,
    applicationId,
    clientId,
    asked: scope ?? redirectUri ?? '',
  };
}

/** Of several requests of one application and error, the newest stands for all. */
function newestOfEach(steps: readonly Step[]): Step[] {
  const sorted = steps.toSorted((a, b) => a.lastAt - b.lastAt);
  const each = new Map(sorted.map((step) => [`${step.facts.applicationId ?? ''} ${step.facts.error ?? ''}`, step]));
  return [...each.values()].toReversed();
}

/** What became of the last code and link, unless the person got in since. */
function toCodeFindings(facts: DiagnosisFacts): Finding[] {
  const since = lastSignIn(facts);
  const steps = facts.steps.filter(
    ({ lastAt, facts: { purpose } }) => lastAt > since && !FROM_WITHIN.has(purpose ?? ''),
  );
  const newest = (kind: StepKind) => steps.find((step) => step.kind === kind);
  const sent = newest('code_sent');
  const found: Finding[] = [];
  const after = steps.filter(({ lastAt }) => lastAt >= (sent?.createdAt ?? 0));
  const wrong = after.filter(({ kind }) => kind === 'code_wrong');
  const spent = after.find(({ kind }) => kind === 'code_spent');
  const expired = after.find(({ kind }) => kind === 'code_expired');
  const times = wrong.reduce((sum, step) => sum + step.times, 0);
  if (spent !== undefined) found.push({ kind: 'code-spent', at: spent.lastAt, times: times + 1 });
  else if (wrong[0] !== undefined) found.push({ kind: 'code-wrong', at: wrong[0].lastAt, times });
  if (expired !== undefined) found.push({ kind: 'code-expired', at: expired.lastAt });
  // What does not arrive is not typed.
  const { mailProblem } = facts;
  const isStopped = mailProblem !== undefined && mailProblem.deadAt !== null && mailProblem.kind !== 'complaint';
  const isUnanswered = found.length === 0 && facts.person !== undefined && !isStopped;
  if (sent !== undefined && isUnanswered) found.push({ kind: 'code-untyped', at: sent.lastAt });
  const link = newest('link_sent');
  if (link !== undefined) found.push({ kind: 'link-unused', at: link.lastAt });
  return found;
}

function toNotActivated({ person, similar }: DiagnosisFacts): Finding[] {
  if (person === undefined || person.emailVerifiedAt !== null || person.activatedAt !== null) return [];
  const twins = similar.map((one) => ({ kind: 'twin' as const, ...one }));
  return [{ kind: 'not-activated', since: person.createdAt }, ...twins];
}

/** Who is let in and has no plan sees no more than anybody. */
function toMoney({ person, pastDue, subscriptionEndedAt }: DiagnosisFacts): Finding[] {
  if (person === undefined) return [];
  if (person.state === 'past_due' && pastDue !== null) return [{ kind: 'past-due', ...pastDue }];
  if (person.state === 'paused') return [{ kind: 'paused' }];
  if (person.state === 'ended' && subscriptionEndedAt !== null) return [{ kind: 'ended', at: subscriptionEndedAt }];
  return person.state === 'free' ? [{ kind: 'no-plan' }] : [];
}

/** How the last session ended, or that they are signed in. */
function toSessions({ sessions, signIns, now }: DiagnosisFacts): Finding[] {
  const live = sessions.find(({ endedAt, expiresAt }) => endedAt === null && expiresAt > now);
  const [latest] = signIns;
  if (live !== undefined) {
    const isOfApplication = latest !== undefined && latest.at >= live.createdAt;
    const at = isOfApplication ? latest.at : live.createdAt;
    return [{ kind: 'signed-in', at, applicationId: isOfApplication ? latest.applicationId : null }];
  }
  const [ended] = sessions.flatMap(({ endedAt, endedBy, endedByApplication }) =>
    endedAt === null || endedBy === null || OWN_ENDS.has(endedBy) ? [] : [{ endedAt, endedBy, endedByApplication }],
  );
  const expired = sessions.find(({ endedAt, expiresAt }) => endedAt === null && expiresAt <= now);
  if (ended !== undefined) {
    const { endedAt: at, endedBy: by, endedByApplication: applicationId } = ended;
    return [{ kind: 'signed-out', at, by, applicationId }];
  }
  return expired === undefined ? [] : [{ kind: 'session-expired', at: expired.expiresAt }];
}

function toNeverTried({ person, steps, sessions }: DiagnosisFacts): Finding[] {
  return person !== undefined && steps.length === 0 && sessions.length === 0 ? [{ kind: 'never-tried' }] : [];
}

function lastSignIn({ sessions }: DiagnosisFacts): number {
  return Math.max(0, ...sessions.map(({ createdAt }) => createdAt));
}

/** When the person last got into the application that the step is about. */
function signInTo({ signIns }: DiagnosisFacts, { facts }: Step): number {
  return signIns.find(({ applicationId }) => applicationId === facts.applicationId)?.at ?? 0;
}

/** When the application last got a token, of anybody, within a minute. */
function lastUse({ applications }: DiagnosisFacts, { facts }: Step): number {
  const application = applications.find(({ id }) => id === facts.applicationId);
  return Math.max(application?.clientSecretUsedAt ?? 0, application?.secondSecretUsedAt ?? 0);
}

function browsersOf({ steps }: DiagnosisFacts): Set<string> {
  return new Set(steps.flatMap(({ browser }) => (browser === null ? [] : [browser])));
}

function isRefusal({ kind }: Step): boolean {
  return kind === 'request_refused' || kind === 'silent_refused';
}
