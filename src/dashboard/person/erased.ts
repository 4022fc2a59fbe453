// The page of an erased person: what is kept for the books, without a name (src/models/lifecycle/erasure.ts).
import type { FastifyReply } from 'fastify';
import { listSubscriptionsOf } from '../../models/money/subscription-record.ts';
import type { Service } from '../../service.ts';
import { formatMoment } from '../../views/formats.ts';
import { showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';
import { toEnded } from './having.ts';
import type { PersonRow } from './part.ts';
import { readPayments } from './payments.ts';
import { readTimeLine } from './time-line.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    /** A person of whom the id and what was paid are left. */
    'dashboard/person/erased': DashboardData & {
      readonly id: string;
      readonly erased: string;
      readonly subscriptions: readonly { readonly plan: string; readonly span: string }[];
      readonly payments: Parts['person/payments'];
      readonly timeLine: Parts['person/time-line'];
    };
  }
}

export async function showErased(service: Service, visit: Visit, person: PersonRow): Promise<FastifyReply> {
  const { session, language } = visit;
  const { publication } = session;
  const [subscriptions, payments, timeLine] = await Promise.all([
    listSubscriptionsOf(publication, service.database, person.id),
    readPayments(service, visit, person),
    readTimeLine(service, visit, person),
  ]);
  return showDashboard(service, visit, 'dashboard/person/erased', {
    id: person.id,
    erased: formatMoment(person.goneAt ?? 0, language.tag, publication.timeZone),
    subscriptions: subscriptions.map((subscription) => toEnded(subscription, language)),
    // Their receipts name nobody, and have no page.
    payments: {
      ...payments,
      payments: payments.payments.map((payment) => ({ ...payment, receiptHref: '', refundHref: '' })),
    },
    timeLine: { ...timeLine, items: timeLine.items.map((item) => ({ ...item, href: '' })) },
  });
}
