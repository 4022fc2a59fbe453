// `/dashboard/:publication/imports/:import/rows`: what each row would do, or did, a block of rows on a page.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { findBlock } from '../../models/imports/import-block.ts';
import type { Service } from '../../service.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';
import { noteTexts, outcomeText, rowFaults } from './import-texts.ts';
import type { FaultyRow } from './import.ts';
import { importOf } from './one-import.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/moving/import-rows': DashboardData & {
      readonly href: string;
      readonly name: string;
      /** Not once the file is forgotten: nobody knows any more who a row was about. */
      readonly hasWho: boolean;
      readonly rows: readonly (FaultyRow & {
        readonly who: string;
        readonly outcome: string;
        readonly notes: readonly string[];
      })[];
      /** The address of the next rows; empty on the last page. */
      readonly next: string;
    };
  }
}

const BLOCK_NUMBER = /^\d{1,5}$/;

export async function showImportRows(service: Service, visit: Visit): Promise<FastifyReply> {
  const of = await importOf(service, visit);
  const { publication } = visit.session;
  const typed = valueOf(visit.query, 'from') ?? '';
  const number = BLOCK_NUMBER.test(typed) ? Number(typed) : 0;
  const { database, secretKeys } = service;
  const block = await findBlock(publication, database, secretKeys, { importId: of.id, number });
  const column = of.settings.fields.findIndex((field) => field === 'email');
  const who = new Map(block?.rows.map(({ line, cells }) => [line, cells[column] ?? '']));
  const href = pathOf(visit, `/imports/${of.id}`);
  return showDashboard(service, visit, 'dashboard/moving/import-rows', {
    href,
    name: of.fileName,
    hasWho: [...who.values()].some((email) => email !== ''),
    rows: (block?.outcomes ?? []).map((row) => ({
      line: row.line,
      who: who.get(row.line) ?? '',
      outcome: outcomeText(visit.language, row, of),
      notes: noteTexts(visit.language, row),
      faults: rowFaults(visit.language, row, of),
    })),
    next: number + 1 < of.blocks ? `${href}/rows?from=${number + 1}` : '',
  });
}
