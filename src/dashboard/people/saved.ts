// Saves what the list of people is filtered by under a name, for all staff of the publication, and removes it again.
import type { FastifyReply } from 'fastify';
import { readQuery } from '../../http/bodies/form.ts';
import { removeSavedFilter, saveFilter } from '../../models/finding/saved-filter.ts';
import type { Service } from '../../service.ts';
import { fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { actAndGo, formIdOf, toFault } from '../act.ts';
import { goTo, pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { isFiltered, toQuery, typedFilter, withoutSearch } from './typed-filter.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/people/save-filter': DashboardData & {
      readonly name: string;
      /** The filter as an address. */
      readonly query: string;
      readonly list: string;
    };
  }
}

interface Typed {
  readonly name: string;
  readonly query: string;
}

function show(service: Service, visit: Visit, { name, query }: Typed, state: FormState = FRESH): FastifyReply {
  const data = { name, query, list: pathOf(visit, `/people?${query}`) };
  return showDashboard(service, visit, 'dashboard/people/save-filter', data, state);
}

/** The form for the filter of the list that it was opened from. */
export async function showSaveFilter(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, { name: '', query: toQuery(withoutSearch(typedFilter(visit.query))) });
}

export async function saveFilterOfList(service: Service, visit: FormVisit): Promise<FastifyReply> {
  formIdOf(visit);
  const { form, session } = visit;
  const typed = withoutSearch(typedFilter(readQuery(`?${fieldOf(form, 'query')}`)));
  const given = { name: fieldOf(form, 'name'), query: toQuery(typed) };
  try {
    if (!isFiltered(typed)) return goTo(visit, '/people');
    return await actAndGo(
      service,
      visit,
      { path: `/people?${given.query}`, done: 'filter-saved' },
      async (transaction) => {
        const filter = await saveFilter(session.publication, transaction, service.clock, given);
        return { name: 'filter.save', recordId: filter.id, recordName: filter.name };
      },
    );
  } catch (error) {
    return show(service, visit, given, toFault(visit.language, error));
  }
}

export async function removeFilterOfList(service: Service, visit: FormVisit): Promise<FastifyReply> {
  formIdOf(visit);
  const { publication } = visit.session;
  return actAndGo(service, visit, { path: '/people', done: 'filter-removed' }, async (transaction) => {
    const { id, name } = await removeSavedFilter(publication, transaction, fieldOf(visit.form, 'filter'));
    return { name: 'filter.remove', recordId: id, recordName: name };
  });
}
