// `/dashboard/:publication/undeliverable`: the readers to whom nothing is sent any more, since mails to them bounced or
// they complained, the newest first.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { listDeadAddresses } from '../../models/outbox/mail-problem.ts';
import { CustomerRecord } from '../../models/people/customer-record.ts';
import type { Service } from '../../service.ts';
import { formatDayIn } from '../../views/formats.ts';
import { toPosition } from '../paging.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';

interface Undeliverable {
  readonly href: string;
  /** The address, else the id. */
  readonly name: string;
  readonly reason: string;
  readonly since: string;
  readonly answer: string;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/people/undeliverable': DashboardData & {
      readonly addresses: readonly Undeliverable[];
      /** Empty on the last page. */
      readonly next: string;
    };
  }
}

const SHOWN = 50;

export async function showUndeliverable(service: Service, visit: Visit): Promise<FastifyReply> {
  const { session, language, query } = visit;
  const { publication } = session;
  const page = toPosition(valueOf(query, 'page'));
  const found = await listDeadAddresses(publication, service.database, { limit: SHOWN, page });
  const ids = found.objects.map(({ customerId }) => customerId);
  const people = await CustomerRecord.in(publication, service.database).select('id', 'email').whereIn('id', ids);
  const emails = new Map(people.map(({ id, email }) => [id, email]));
  const addresses = found.objects.map(({ customerId, kind, since, answer }) => ({
    href: pathOf(visit, `/people/${customerId}`),
    name: emails.get(customerId) ?? customerId,
    reason: language.t(`dashboard.undeliverable.${kind}`),
    since: formatDayIn(since, language.tag, publication.timeZone),
    answer: answer ?? '',
  }));
  const next = found.nextPage === null ? '' : pathOf(visit, `/undeliverable?page=${found.nextPage}`);
  return showDashboard(service, visit, 'dashboard/people/undeliverable', { addresses, next });
}
