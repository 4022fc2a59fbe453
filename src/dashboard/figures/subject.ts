// A page of figures about one subject: sections of a plot and a table with the same numbers, over a range of days. Each
// table is also a CSV file.
import type { FastifyReply } from 'fastify';
import type { Connection } from '../../database/connection.ts';
import { valueOf } from '../../http/bodies/form.ts';
import { publicationNow } from '../../models/figure-change.ts';
import { foldFigures } from '../../models/figures/fold.ts';
import { dayIn } from '../../models/figures/local-day.ts';
import { findFirstDay } from '../../models/figures/period.ts';
import type { Service } from '../../service.ts';
import { faulty, FRESH } from '../../site/form.ts';
import type { Language } from '../../views/language.ts';
import type { TextKey } from '../../views/text.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';
import { sendCsv } from './csv.ts';
import type { Plot } from './plot.ts';
import { RANGES, readRange, typedRange, type ChosenRange, type TypedRange } from './range.ts';
import { SUBJECT_LINKS } from './subject-links.ts';

export interface Cell {
  readonly text: string;
  /** As it stands in the CSV file. */
  readonly value: string | number;
  /** The list behind it; empty for none. */
  readonly href: string;
}

export interface Section {
  readonly id: string;
  readonly heading: string;
  readonly hint: string;
  readonly plot: Plot | undefined;
  readonly columns: readonly string[];
  /** The first cell of each is its head. */
  readonly rows: readonly (readonly Cell[])[];
}

export interface SubjectContext {
  /** What the sections are read by. */
  readonly connection: Connection;
  readonly visit: Visit;
  readonly language: Language;
  readonly range: ChosenRange;
  readonly today: string;
}

interface Subject {
  readonly path: string;
  readonly title: TextKey;
  readonly lead: TextKey;
  readonly sections: (context: SubjectContext) => Promise<readonly Section[]>;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/figures/subject': DashboardData & {
      readonly title: string;
      readonly lead: string;
      readonly path: string;
      readonly zone: string;
      readonly isEmpty: boolean;
      /** Whether all that happened is counted already. */
      readonly isComplete: boolean;
      readonly typed: TypedRange;
      readonly ranges: readonly { readonly value: string; readonly text: string }[];
      readonly query: string;
      readonly links: readonly { readonly href: string; readonly text: string; readonly isCurrent: boolean }[];
      readonly sections: readonly Section[];
    };
  }
}

/** Returns the handler of a subject's page. */
export function showSubject(subject: Subject): (service: Service, visit: Visit) => Promise<FastifyReply> {
  return async (service, visit) => {
    const { language } = visit;
    const { t } = language;
    const { publication } = visit.session;
    const isComplete = await foldFigures(service.database, publication);
    const today = await readToday(service, visit);
    const range = readRange(typedRange(visit.query), today, t);
    const sections = await service.database.replicaRead(async (connection) => {
      const isCounted = (await findFirstDay(publication, connection)) !== undefined;
      return isCounted ? subject.sections({ connection, visit, language, range, today }) : undefined;
    });
    const asFile = sections?.find(({ id }) => id === valueOf(visit.query, 'csv'));
    if (asFile !== undefined) return sendCsv(visit, `${asFile.id}-${range.from}-${range.to}`, toRows(asFile));
    return showDashboard(
      service,
      visit,
      'dashboard/figures/subject',
      {
        title: t(subject.title),
        lead: t(subject.lead),
        path: pathOf(visit, subject.path),
        zone: publication.timeZone,
        isEmpty: sections === undefined,
        isComplete,
        typed: range.typed,
        ranges: RANGES.map((value) => ({ value, text: t(`dashboard.figures.range-${value}`) })),
        query: range.query,
        links: SUBJECT_LINKS.map(({ path, text }) => ({
          href: pathOf(visit, path),
          text: t(text),
          isCurrent: path === subject.path,
        })),
        sections: sections ?? [],
      },
      range.errors.length > 0 ? faulty(range.errors) : FRESH,
    );
  };
}

/** Returns the day by the publication's clock, in its time zone. */
export async function readToday({ database, clock }: Service, { session }: Visit): Promise<string> {
  return dayIn(session.publication.timeZone)(await publicationNow(session.publication, database, clock));
}

function toRows({ columns, rows }: Section): (string | number)[][] {
  return [[...columns], ...rows.map((row) => row.map(({ value }) => value))];
}
