// Puts why a reader cannot get in (models/lifecycle/diagnosis.ts) into a publisher's words, each finding with what mends it.
import type { Finding } from '../models/lifecycle/diagnosis.ts';
import { redirectUrisOf, type OauthApplication } from '../models/sign-in/oauth-application.ts';
import { GRACE_SECONDS } from '../payments/grace.ts';
import { pathWith } from '../site/destinations.ts';
import { formatMoment } from '../views/formats.ts';
import type { TextKey } from '../views/text.ts';
import { declineKey } from './decline-text.ts';
import { EDITORS, OWNERS } from './navigation.ts';
import { pathOf } from './show.ts';
import type { Visit } from './visit.ts';

export interface ShownFinding {
  readonly text: string;
  /** Pages on which it is mended. */
  readonly links: readonly { readonly href: string; readonly text: string }[];
  /** Whether a button lifts the limit of codes. */
  readonly liftsLimit: boolean;
  /** Whether a button has the address written to again. */
  readonly allowsMail: boolean;
}

interface About {
  readonly finding: Finding;
  /** The path of the person's page; empty for an address that nobody has. */
  readonly here: string;
  readonly applications: readonly OauthApplication[];
}

type Mend = 'merge' | 'link' | 'details' | 'mails' | 'payments' | 'give' | 'applications' | 'similar';

/** Shows the findings, the most probable first. @param here the path of the person's page; empty for none */
export function toShownFindings(
  visit: Visit,
  findings: readonly Finding[],
  { here, applications }: Omit<About, 'finding'>,
): ShownFinding[] {
  return findings.map((finding) => ({
    text: textOf(visit, { finding, here, applications }),
    links: MENDS[finding.kind].flatMap((mend) => linkOf(visit, mend, { finding, here, applications }) ?? []),
    allowsMail: here !== '' && isStopped(finding) && EDITORS.includes(visit.session.role),
    liftsLimit: finding.kind === 'limit' && !finding.isShared && EDITORS.includes(visit.session.role),
  }));
}

/** What mends each finding, the best first. A page that the visitor may not see, or that there is not, is left out. */
const MENDS: Readonly<Record<Finding['kind'], readonly Mend[]>> = {
  unknown: [],
  similar: ['similar'],
  twin: ['similar', 'merge'],
  unfinished: [],
  bounced: ['details', 'mails'],
  'mail-refused': ['details', 'link', 'mails'],
  'mail-waiting': ['mails'],
  limit: ['link'],
  refused: ['applications'],
  silent: ['link'],
  'code-wrong': ['link'],
  'code-spent': ['link'],
  'code-expired': ['link'],
  'code-untyped': ['link', 'details', 'mails'],
  'link-unused': ['link', 'mails'],
  'not-activated': ['link', 'details'],
  'past-due': ['payments', 'link'],
  paused: [],
  ended: ['give', 'payments'],
  'no-plan': ['give'],
  'signed-out': ['link'],
  'session-expired': ['link'],
  'signed-in': [],
  'never-tried': ['link', 'details'],
};

function linkOf(
  visit: Visit,
  mend: Mend,
  { finding, here }: About,
): { readonly href: string; readonly text: string } | undefined {
  const { t } = visit.language;
  const { role } = visit.session;
  if (mend === 'merge' && finding.kind === 'twin') {
    if (!EDITORS.includes(role)) return undefined;
    const href = pathWith(`${here}/merge`, { other: finding.customerId, stays: 'other' });
    return { href, text: t('dashboard.why.mend-merge') };
  }
  if (mend === 'similar' && 'customerId' in finding) {
    const text = t('dashboard.why.mend-similar', { email: finding.email });
    return { href: pathOf(visit, `/people/${finding.customerId}`), text };
  }
  if (mend === 'applications') {
    if (!OWNERS.includes(role) || finding.kind !== 'refused') return undefined;
    // Where its redirect URIs are corrected.
    const page = finding.error === 'redirect_uri' ? '/settings' : '';
    const own = finding.applicationId === null ? '' : `/${finding.applicationId}${page}`;
    return { href: pathOf(visit, `/applications${own}`), text: t('dashboard.why.mend-applications') };
  }
  const page = PAGES[mend];
  if (page === undefined || here === '') return undefined;
  return page.isEveryones === true || EDITORS.includes(role)
    ? { href: here + page.path, text: t(page.text) }
    : undefined;
}

