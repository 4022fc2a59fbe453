// masthead customer list: the people of a publication, searched and filtered as in the dashboard, page by page, or all of
// them as CSV.
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { csvStream } from '../../csv.ts';
import { getNewsletter } from '../../models/catalog/newsletter.ts';
import { getPlan } from '../../models/catalog/plan.ts';
import { InvalidValue } from '../../models/errors.ts';
import type { PeopleFilter } from '../../models/finding/filter-source.ts';
import { findPeople } from '../../models/finding/people-filter.ts';
import { PEOPLE_COLUMNS, readPeopleRows } from '../../models/finding/people-rows.ts';
import { readWhatPeopleHave } from '../../models/finding/what-people-have.ts';
import { termsOf } from '../../models/finding/words.ts';
import { PERSON_STATES, type PersonState } from '../../models/people/person-state.ts';
import type { Publication } from '../../models/publication/publication.ts';
import { addPublicationVerb, nameAct, withPublication, type Parts, type PublicationOptions } from '../command.ts';
import { UsageError } from '../failure.ts';
import { printPage } from '../output.ts';
import { addPaging, toPageRequest, type PagingOptions } from '../paging.ts';
import { parseTime } from '../time.ts';
import { toCustomerObject } from './customer-object.ts';

interface ListOptions extends PublicationOptions, PagingOptions {
  readonly search?: string;
  readonly state?: string;
  readonly plan?: string;
  readonly newsletter?: string;
  readonly joinedFrom?: string;
  readonly joinedUntil?: string;
  readonly seenFrom?: string;
  readonly seenUntil?: string;
  readonly csv?: boolean;
}

const STATES = PERSON_STATES.filter((state) => state !== 'gone');

export function registerList(noun: Command): void {
  const example = 'customer list --state past_due --plan supporter';
  addPaging(addPublicationVerb(noun, 'list', 'List customers, the newest first', example))
    .option('--search <text>', 'the beginnings of words of the name or the address')
    .option('--state <state>', STATES.join(', '))
    .option('--plan <plan>', 'who holds this plan, by its id or slug')
    .option('--newsletter <newsletter>', 'who receives this newsletter, by its id or slug')
    .option('--joined-from <time>', 'such as 2027-03-01T00:00:00Z')
    .option('--joined-until <time>', 'before this time')
    .option('--seen-from <time>', 'last seen at this time or later')
    .option('--seen-until <time>', 'last seen before this time')
    .option('--csv', 'print all of them as CSV, in place of a page')
    .action(list);
}

async function list(options: ListOptions): Promise<void> {
  if (options.csv === true && options.json === true) throw new UsageError('Choose one of --csv and --json');
  const { limit, page: after } = toPageRequest(options);
  // As the dashboard names it.
  if (options.csv === true) nameAct('people.export');
  await withPublication(options, async (parts, publication) => {
    const { database } = parts;
    const filter = await toFilter(parts, publication, options);
    if (options.csv === true) {
      // Writes nothing but its entry in the audit log.
      await database.transaction(() => Promise.resolve());
      const file = csvStream(PEOPLE_COLUMNS, readPeopleRows(publication, database, filter));
      return pipeline(file, process.stdout, { end: false });
    }
    const { people, next } = await findPeople(publication, database, filter, { limit, after });
    const have = await readWhatPeopleHave(publication, database, people);
    const objects = [...have.values()]
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      .map((customer) => toCustomerObject(parts, publication, customer));
    printPage(options, { objects, nextPage: next }, ({ id, email, name, newsletter_slugs, plan_slug, state }) => ({
      id,
      email,
      name,
      newsletter_slugs,
      plan_slug,
      state,
    }));
  });
}

/** Throws InvalidValue, and NotFound for an unknown plan or newsletter. */
async function toFilter({ database }: Parts, publication: Publication, options: ListOptions): Promise<PeopleFilter> {
  const { search, state, plan, newsletter } = options;
  if (state !== undefined && !isListedState(state))
    throw new InvalidValue('state', `state must be one of ${STATES.join(', ')}`);
  return {
    terms: search === undefined ? undefined : termsOf(search),
    state,
    planId: plan === undefined ? undefined : (await getPlan(publication, database, plan)).id,
    newsletterId: newsletter === undefined ? undefined : (await getNewsletter(publication, database, newsletter)).id,
    joinedFrom: toTime(options.joinedFrom, 'joined_from'),
    joinedUntil: toTime(options.joinedUntil, 'joined_until'),
    seenFrom: toTime(options.seenFrom, 'seen_from'),
    seenUntil: toTime(options.seenUntil, 'seen_until'),
  };
}

function isListedState(text: string): text is PersonState {
  return STATES.some((state) => state === text);
}

function toTime(text: string | undefined, field: string): Date | undefined {
  return text === undefined ? undefined : parseTime(text, field);
}
