// `/dashboard/:publication/audit`: the audit log, newest first, filtered by kind of act, by who, or by record.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/form.ts';
import type { Actor } from '../../models/act.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import { listAuditEntries, type AuditEntry } from '../../models/staff/audit-entry.ts';
import type { Service } from '../../service.ts';
import { pathWith } from '../../site/destinations.ts';
import { formatMoment } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import { isTextKey, type TextKey } from '../../views/text.ts';
import { toPosition } from '../paging.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/getting-in/audit': DashboardData & {
      readonly entries: readonly {
        readonly when: string;
        readonly who: string;
        readonly by: string;
        readonly act: string;
        readonly record: string;
        readonly network: string;
      }[];
      readonly act: string;
      readonly record: string;
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
  const { query, session, language } = visit;
  const [act = '', record = ''] = [valueOf(query, 'act')?.trim(), valueOf(query, 'record')?.trim()];
  const { objects, nextPage } = await listAuditEntries(session.publication, service.database, {
    limit: ENTRIES_SHOWN,
    page: toPosition(valueOf(query, 'page')),
    act: act || undefined,
    record: record || undefined,
  });
  const next = nextPage === null ? '' : pathWith(pathOf(visit, '/audit'), { act, record, page: nextPage });
  return showDashboard(service, visit, 'dashboard/getting-in/audit', {
    entries: objects.map((entry) => toRow(language, session.publication, entry)),
    act,
    record,
    isFiltered: act !== '' || record !== '',
    next,
  });
}

function toRow({ t, tag }: Language, { timeZone }: PublicationRow, entry: AuditEntry) {
  const key = `dashboard.act.${entry.act}`;
  return {
    when: formatMoment(entry.createdAt, tag, timeZone),
    who: entry.actorName,
    by: t(BY[entry.actorKind]),
    act: isTextKey(key) ? t(key) : entry.act,
    record: [entry.recordName, entry.recordId].filter((part) => part !== null).join(' · '),
    network: entry.network ?? '',
  };
}