/** Pages of the person. */
const PAGES: Readonly<
  Partial<Record<Mend, { readonly path: string; readonly text: TextKey; readonly isEveryones?: true }>>
> = {
  link: { path: '/sign-in-link', text: 'dashboard.sign-in-link.title' },
  details: { path: '/details', text: 'dashboard.why.mend-details' },
  give: { path: '/give', text: 'dashboard.why.mend-give' },
  mails: { path: '#mails', text: 'dashboard.why.mend-mails', isEveryones: true },
  payments: { path: '#payments', text: 'dashboard.why.mend-payments', isEveryones: true },
};

function textOf(visit: Visit, about: About): string {
  const { t } = visit.language;
  const { finding } = about;
  const values = valuesOf(visit, about);
  if (finding.kind === 'refused') {
    const where = t(finding.isOwn ? 'dashboard.why.refused-own' : 'dashboard.why.refused-others', values);
    return sentences(refusalText(visit, finding, about.applications), where);
  }
  const answer = 'answer' in finding ? finding.answer : '';
  if (finding.kind !== 'bounced') return sentences(t(keyOf(finding), values), answer);
  const said = answer === '' ? '' : t('dashboard.why.bounced-said', { answer });
  return sentences(t(keyOf(finding), values), said, t(`dashboard.why.bounced-${writtenTo(finding)}`));
}

type Bounced = Extract<Finding, { readonly kind: 'bounced' }>;

/** What is still sent to the address. */
function writtenTo({ isDead, problem }: Bounced): 'stopped' | 'some' | 'asked-for' {
  if (!isDead) return 'some';
  return problem === 'complaint' ? 'asked-for' : 'stopped';
}

function isStopped(finding: Finding): boolean {
  return finding.kind === 'bounced' && finding.isDead;
}

function keyOf(finding: Exclude<Finding, { readonly kind: 'refused' }>): TextKey {
  switch (finding.kind) {
    case 'similar':
      return `dashboard.why.similar-${finding.likeness}`;
    case 'bounced':
      return `dashboard.why.bounced-${finding.problem}`;
    case 'limit':
      return `dashboard.why.limit-${finding.isShared ? 'shared' : 'own'}`;
    case 'signed-out':
      return `dashboard.why.signed-out-${finding.by}`;
    case 'signed-in':
      return finding.applicationId === null ? 'dashboard.why.signed-in' : 'dashboard.why.signed-in-application';
    default:
      return `dashboard.why.${finding.kind}`;
  }
}

function valuesOf({ language, session }: Visit, { finding, applications }: About): Record<string, string | number> {
  const moment = (at: number): string => formatMoment(at, language.tag, session.publication.timeZone);
  const at = 'at' in finding ? finding.at : undefined;
  const since = 'since' in finding ? finding.since : undefined;
  const time = at ?? since ?? ('until' in finding ? finding.until : undefined);
  const id = 'applicationId' in finding ? finding.applicationId : null;
  const unknown = language.t('dashboard.why.an-application');
  return {
    time: time === undefined ? '' : moment(time),
    until: since === undefined ? '' : moment(since + GRACE_SECONDS * 1000),
    application: applications.find((one) => one.id === id)?.name ?? unknown,
    email: 'email' in finding ? finding.email : '',
    reason: finding.kind === 'past-due' ? language.t(declineKey(finding.reason)) : '',
    count: 'times' in finding ? finding.times : 1,
  };
}

/** What a website asked for that is not as registered. */
function refusalText(
  { language: { t } }: Visit,
  { error, applicationId, clientId, asked }: Extract<Finding, { readonly asked: string }>,
  applications: readonly OauthApplication[],
): string {
  if (applicationId === null) return t('dashboard.why.refused-client', { asked: clientId });
  const found = applications.find(({ id }) => id === applicationId);
  const application = found?.name ?? t('dashboard.why.an-application');
  if (error === 'redirect_uri') {
    const registered = found === undefined ? '' : redirectUrisOf(found).join(', ');
    return t('dashboard.why.refused-redirect-uri', { application, asked, registered });
  }
  if (error === 'invalid_scope') return t('dashboard.why.refused-scope', { application, asked });
  return t('dashboard.why.refused-other', { application, error });
}

function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}
