// `/dashboard/:publication/imports`: the imports of the publication, and the upload of a file.
import type { FastifyReply } from 'fastify';
import { UnreadableFile } from '../../models/imports/file-fault.ts';
import { listImports } from '../../models/imports/import-record.ts';
import { finishUpload, removeImport, storeFile } from '../../models/imports/import.ts';
import type { Service } from '../../service.ts';
import { faulty, fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { formatCount, formatMoment } from '../../views/formats.ts';
import { formIdOf, runAct } from '../act.ts';
import { goTo, pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { faultText, stateText } from './import-texts.ts';
import { sourceName } from './takeover.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/moving/imports': DashboardData & {
      readonly rows: string;
      /** The name of the gateway whose account can be taken over; empty without one. */
      readonly source: string;
      readonly imports: readonly {
        readonly href: string;
        readonly name: string;
        readonly made: string;
        readonly rows: string;
        readonly state: string;
      }[];
    };
  }
}

export const FILE_FIELD = 'file';
/** Our choice: twice what a hundred thousand readers take. The file is in memory while it is stored. */
export const UPLOAD = { bytes: 32 * 1024 * 1024, milliseconds: 300_000 };

export function showImports(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, '', FRESH);
}

/** A file, or rows that were pasted. */
export async function uploadFile(service: Service, visit: FormVisit): Promise<FastifyReply> {
  // Before the file is stored.
  formIdOf(visit);
  const { language, session, form, uploads } = visit;
  const { publication } = session;
  const pasted = fieldOf(form, 'rows');
  const bytes = uploads[FILE_FIELD] ?? Buffer.from(pasted, 'utf8');
  const parts = { ...service, invitationsPerMinute: service.config.invitationsPerMinute };
  const made = formatMoment(service.clock.now().getTime(), language.tag, publication.timeZone);
  const fileName = language.t('dashboard.imports.of', { time: made });
  try {
    const open = async function* () {
      yield bytes;
    };
    const id = await storeFile(parts, publication, { fileName, open });
    const shown = await runAct(service, visit, async (transaction) => {
      await finishUpload(publication, transaction, id);
      return { result: id, act: { name: 'import.create', recordId: id } };
    });
    // The form was sent before: its first import is shown, and this file is forgotten.
    if (shown !== id) await service.database.transaction((transaction) => removeImport(publication, transaction, id));
    return await goTo(visit, `/imports/${shown}`);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const field = uploads[FILE_FIELD] === undefined && pasted !== '' ? 'rows' : FILE_FIELD;
    return show(
      service,
      visit,
      pasted,
      faulty([{ field, message: faultText(language, { ...error, kind: error.fault }) }]),
    );
  }
}

async function show(service: Service, visit: Visit, rows: string, state: FormState): Promise<FastifyReply> {
  const { language, session } = visit;
  const { publication } = session;
  const imports = await listImports(publication, service.database);
  return showDashboard(
    service,
    visit,
    'dashboard/moving/imports',
    {
      rows,
      source: await sourceName(service, visit),
      imports: imports.map((one) => ({
        href: pathOf(visit, `/imports/${one.id}`),
        name: one.fileName,
        made: formatMoment(one.createdAt, language.tag, publication.timeZone),
        rows: formatCount(one.rowCount, language.tag),
        state: stateText(language, one),
      })),
    },
    state,
  );
}
