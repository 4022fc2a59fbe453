// `/dashboard/:publication/exports`: exports of everything. A worker makes them in the background; an owner fetches them
// as one zip archive for a week.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Conflict } from '../../models/errors.ts';
import {
  getExport,
  listExports,
  readChunks,
  requestExport,
  type KeptExport,
} from '../../models/lifecycle/kept-export.ts';
import type { Service } from '../../service.ts';
import { fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { formatCount, formatMoment } from '../../views/formats.ts';
import { runAct, toFault } from '../act.ts';
import { goTo, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/moving/exports': DashboardData & {
      readonly exports: readonly {
        readonly id: string;
        readonly made: string;
        readonly by: string;
        readonly state: string;
        /** Empty but for an export that can be fetched. */
        readonly size: string;
        readonly until: string;
      }[];
      readonly isUnderWay: boolean;
    };
  }
}

const MEBIBYTE = 1024 * 1024;

export async function showExports(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, FRESH);
}

export async function createExport(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication, name, email } = visit.session;
  try {
    await runAct(service, visit, async (transaction) => {
      const recordId = await requestExport(publication, transaction, service.clock, name ?? email);
      return { result: null, act: { name: 'export.create', recordId } };
    });
  } catch (error) {
    return show(service, visit, toFault(visit.language, error));
  }
  return goTo(visit, '/exports', 'export-begun');
}

export async function downloadExport(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  try {
    const found = await runAct(service, visit, async (transaction) => {
      const result = await getExport(publication, transaction, fieldOf(visit.form, 'export'));
      if (result.state !== 'ready') throw new Conflict('export', 'The export is not ready', 'gone');
      return { result, act: { name: 'export.download', recordId: result.id } };
    });
    const file = `masthead-${new URL(publication.siteUrl).hostname}-${new Date(found.createdAt).toISOString().slice(0, 10)}.zip`;
    const headers = {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${file}"`,
      'content-length': String(found.bytes),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    };
    return visit.reply.headers(headers).send(Readable.from(readChunks(publication, service.database, found)));
  } catch (error) {
    return show(service, visit, toFault(visit.language, error));
  }
}

async function show(service: Service, visit: Visit, state: FormState): Promise<FastifyReply> {
  const exports = await listExports(visit.session.publication, service.database);
  return showDashboard(
    service,
    visit,
    'dashboard/moving/exports',
    {
      exports: exports.map((kept) => toShown(visit, kept)),
      isUnderWay: exports.some((kept) => kept.state === 'waiting' || kept.state === 'running'),
    },
    state,
  );
}

function toShown({ language, session }: Visit, kept: KeptExport) {
  const { t, tag } = language;
  const moment = (at: number): string => formatMoment(at, tag, session.publication.timeZone);
  const { id, state, step, steps, records, bytes } = kept;
  const isReady = state === 'ready';
  return {
    id,
    made: moment(kept.createdAt),
    by: kept.requestedBy,
    // Until it is counted, one that is being made looks like one that waits.
    state: t(`dashboard.exports.state-${state === 'running' && steps === 0 ? 'waiting' : state}`, {
      step: String(step),
      steps: String(steps),
      records: formatCount(records, tag),
    }),
    size: isReady ? t('dashboard.exports.megabytes', { count: formatCount(Math.ceil(bytes / MEBIBYTE), tag) }) : '',
    until: isReady ? moment(kept.expiresAt) : '',
  };
}
