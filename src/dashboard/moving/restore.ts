// `/dashboard/:publication/restore`: brings an export back into an empty publication (docs/export-format.md). It is uploaded,
// checked, shown, and imported in the background; new secrets are made at the end, for the owner who asks for them.
import type { FastifyReply } from 'fastify';
import type { Transaction } from '../../database/connection.ts';
import { Conflict } from '../../models/errors.ts';
import type { NewSecret } from '../../models/lifecycle/moving/fresh.ts';
import { listContent } from '../../models/lifecycle/moving/import-state.ts';
import {
  continueRestore,
  discardRestore,
  findRestore,
  finishRestore,
  requestRestore,
  startRestore,
  type Restore,
  type RestoreState,
} from '../../models/lifecycle/moving/restore.ts';
import type { Tenant } from '../../models/record.ts';
import { importPrograms, type ProgramRows } from '../../moving/import-export.ts';
import type { Service } from '../../service.ts';
import { faulty, FRESH, type FormState } from '../../site/form.ts';
import { formatCount, formatMoment } from '../../views/formats.ts';
import { actAndGo, formIdOf, runAct, toFault } from '../act.ts';
import { goTo, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { discard, KEPT } from './kept.ts';
import { countsOf, placesOf, restoreFaultText, type FaultOnPage } from './restore-texts.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/moving/restore': DashboardData & {
      readonly step: RestoreState | 'none';
      readonly state: string;
      readonly isBusy: boolean;
      readonly done: number;
      readonly total: number;
      readonly progress: string;
      /** What is in the way of another export. */
      readonly inTheWay: readonly { readonly text: string; readonly href: string }[];
      /** What the export is; empty until it is read. */
      readonly from: string;
      readonly counts: readonly { readonly label: string; readonly count: string }[];
      readonly faults: readonly FaultOnPage[];
      readonly secrets: readonly {
        readonly kind: string;
        readonly name: string;
        /** Empty for what is no application. */
        readonly clientId: string;
        readonly secret: string;
      }[];
    };
  }
}

export const ARCHIVE_FIELD = 'archive';
/** Our choice: the export of a few million people. */
const ARCHIVE_BYTES_MAX = 512 * 1024 * 1024;
/** Our choice: half an hour, in which that much arrives by some 2.5 Mbit/s. */
const ARCHIVE_MILLISECONDS = 1_800_000;

export const ARCHIVE_UPLOAD = { bytes: ARCHIVE_BYTES_MAX, milliseconds: ARCHIVE_MILLISECONDS, ...KEPT };

type Secrets = readonly NewSecret[];

export function showRestore(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, FRESH);
}

export async function uploadArchive(service: Service, visit: FormVisit): Promise<FastifyReply> {
  formIdOf(visit);
  const { publication, name, email } = visit.session;
  const { t } = visit.language;
  const upload = visit.kept[ARCHIVE_FIELD];
  if (upload === undefined || upload === 'too large') {
    const message = t(upload === undefined ? 'dashboard.restore.no-file' : 'dashboard.restore.too-large');
    return show(service, visit, faulty([{ field: ARCHIVE_FIELD, message }]));
  }
  try {
    const taken = await runAct(service, visit, async (transaction) => {
      await requestRestore(publication, transaction, service.clock, { upload, requestedBy: name ?? email });
      return { result: upload.id, act: { name: 'restore.create', recordId: publication.id } };
    });
    // The form was sent before, and the first file is the one that is checked.
    if (taken !== upload.id) await discard(service, visit, upload);
  } catch (error) {
    await discard(service, visit, upload);
    return show(service, visit, toFault(visit.language, error));
  }
  return goTo(visit, '/restore');
}

type Step = (publication: Tenant, transaction: Transaction) => Promise<void>;

/** Returns the handler of a form that takes the restore a step further. */
function stepOf(step: Step, name: string, done: string) {
  return async (service: Service, visit: FormVisit): Promise<FastifyReply> => {
    const { publication } = visit.session;
    try {
      return await actAndGo(service, visit, { path: '/restore', done }, async (transaction) => {
        await step(publication, transaction);
        return { name, recordId: publication.id };
      });
    } catch (error) {
      return show(service, visit, toFault(visit.language, error));
    }
  };
}

export const beginRestore = stepOf(startRestore, 'restore.start', 'restore-started');
export const goOnWithRestore = stepOf(continueRestore, 'restore.continue', 'restore-started');
export const forgetRestore = stepOf(discardRestore, 'restore.discard', 'restore-discarded');

/**
 * Our choice: programs are imported in the request that shows their new secrets, so that these are kept nowhere; by any owner,
 * since each of them may make new ones.
 */
export async function showSecrets(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { config, clock, secretKeys, securityLog } = service;
  const { session, request } = visit;
  const { publication } = session;
  try {
    const secrets: Secrets = await runAct(service, visit, async (transaction) => {
      // Written by the worker, from an export that was checked.
      const programs = JSON.parse(await finishRestore(publication, transaction, clock)) as ProgramRows[];
      const result = await importPrograms({ config, clock, secretKeys, publication }, transaction, programs);
      for (const { kind, id } of result)
        if (kind === 'key') securityLog.record('api_key_created', { publication, request, record: id });
        else if (kind === 'application')
          securityLog.record('client_secret_added', { publication, request, record: id });
      return { result, act: { name: 'restore.finish', recordId: publication.id } };
    });
    return await show(service, visit, FRESH, secrets);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return show(service, visit, toFault(visit.language, error));
  }
}

async function show(service: Service, visit: Visit, state: FormState, secrets: Secrets = []): Promise<FastifyReply> {
  const { language, session } = visit;
  const { t, tag } = language;
  const { publication } = session;
  const found = await findRestore(publication, service.database);
  const isOpen = found === undefined || found.state === 'faulty' || found.state === 'checked';
  const content = isOpen ? await listContent(publication, service.database) : [];
  const count = (records: number): string => formatCount(records, tag);
  const data = {
    step: found?.state ?? ('none' as const),
    state: found === undefined ? '' : stateText(visit, found),
    isBusy: found?.state === 'checking' || found?.state === 'running',
    done: found?.records ?? 0,
    total: found?.total ?? 0,
    progress: t('dashboard.restore.progress', { done: count(found?.records ?? 0), total: count(found?.total ?? 0) }),
    inTheWay: placesOf(language, content, `/dashboard/${visit.publicationId}`),
    from: fromText(visit, found),
    counts: countsOf(language, found?.holds?.records ?? {}),
    faults: (found?.faults ?? []).map((fault) => restoreFaultText(language, fault)),
    secrets: secrets.map(({ kind, name, clientId, secret }) => ({
      kind: t(`dashboard.restore.kind.${kind}`),
      name,
      clientId: clientId ?? '',
      secret,
    })),
  };
  return showDashboard(service, visit, 'dashboard/moving/restore', data, state);
}

function stateText({ language, session }: Visit, { state, requestedBy, endedAt, createdAt }: Restore): string {
  const at = formatMoment(endedAt ?? createdAt, language.tag, session.publication.timeZone);
  return language.t(`dashboard.restore.state.${state}`, { at, by: requestedBy });
}

function fromText({ language, session }: Visit, found: Restore | undefined): string {
  if (found === undefined || found.holds === null) return '';
  const { name, siteUrl, asOf } = found.holds;
  const at = Date.parse(asOf);
  const time = Number.isNaN(at) ? asOf : formatMoment(at, language.tag, session.publication.timeZone);
  return language.t('dashboard.restore.from', { name, site: siteUrl, time });
}
