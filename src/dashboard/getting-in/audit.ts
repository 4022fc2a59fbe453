// `/dashboard/:publication/audit`: the audit log, newest first, searched by who, act, record and time. The choices are what
// the log has.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import type { Actor } from '../../models/act.ts';
import { listIdsOfPerson } from '../../models/people/customer-person.ts';
import { listKnownActors, listKnownActs, type KnownActor } from '../../models/staff/audit-choices.ts';
import { listAuditEntries, type AuditEntry } from '../../models/staff/audit-entry.ts';
import type { Service } from '../../service.ts';
import { pathWith } from '../../site/destinations.ts';
import { faulty, FRESH } from '../../site/form.ts';
import { formatMoment } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import { isTextKey, type TextKey } from '../../views/text.ts';
import { toPosition } from '../paging.ts';
import { findRecordPaths } from '../record-page.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';
import { COMMAND_LINE, faultsOf, toFilter, typedFilter, type TypedFilter } from './audit-filter.ts';

interface Choice {
  readonly value: string;
  readonly text: string;
}

interface EntryOnPage {
  readonly when: string;
  readonly who: string;
  readonly by: string;
  readonly act: string;
  /** What the record is called, or its id; empty for none. */
  readonly record: string;
  /** The id, where the record has a name besides. */
  readonly recordId: string;
  /** Empty where the record has no page. */
  readonly recordHref: string;
  readonly network: string;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/getting-in/audit': DashboardData & {
      readonly entries: readonly EntryOnPage[];
      readonly typed: TypedFilter;
      readonly actors: readonly Choice[];
      readonly acts: readonly Choice[];
      readonly isFiltered: boolean;
      /** Empty on the last page. */
      readonly next: string;
    };
  }
}

const ENTRIES_SHOWN = 50;
const BY: Readonly<Record<Actor['kind'], TextKey>> = {
  staff: 'dashboard.audit.by-staff',
  api_key: 'dashboard.audit.by-api-key',
  command_line: 'dashboard.audit.by-command-line',
};

export async function showAudit(service: Service, visit: Visit): Promise<FastifyReply> {
  const { database } = service;
  const { query, session, language } = visit;
  const { publication } = session;
  const { timeZone } = publication;
  const [acts, actors] = await Promise.all([
    listKnownActs(publication, database),
    listKnownActors(publication, database),
  ]);
  const typed = typedFilter(query);
  const errors = faultsOf(typed, { acts, actors, timeZone }, language.t);
  const ids = await listIdsOfPerson(publication, database, typed.record);
  const request = { limit: ENTRIES_SHOWN, page: toPosition(valueOf(query, 'page')) };
  const { objects, nextPage } =
    errors.length > 0
      ? { objects: [], nextPage: null }
      : await listAuditEntries(publication, database, {
          ...request,
          ...toFilter(typed, timeZone),
          ...(ids.length > 0 && { record: ids }),
        });
  const paths = await findRecordPaths(publication, database, objects);
  const data = {
    entries: objects.map((entry, at) => toRow(visit, entry, paths[at])),
    typed,
    actors: toActorChoices(language, actors),
    acts: toActChoices(language, acts),
    isFiltered: Object.values(typed).some((text) => text !== ''),
    next: nextPage === null ? '' : pathWith(pathOf(visit, '/audit'), { ...typed, page: nextPage }),
  };
  return showDashboard(service, visit, 'dashboard/getting-in/audit', data, errors.length > 0 ? faulty(errors) : FRESH);
}

function toActorChoices({ t }: Language, actors: readonly KnownActor[]): Choice[] {
  return [
    { value: '', text: t('dashboard.audit.anybody') },
    ...actors.map(({ id, kind, name }) => ({ value: id, text: `${name} – ${t(BY[kind])}` })),
    { value: COMMAND_LINE, text: t('dashboard.audit.command-line') },
  ];
}

function toActChoices({ t, tag }: Language, acts: readonly string[]): Choice[] {
  const choices = acts.map((act) => ({ value: act, text: actText({ t }, act) }));
  const { compare } = new Intl.Collator(tag);
  return [{ value: '', text: t('dashboard.audit.anything') }, ...choices.toSorted((a, b) => compare(a.text, b.text))];
}

/** Our choice: an act without words of its own, of a rare command, is shown as it is. */
function actText({ t }: Pick<Language, 't'>, act: string): string {
  const key = `dashboard.act.${act}`;
  return isTextKey(key) ? t(key) : act;
}

function toRow(visit: Visit, entry: AuditEntry, path: string | undefined): EntryOnPage {
  const { t, tag } = visit.language;
  return {
    when: formatMoment(entry.createdAt, tag, visit.session.publication.timeZone),
    who: entry.actorName,
    by: t(BY[entry.actorKind]),
    act: actText({ t }, entry.act),
    record: entry.recordName ?? entry.recordId ?? '',
    recordId: entry.recordName === null ? '' : (entry.recordId ?? ''),
    recordHref: path === undefined ? '' : pathOf(visit, path),
    network: entry.network ?? '',
  };
}
