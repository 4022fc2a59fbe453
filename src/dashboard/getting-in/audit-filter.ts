// What the audit log is searched by, as the address of the page names it: who, which act, which record, from which day to
// which.
import { valueOf, type FormReading } from '../../http/bodies/form.ts';
import type { KnownActor } from '../../models/staff/audit-choices.ts';
import type { AuditFilter } from '../../models/staff/audit-entry.ts';
import type { FormError } from '../../views/page-data.ts';
import type { TextKey } from '../../views/text.ts';
import { nextDayStart, parseDayStart } from '../day-field.ts';

const NAMES = ['who', 'act', 'record', 'since', 'until'] as const;
type Name = (typeof NAMES)[number];
export type TypedFilter = Readonly<Record<Name, string>>;

/** Stands for the command line among the ids of actors. */
export const COMMAND_LINE = 'command-line';

interface Known {
  readonly acts: readonly string[];
  readonly actors: readonly KnownActor[];
  readonly timeZone: string;
}

export function typedFilter(query: FormReading): TypedFilter {
  const typed = NAMES.map((name) => [name, valueOf(query, name)?.trim() ?? ''] as const);
  return Object.fromEntries(typed) as TypedFilter;
}

/** Returns the faults of what was typed. An act and an actor must be in the log. */
export function faultsOf(
  { who, act, since, until }: TypedFilter,
  { acts, actors, timeZone }: Known,
  t: (key: TextKey) => string,
): FormError[] {
  const [from, to] = [parseDayStart(since, timeZone), parseDayStart(until, timeZone)];
  const found: readonly [Name, TextKey, boolean][] = [
    ['who', 'dashboard.fault.log-who', who !== '' && who !== COMMAND_LINE && !actors.some(({ id }) => id === who)],
    ['act', 'dashboard.fault.act', act !== '' && !acts.includes(act)],
    ['since', 'dashboard.fault.day', from === undefined],
    ['until', 'dashboard.fault.day', to === undefined],
    ['until', 'dashboard.fault.until', !!from && !!to && to < from],
  ];
  return found.filter(([, , isFault]) => isFault).map(([field, key]) => ({ field, message: t(key) }));
}

/** @param typed without faults */
export function toFilter({ who, act, record, since, until }: TypedFilter, timeZone: string): AuditFilter {
  const from = parseDayStart(since, timeZone);
  return {
    actorId: who === '' ? undefined : who === COMMAND_LINE ? null : who,
    act: act || undefined,
    record: record || undefined,
    // A range excludes its ends.
    createdAfter: from ? new Date(from.getTime() - 1) : undefined,
    createdBefore: until === '' ? undefined : nextDayStart(until, timeZone),
  };
}
