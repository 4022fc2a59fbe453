// `/dashboard/:publication/imports`: the imports of the publication, and the upload of a file.
import type { FastifyReply } from 'fastify';
import { UnreadableFile } from '../../models/imports/file-fault.ts';
import type { OpenFile } from '../../models/imports/file.ts';
import { listImports } from '../../models/imports/import-record.ts';
import { finishUpload, removeImport, storeFile } from '../../models/imports/import.ts';
import { readUpload } from '../../models/lifecycle/upload.ts';
import type { Service } from '../../service.ts';
import { faulty, fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { formatCount, formatMoment } from '../../views/formats.ts';
import { formIdOf, runAct } from '../act.ts';
import { goTo, pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { faultText, stateText } from './import-texts.ts';
import { discard, KEPT } from './kept.ts';
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
/** Our choice: twice what a hundred thousand readers take. */
const FILE_BYTES_MAX = 32 * 1024 * 1024;

export const UPLOAD = { bytes: FILE_BYTES_MAX, milliseconds: 300_000, ...KEPT };

export function showImports(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, '', FRESH);
}

/** A file, or rows that were pasted. */
export async function uploadFile(service: Service, visit: FormVisit): Promise<FastifyReply> {
  // Before the rows are stored.
  formIdOf(visit);
  const { language, session, form, kept } = visit;
  const { publication } = session;
  const pasted = fieldOf(form, 'rows');
  const file = kept[FILE_FIELD];
  const refuse = (message: string): Promise<FastifyReply> => {
    const field = file === undefined && pasted !== '' ? 'rows' : FILE_FIELD;
    return show(service, visit, pasted, faulty([{ field, message }]));
  };
  if (file === 'too large') return refuse(language.t('dashboard.imports.file.too-large'));
  try {
    const shown = await storeOnce(service, visit, async function* () {
      if (file === undefined) yield Buffer.from(pasted, 'utf8');
      else yield* readUpload(service, publication, file);
    });
    return await goTo(visit, `/imports/${shown}`);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return refuse(faultText(language, { ...error, kind: error.fault }));
  } finally {
    if (file !== undefined) await discard(service, visit, file);
  }
}

/** Stores the rows, and returns the id of their import: that of the first time where the form was sent before. */
async function storeOnce(service: Service, visit: FormVisit, open: OpenFile): Promise<string> {
  const { language, session } = visit;
  const { publication } = session;
  const parts = { ...service, invitationsPerMinute: service.config.invitationsPerMinute };
  const made = formatMoment(service.clock.now().getTime(), language.tag, publication.timeZone);
  const id = await storeFile(parts, publication, {
    fileName: language.t('dashboard.imports.of', { time: made }),
    open,
  });
  const shown = await runAct(service, visit, async (transaction) => {
    await finishUpload(publication, transaction, id);
    return { result: id, act: { name: 'import.create', recordId: id } };
  });
  if (shown !== id) await service.database.transaction((transaction) => removeImport(publication, transaction, id));
  return shown;
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
