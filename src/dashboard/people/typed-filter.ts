// What the list of people is filtered by, as the address of the page names it.
import { valueOf, type FormReading } from '../../http/bodies/form.ts';
import type { Newsletter } from '../../models/catalog/newsletter.ts';
import type { Plan } from '../../models/catalog/plan.ts';
import type { PeopleFilter } from '../../models/finding/filter-source.ts';
import { termsOf } from '../../models/finding/words.ts';
import { PERSON_STATES, type PersonState } from '../../models/people/person-state.ts';
import type { FormError } from '../../views/page-data.ts';
import type { TextKey } from '../../views/text.ts';
import { nextDayStart, parseDayStart } from '../day-field.ts';

export const FILTER_NAMES = [
  'q',
  'state',
  'plan',
  'newsletter',
  'joined_from',
  'joined_to',
  'seen_from',
  'seen_to',
] as const;
type Name = (typeof FILTER_NAMES)[number];
export type TypedFilter = Readonly<Record<Name, string>>;

/** Whoever is gone is in no list. */
export const LISTED_STATES = PERSON_STATES.filter((state) => state !== 'gone');

export interface Known {
  readonly plans: readonly Plan[];
  readonly newsletters: readonly Newsletter[];
  readonly timeZone: string;
}

export function typedFilter(query: FormReading): TypedFilter {
  const typed = FILTER_NAMES.map((name) => [name, valueOf(query, name)?.trim() ?? ''] as const);
  return Object.fromEntries(typed) as TypedFilter;
}

export function isFiltered(typed: TypedFilter): boolean {
  return FILTER_NAMES.some((name) => typed[name] !== '');
}

/** Returns the filter as the address of the list has it, without a page. */
export function toQuery(typed: TypedFilter): string {
  return new URLSearchParams(
    FILTER_NAMES.filter((name) => typed[name] !== '').map((name) => [name, typed[name]]),
  ).toString();
}

/** Our choice: what was searched for is not saved, as it would stay after somebody's erasure. */
export function withoutSearch(typed: TypedFilter): TypedFilter {
  return { ...typed, q: '' };
}

/** Returns the faults of what was typed. A plan and a newsletter must be known. */
export function faultsOf(typed: TypedFilter, known: Known, t: (key: TextKey) => string): FormError[] {
  const days = ['joined_from', 'joined_to', 'seen_from', 'seen_to'] as const;
  const start = (name: (typeof days)[number]) => parseDayStart(typed[name], known.timeZone);
  const isBefore = (to: (typeof days)[number], from: (typeof days)[number]): boolean => {
    const [first, last] = [start(from), start(to)];
    return !!first && !!last && last < first;
  };
  const { state, plan, newsletter } = typed;
  const found: readonly (readonly [Name, TextKey, boolean])[] = [
    ['state', 'dashboard.fault.person-state', state !== '' && !isListedState(state)],
    ['plan', 'dashboard.fault.plan-filter', plan !== '' && named(known.plans, plan) === undefined],
    [
      'newsletter',
      'dashboard.fault.newsletter-filter',
      newsletter !== '' && named(known.newsletters, newsletter) === undefined,
    ],
    ...days.map((name) => [name, 'dashboard.fault.day', start(name) === undefined] as const),
    ['joined_to', 'dashboard.fault.until', isBefore('joined_to', 'joined_from')],
    ['seen_to', 'dashboard.fault.until', isBefore('seen_to', 'seen_from')],
  ];
  return found.filter(([, , isFault]) => isFault).map(([field, key]) => ({ field, message: t(key) }));
}

/** The record that the text names by its id or its slug. */
function named<Noun extends { readonly id: string; readonly slug: string }>(
  records: readonly Noun[],
  text: string,
): Noun | undefined {
  return records.find(({ id, slug }) => id === text || slug === text);
}

/** The filter with each record by its slug, as the form has it. */
export function bySlugs(typed: TypedFilter, { plans, newsletters }: Known): TypedFilter {
  return {
    ...typed,
    plan: named(plans, typed.plan)?.slug ?? typed.plan,
    newsletter: named(newsletters, typed.newsletter)?.slug ?? typed.newsletter,
  };
}

function isListedState(text: string): text is PersonState {
  return LISTED_STATES.some((state) => state === text);
}

/** @param typed without faults */
export function toFilter(typed: TypedFilter, { plans, newsletters, timeZone }: Known): PeopleFilter {
  const from = (day: string): Date | undefined => parseDayStart(day, timeZone) ?? undefined;
  const until = (day: string): Date | undefined => (day === '' ? undefined : nextDayStart(day, timeZone));
  return {
    terms: typed.q === '' ? undefined : termsOf(typed.q),
    state: isListedState(typed.state) ? typed.state : undefined,
    planId: named(plans, typed.plan)?.id,
    newsletterId: named(newsletters, typed.newsletter)?.id,
    joinedFrom: from(typed.joined_from),
    joinedUntil: until(typed.joined_to),
    seenFrom: from(typed.seen_from),
    seenUntil: until(typed.seen_to),
  };
}
