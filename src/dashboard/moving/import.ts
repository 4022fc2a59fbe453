// `/dashboard/:publication/imports/:import`: what the file's columns mean, what its rows would do, how far the import has
// come, and what became of it.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { listNewsletters } from '../../models/catalog/newsletter.ts';
import { Conflict, InvalidValue } from '../../models/errors.ts';
import { findFaultyBlock, type RowOutcome } from '../../models/imports/import-block.ts';
import type { Import, ImportState, Invitation } from '../../models/imports/import-record.ts';
import type { ImportSettings } from '../../models/imports/import-settings.ts';
import { cancelImport, checkImport, toFields } from '../../models/imports/import.ts';
import { PRESETS } from '../../models/imports/presets.ts';
import { startAnyImport } from '../../payments/takeover/map-prices.ts';
import type { Service } from '../../service.ts';
import { fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { formatCount } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import type { TextKey } from '../../views/text.ts';
import { actAndGo, toFault } from '../act.ts';
import { goTo, pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { faultText, rowFaults, stateText } from './import-texts.ts';
import { mappingOnPage, readMapping, type MappingOnPage, type Option } from './mapping.ts';
import { importOf } from './one-import.ts';
import { showPrices } from './takeover.ts';

export interface FaultyRow {
  readonly line: number;
  readonly faults: readonly { readonly column: string; readonly text: string }[];
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/moving/mapping': DashboardData &
      MappingOnPage & {
        readonly href: string;
        readonly name: string;
        readonly rows: string;
        readonly preset: string;
        readonly presets: readonly Option[];
      };
    'dashboard/moving/import': DashboardData & {
      readonly href: string;
      readonly name: string;
      readonly state: string;
      /** Empty where the import has no fault as a whole. */
      readonly fault: string;
      readonly isBusy: boolean;
      /** The account of a gateway is being read, and nobody knows how large it is. */
      readonly isReading: boolean;
      readonly isAccount: boolean;
      readonly isChecked: boolean;
      readonly isOpen: boolean;
      /** Something may have been imported. */
      readonly isStarted: boolean;
      readonly isDone: boolean;
      readonly revision: number;
      readonly done: number;
      readonly rows: number;
      readonly progress: string;
      readonly counts: readonly { readonly label: string; readonly value: string }[];
      readonly hasGood: boolean;
      readonly asksForWords: boolean;
      readonly asksForDays: boolean;
      readonly asksForPrices: boolean;
      readonly faulty: readonly FaultyRow[];
      readonly invitation: Invitation & { readonly isWanted: boolean };
    };
  }
}

/** Our choice: as many faulty rows as one looks through; the list of rows has them all. */
const FAULTY_SHOWN = 50;
const BUSY: ReadonlySet<ImportState> = new Set(['reading', 'checking', 'running']);
const OPEN: ReadonlySet<ImportState> = new Set(['reading', 'uploaded', 'checking', 'checked', 'running']);

export async function showImport(service: Service, visit: Visit): Promise<FastifyReply> {
  const of = await importOf(service, visit);
  const preset = PRESETS.find((name) => name === valueOf(visit.query, 'preset'));
  const isEdited = of.state === 'checked' && valueOf(visit.query, 'edit') !== undefined;
  if (of.state !== 'uploaded' && !isEdited) return showProgress(service, visit, of);
  if (of.source !== null) return showPrices(service, visit, of);
  const fields = preset === undefined ? of.settings.fields : toFields(of.header, preset);
  return showMapping(service, visit, of, { ...of.settings, fields });
}

export async function submitMapping(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const of = await importOf(service, visit);
  const newsletters = await listNewsletters(publication, service.database);
  const ids = newsletters.map(({ id }) => id);
  const settings = readMapping(visit.form, of, ids);
  try {
    return await actAndGo(
      service,
      visit,
      { path: `/imports/${of.id}`, done: 'import-checked' },
      async (transaction) => {
        await checkImport(publication, transaction, of.id, settings);
        return { name: 'import.check', recordId: of.id };
      },
    );
  } catch (error) {
    if (error instanceof Conflict) return goTo(visit, `/imports/${of.id}`, 'import-over');
    return showMapping(service, visit, of, settings, toFault(visit.language, error));
  }
}

export async function beginImport(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { form, session } = visit;
  const of = await importOf(service, visit);
  const isWanted = fieldOf(form, 'invite') !== '';
  const words = { subject: fieldOf(form, 'subject').trim(), text: fieldOf(form, 'text').replaceAll('\r\n', '\n') };
  const start = { id: of.id, revision: Number(fieldOf(form, 'revision')), invitation: isWanted ? words : null };
  try {
    return await actAndGo(
      service,
      visit,
      { path: `/imports/${of.id}`, done: 'import-started' },
      async (transaction) => {
        await startAnyImport(session.publication, transaction, service.clock, start);
        return { name: 'import.start', recordId: of.id };
      },
    );
  } catch (error) {
    if (error instanceof InvalidValue)
      return showProgress(service, visit, of, { ...words, isWanted }, toFault(visit.language, error));
    if (!(error instanceof Conflict)) throw error;
    return goTo(visit, `/imports/${of.id}`, error.reason === 'running' ? 'import-waits' : 'import-over');
  }
}

export async function stopImport(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const of = await importOf(service, visit);
  try {
    return await actAndGo(
      service,
      visit,
      { path: `/imports/${of.id}`, done: 'import-canceled' },
      async (transaction) => {
        await cancelImport(visit.session.publication, transaction, service.clock, of.id);
        return { name: 'import.cancel', recordId: of.id };
      },
    );
  } catch (error) {
    // It was done meanwhile: its page says so.
    if (error instanceof Conflict) return goTo(visit, `/imports/${of.id}`, 'import-over');
    throw error;
  }
}

async function showMapping(
  service: Service,
  visit: Visit,
  of: Import,
  settings: ImportSettings,
  state: FormState = FRESH,
): Promise<FastifyReply> {
  const { t, tag } = visit.language;
  const data = {
    ...(await mappingOnPage(service, visit, of, settings)),
    href: pathOf(visit, `/imports/${of.id}`),
    name: of.fileName,
    rows: formatCount(of.rowCount, tag),
    preset: valueOf(visit.query, 'preset') ?? of.preset ?? '',
    presets: [
      { value: '', text: t('dashboard.imports.preset.none') },
      ...PRESETS.map((name) => ({ value: name, text: t(`dashboard.imports.preset.${name}`) })),
    ],
  };
  return showDashboard(service, visit, 'dashboard/moving/mapping', data, state);
}

async function showProgress(
  service: Service,
  visit: Visit,
  of: Import,
  typed?: Invitation & { readonly isWanted: boolean },
  state: FormState = FRESH,
): Promise<FastifyReply> {
  const { t, tag } = visit.language;
  const count = (value: number): string => formatCount(value, tag);
  const faultyRows = of.faultyCount === 0 ? [] : await readFaulty(service, visit, of);
  const kinds = new Set(faultyRows.flatMap(({ faults = [] }) => faults.map(({ kind }) => kind)));
  const data = {
    href: pathOf(visit, `/imports/${of.id}`),
    name: of.fileName,
    state: stateText(visit.language, of),
    fault: of.fault === null ? '' : faultText(visit.language, of.fault),
    isBusy: BUSY.has(of.state),
    isReading: of.state === 'reading',
    isAccount: of.source !== null,
    isChecked: of.state === 'checked',
    isOpen: OPEN.has(of.state),
    isStarted: of.state === 'running',
    isDone: of.state === 'done',
    revision: of.revision,
    done: of.doneCount,
    rows: of.rowCount,
    progress:
      of.state === 'reading'
        ? t('dashboard.imports.rows-read', { rows: count(of.rowCount) })
        : t('dashboard.imports.progress', { done: count(of.doneCount), rows: count(of.rowCount) }),
    counts: countsOnPage(of, visit.language),
    hasGood: of.createdCount + of.changedCount + of.unchangedCount > 0,
    asksForWords: of.unknownWords.plans.length + of.unknownWords.newsletters.length > 0,
    asksForPrices: kinds.has('price'),
    asksForDays: kinds.has('date-order'),
    faulty: faultyRows.map((row) => ({ line: row.line, faults: rowFaults(visit.language, row, of) })),
    invitation: typed ?? {
      isWanted: false,
      subject: t('dashboard.imports.subject-proposed', { publication: visit.session.publication.name }),
      text: t('dashboard.imports.text-proposed'),
    },
  };
  return showDashboard(service, visit, 'dashboard/moving/import', data, state);
}

/** What would be done, or was. */
function countsOnPage(of: Import, { t, tag }: Language): readonly { readonly label: string; readonly value: string }[] {
  const isDone = of.state === 'running' || of.state === 'done' || of.state === 'canceled';
  const line = (key: TextKey, count: number) => ({ label: t(key), value: formatCount(count, tag) });
  return [
    line(isDone ? 'dashboard.imports.was-created' : 'dashboard.imports.would-create', of.createdCount),
    line(isDone ? 'dashboard.imports.changed' : 'dashboard.imports.would-be-changed', of.changedCount),
    line('dashboard.imports.unchanged', of.unchangedCount),
    line('dashboard.imports.faulty', of.faultyCount),
  ];
}

async function readFaulty({ database, secretKeys }: Service, { session }: Visit, of: Import): Promise<RowOutcome[]> {
  const found: RowOutcome[] = [];
  let from = 0;
  while (found.length < FAULTY_SHOWN) {
    const block = await findFaultyBlock(session.publication, database, secretKeys, { importId: of.id, from });
    if (block === undefined) break;
    found.push(...block.outcomes.filter(({ kind }) => kind === 'faulty'));
    from = block.number + 1;
  }
  return found.slice(0, FAULTY_SHOWN);
}
