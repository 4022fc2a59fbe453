// `/dashboard/:publication/people`: the people of the publication, the newest first, searched and filtered. What names one
// person exactly leads to their page.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { listNewsletters } from '../../models/catalog/newsletter.ts';
import { listPlans } from '../../models/catalog/plan.ts';
import { parseEmailAddress } from '../../models/email-address.ts';
import { findExactly } from '../../models/finding/exact.ts';
import type { PeopleFilter } from '../../models/finding/filter-source.ts';
import { findPeople, type ListedPerson, type PeoplePage } from '../../models/finding/people-filter.ts';
import { listSavedFilters } from '../../models/finding/saved-filter.ts';
import { readWhatPeopleHave } from '../../models/finding/what-people-have.ts';
import { indexPeople } from '../../models/finding/word-index.ts';
import type { CustomerSummary } from '../../models/people/customer-summary.ts';
import type { PersonState } from '../../models/people/person-state.ts';
import { listGateways } from '../../payments/gateways.ts';
import type { Service } from '../../service.ts';
import { pathWith } from '../../site/destinations.ts';
import { faulty, FRESH, parseField } from '../../site/form.ts';
import { formatCount, formatDayIn, formatMoment } from '../../views/formats.ts';
import { redirectTo } from '../../views/render.ts';
import { EDITORS } from '../navigation.ts';
import { toPosition } from '../paging.ts';
import { goTo, pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';
import {
  bySlugs,
  faultsOf,
  FILTER_NAMES,
  isFiltered,
  LISTED_STATES,
  toFilter,
  toQuery,
  typedFilter,
  withoutSearch,
  type Known,
  type TypedFilter,
} from './typed-filter.ts';

interface PersonInList {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly state: string;
  readonly isGood: boolean;
  readonly isBad: boolean;
  readonly plan: string;
  readonly joined: string;
  /** Empty for somebody who never signed in. */
  readonly seen: string;
}

interface Choice {
  readonly value: string;
  readonly text: string;
}

interface Saved {
  readonly id: string;
  readonly name: string;
  readonly href: string;
  readonly isCurrent: boolean;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/people/people': DashboardData & {
      readonly people: readonly PersonInList[];
      readonly typed: TypedFilter;
      readonly states: readonly Choice[];
      readonly plans: readonly Choice[];
      readonly newsletters: readonly Choice[];
      readonly saved: readonly Saved[];
      readonly isFiltered: boolean;
      /** Whether more than a search is set, so that the filters are shown. */
      readonly hasFilters: boolean;
      readonly isEditor: boolean;
      /** How many were found; empty where nobody can say. */
      readonly found: string;
      /** Whether the page ends though it is not full, as it looked at many people. */
      readonly isPartial: boolean;
      /** Where the filter is saved; empty where there is nothing to save. */
      readonly save: string;
      readonly file: string;
      /** Empty on the last page. */
      readonly next: string;
    };
  }
}

/** What the page of the person says first. */
const NOTICES = { present: undefined, merged: 'merged', 'former-address': 'former-address' } as const;
const PEOPLE_SHOWN = 50;
/** Our choice: nobody counts further by eye. */
const MOST_TOLD = 1000;
const GOOD: ReadonlySet<PersonState> = new Set(['paying']);

export async function showPeople(service: Service, visit: Visit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const { database, secretKeys } = service;
  const typed = typedFilter(visit.query);
  const page = toPosition(valueOf(visit.query, 'page'));
  if (typed.q !== '' && page === undefined) {
    const gateways = listGateways(service).map(({ name }) => name);
    const exact = await findExactly(publication, database, { secretKeys, gateways }, typed.q);
    if (exact !== undefined) return goTo(visit, `/people/${exact.id}`, NOTICES[exact.by]);
  }
  return showList(service, visit, typed, page);
}

/** What there is to filter by. */
export async function readKnown({ database }: Pick<Service, 'database'>, visit: Visit): Promise<Known> {
  const { publication } = visit.session;
  const [plans, newsletters] = await Promise.all([
    listPlans(publication, database),
    listNewsletters(publication, database),
  ]);
  return { plans, newsletters, timeZone: publication.timeZone };
}

