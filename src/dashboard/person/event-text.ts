// Each kind of event of a person in plain words, with the plan, the amount or the website that it is about.
import type { DeclineReason } from '../../models/money/billing-record.ts';
import type { LoggedEvent } from '../../models/outbox/event-record.ts';
import type { EventType, EventValue } from '../../models/outbox/event.ts';
import { formatAmount, formatDay } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import type { TextKey } from '../../views/text.ts';
import { declineKey } from '../decline-text.ts';

/** The names by id that events refer to. */
export interface Names {
  readonly plans: ReadonlyMap<string, string>;
  readonly applications: ReadonlyMap<string, string>;
  readonly newsletters: ReadonlyMap<string, string>;
}

interface Told {
  readonly text: string;
  /** A part of the person's page, or a page below it, that shows more; empty for none. */
  readonly more: string;
}

type Tell = (event: LoggedEvent, language: Language, names: Names) => string;

const amountIn = (event: LoggedEvent, { tag }: Language, field: 'amount' | 'refundedAmount'): string =>
  formatAmount(Number(event.facts.object[field]), String(event.facts.object['currency']), tag);
const ofPlan =
  (key: TextKey): Tell =>
  (event, { t }, { plans }) =>
    t(key, { plan: nameIn(plans, event.facts.object['planId']) });
const ofApplication =
  (key: TextKey): Tell =>
  (event, { t }, { applications }) =>
    t(key, { website: nameIn(applications, event.facts.object['applicationId']) });

const TELLS: Readonly<Record<EventType, Tell>> = {
  'customer.created': (_event, { t }) => t('dashboard.told.customer.created'),
  'customer.updated': tellUpdate,
  'customer.activated': (_event, { t }) => t('dashboard.told.customer.activated'),
  'customer.erased': (event, { t }) =>
    t(isMerged(event) ? 'dashboard.told.customer.merged' : 'dashboard.told.customer.erased'),
  'subscription.created': (event, language, names) =>
    ofPlan(isComplimentary(event) ? 'dashboard.told.subscription.given' : 'dashboard.told.subscription.created')(
      event,
      language,
      names,
    ),
  'subscription.changed': tellChange,
  'subscription.cancel_scheduled': (event, language, names) =>
    tellEnd(event, language, names, event.facts.object['cancelAt']),
  'subscription.cancel_undone': ofPlan('dashboard.told.subscription.cancel_undone'),
  'subscription.canceled': ofPlan('dashboard.told.subscription.canceled'),
  'payment.succeeded': (event, language) =>
    language.t('dashboard.told.payment.succeeded', { amount: amountIn(event, language, 'amount') }),
  'payment.failed': tellFailure,
  'payment.refunded': (event, language) =>
    language.t('dashboard.told.payment.refunded', { amount: amountIn(event, language, 'refundedAmount') }),
  'session.ended': (_event, { t }) => t('dashboard.told.session.ended'),
  'logout_notice.delivered': ofApplication('dashboard.told.logout_notice.delivered'),
  'logout_notice.dead': ofApplication('dashboard.told.logout_notice.dead'),
};

export function toldEvent(event: LoggedEvent, language: Language, names: Names): Told {
  const { type, objectId } = event;
  const isPayment = type === 'payment.succeeded' || type === 'payment.refunded';
  return { text: TELLS[type](event, language, names), more: isPayment ? `/receipts/${objectId}` : '' };
}

function tellFailure(event: LoggedEvent, language: Language): string {
  // Only billing-event.ts writes it.
  const reason = (event.facts.object['declineReason'] ?? null) as DeclineReason | null;
  const amount = amountIn(event, language, 'amount');
  return language.t('dashboard.told.payment.failed', { amount, reason: language.t(declineKey(reason)) });
}

function tellEnd({ facts }: LoggedEvent, { t, tag }: Language, { plans }: Names, at: EventValue | undefined): string {
  const plan = nameIn(plans, facts.object['planId']);
  return t('dashboard.told.subscription.cancel_scheduled', { plan, day: formatDay(Number(at), tag) });
}

/** Another plan or price, or another end by itself. */
function tellChange(event: LoggedEvent, language: Language, names: Names): string {
  const { object, previous } = event.facts;
  if (previous === null || previous === undefined || !('endsAt' in previous))
    return ofPlan('dashboard.told.subscription.changed')(event, language, names);
  return typeof object['endsAt'] === 'number'
    ? tellEnd(event, language, names, object['endsAt'])
    : ofPlan('dashboard.told.subscription.end_removed')(event, language, names);
}

/** What changed, each in a sentence; only that something did where the personal part was erased. */
function tellUpdate({ personal, facts }: LoggedEvent, { t }: Language, { newsletters }: Names): string {
  const previous = { ...facts.previous, ...personal?.previous };
  const now = { ...facts.object, ...personal?.object };
  const none = t('dashboard.told.none');
  const from = (field: string) => ({ before: shown(previous[field], none), after: shown(now[field], none) });
  const sentences = [
    ...('email' in previous ? [t('dashboard.told.customer.email', from('email'))] : []),
    ...('name' in previous ? [t('dashboard.told.customer.name', from('name'))] : []),
    ...('postalAddress' in previous
      ? [t(now['postalAddress'] === null ? 'dashboard.told.customer.no-postal' : 'dashboard.told.customer.postal')]
      : []),
    ...('newsletterSlugs' in previous
      ? newsletterSentences(listIn(previous['newsletterSlugs']), listIn(now['newsletterSlugs']), t, newsletters)
      : []),
  ];
  return sentences.length === 0 ? t('dashboard.told.customer.updated') : sentences.join(' ');
}

function newsletterSentences(
  before: readonly string[],
  after: readonly string[],
  t: Language['t'],
  names: Names['newsletters'],
): string[] {
  const tell = (key: TextKey, slugs: readonly string[]): string[] =>
    slugs.map((slug) => t(key, { newsletter: names.get(slug) ?? slug }));
  return [
    ...tell(
      'dashboard.told.customer.joined',
      after.filter((slug) => !before.includes(slug)),
    ),
    ...tell(
      'dashboard.told.customer.left',
      before.filter((slug) => !after.includes(slug)),
    ),
  ];
}

function listIn(value: EventValue | undefined): readonly string[] {
  return Array.isArray(value) ? value : [];
}

function shown(value: EventValue | undefined, none: string): string {
  return value === null || value === undefined ? none : String(value);
}

function nameIn(names: ReadonlyMap<string, string>, id: EventValue | undefined): string {
  return names.get(String(id)) ?? '';
}

function isMerged({ facts }: LoggedEvent): boolean {
  return typeof facts.object['mergedIntoId'] === 'string';
}

function isComplimentary({ facts }: LoggedEvent): boolean {
  return facts.object['complimentary'] === true;
}