async function showList(
  service: Service,
  visit: Visit,
  asTyped: TypedFilter,
  page: string | undefined,
): Promise<FastifyReply> {
  const { database } = service;
  const { publication, role } = visit.session;
  const { t } = visit.language;
  const known = await readKnown(service, visit);
  const typed = bySlugs(asTyped, known);
  const errors = faultsOf(typed, known, t);
  // Whoever came or changed just now is found, too.
  if (typed.q !== '') await indexPeople(database, publication);
  const { list, have } = errors.length > 0 ? NOBODY : await readList(service, visit, toFilter(typed, known), page);
  if (list.people.length === 0 && !list.isPartial && isAddressAlone(visit, typed))
    return redirectTo(visit.reply, pathWith(pathOf(visit, '/people/why'), { email: typed.q }));
  const saved = await listSavedFilters(publication, database);
  const query = toQuery(withoutSearch(typed));
  const data = {
    people: list.people.map((person) => toRow(visit, known, person, have.get(person.id)?.planSlug ?? null)),
    typed,
    ...choicesOf(visit, known),
    saved: saved.map(({ id, name, query: kept }) => ({
      id,
      name,
      href: pathOf(visit, `/people?${kept}`),
      isCurrent: kept === query && typed.q === '',
    })),
    isFiltered: isFiltered(typed),
    hasFilters: query !== '',
    isEditor: EDITORS.includes(role),
    found: isFiltered(typed) && errors.length === 0 ? foundText(visit, list) : '',
    isPartial: list.isPartial,
    save: query === '' ? '' : pathOf(visit, `/people/save-filter?${query}`),
    file: pathWith(pathOf(visit, '/people.csv'), typed),
    next: list.next === null ? '' : pathWith(pathOf(visit, '/people'), { ...typed, page: list.next }),
  };
  return showDashboard(service, visit, 'dashboard/people/people', data, errors.length > 0 ? faulty(errors) : FRESH);
}

interface ReadList {
  readonly list: PeoplePage;
  readonly have: ReadonlyMap<string, CustomerSummary>;
}

const NOBODY: ReadList = { list: { people: [], next: null, found: 0, isPartial: false }, have: new Map() };

function readList(
  { database }: Service,
  { session: { publication } }: Visit,
  filter: PeopleFilter,
  after: string | undefined,
): Promise<ReadList> {
  return database.replicaRead(async (connection) => {
    const list = await findPeople(publication, connection, filter, { limit: PEOPLE_SHOWN, after });
    return { list, have: await readWhatPeopleHave(publication, connection, list.people) };
  });
}

/** Whether only an address was searched for: where nobody has it, the next question is why it cannot get in. */
function isAddressAlone({ language }: Visit, typed: TypedFilter): boolean {
  const isAlone = FILTER_NAMES.every((name) => (typed[name] === '') === (name !== 'q'));
  return isAlone && parseField(language, () => parseEmailAddress(typed.q)).value !== undefined;
}

function choicesOf({ language: { t } }: Visit, { plans, newsletters }: Known) {
  const any = (text: string): Choice => ({ value: '', text });
  return {
    states: [
      any(t('dashboard.people.any-state')),
      ...LISTED_STATES.map((state) => ({ value: state, text: t(`dashboard.person-state.${state}`) })),
    ],
    plans: [any(t('dashboard.people.any-plan')), ...plans.map(({ slug, name }) => ({ value: slug, text: name }))],
    newsletters: [
      any(t('dashboard.people.any-newsletter')),
      ...newsletters.map(({ slug, name }) => ({ value: slug, text: name })),
    ],
  };
}

/** How many were found, where that is known. */
function foundText({ language: { t, tag } }: Visit, { found }: PeoplePage): string {
  if (found === 0 || found === undefined) return '';
  if (found > MOST_TOLD) return t('dashboard.people.found-more', { count: formatCount(MOST_TOLD, tag) });
  return found === 1
    ? t('dashboard.people.found-one')
    : t('dashboard.people.found', { count: formatCount(found, tag) });
}

function toRow(
  { language: { t, tag }, session: { publication } }: Visit,
  { plans }: Known,
  { id, email, name, state, createdAt, lastSeenAt }: ListedPerson,
  planSlug: string | null,
): PersonInList {
  const moment = (at: number): string => formatMoment(at, tag, publication.timeZone);
  return {
    id,
    email: email ?? '',
    name: name ?? '',
    state: t(`dashboard.person-state.${state}`),
    isGood: GOOD.has(state),
    isBad: state === 'past_due',
    plan: plans.find(({ slug }) => slug === planSlug)?.name ?? '',
    joined: formatDayIn(createdAt, tag, publication.timeZone, 'short'),
    seen: lastSeenAt === null ? '' : moment(lastSeenAt),
  };
}
