// `/dashboard/operating`: how the deployment fares, for its operators (docs/watching.md). It counts over all publications and names their hosts; of
// their readers and of what they publish it shows nothing.
import type { FastifyReply } from 'fastify';
import { isUpToDate } from '../../database/migrate.ts';
import { readDatabaseVersion } from '../../database/version.ts';
import { listDrifted } from '../../models/money/reconciliation.ts';
import { listDeadByPublication } from '../../models/outbox/queue-state.ts';
import { hasAddress, HOUSE_ID } from '../../models/publication/publication.ts';
import type { Service } from '../../service.ts';
import { warningsOf } from '../../unwise.ts';
import { formatMoment } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import { toFacts, type Facts } from '../../watching/facts.ts';
import { findProblems } from '../../watching/problems.ts';
import { readState } from '../../watching/state.ts';
import { showStaffPage, type DashboardData } from '../show.ts';
import type { StaffSessionVisit } from '../visit.ts';
import { lengthText, problemText } from './words.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/operating/operating': DashboardData & {
      readonly checked: string;
      readonly problems: readonly string[];
      readonly instances: readonly {
        readonly host: string;
        readonly state: string;
        readonly version: string;
        readonly started: string;
        readonly seen: string;
      }[];
      readonly deliveries: readonly {
        readonly kind: string;
        readonly open: number;
        readonly oldest: string;
        readonly overdue: string;
        readonly dead: number;
      }[];
      readonly dead: readonly { readonly host: string; readonly kind: string; readonly count: number }[];
      readonly drifted: readonly { readonly host: string; readonly night: string }[];
      readonly facts: readonly { readonly name: string; readonly value: string }[];
      /** In English, as the log has them. */
      readonly unwise: readonly string[];
    };
  }
}

export async function showOperating(service: Service, visit: StaffSessionVisit): Promise<FastifyReply> {
  const { database, clock, config } = service;
  const { language } = visit;
  const [state, dead, drifted, version, isCurrent] = await Promise.all([
    readState(database, clock),
    listDeadByPublication(database),
    listDrifted(database, clock),
    readDatabaseVersion(database),
    isUpToDate(database, config.environment).catch(() => false),
  ]);
  const facts = toFacts(state, clock.now());
  const schema = language.t(`dashboard.operating.schema-${isCurrent ? 'current' : 'other'}`, {
    migration: version.migration,
  });
  const product = `${database.dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'} ${version.version}`;
  return showStaffPage(service, visit, 'dashboard/operating/operating', {
    checked: momentOf(language, facts.checked_at),
    problems: findProblems(facts).map((problem) => problemText(language, problem)),
    ...tablesOf(language, facts),
    dead: dead.map((one) => ({ ...one, host: hostText(language, one), kind: kindText(language, one.kind) })),
    drifted: drifted.map((one) => ({ host: hostText(language, one), night: one.night })),
    facts: [...factsOf(language, facts), fact(language, 'database', product), fact(language, 'schema', schema)],
    unwise: warningsOf(config),
  });
}

function tablesOf(language: Language, { instances, deliveries }: Facts) {
  return {
    instances: instances.map(({ host, state, version, started_at: started, seen_at: seen }) => ({
      host,
      state: language.t(`dashboard.operating.${state}`),
      version,
      started: momentOf(language, started),
      seen: momentOf(language, seen),
    })),
    deliveries: deliveries.map(({ kind, open, oldest_seconds: oldest, overdue_seconds: overdue, dead }) => ({
      kind: kindText(language, kind),
      open,
      oldest: open === 0 ? '–' : lengthText(language, oldest),
      overdue: overdue === 0 ? '–' : lengthText(language, overdue),
      dead,
    })),
  };
}

function factsOf(language: Language, facts: Facts): { name: string; value: string }[] {
  const { event_log: log, payments, reconciliations, last_backup_at: backup } = facts;
  const waits = (count: number, seconds: number): string =>
    count === 0
      ? language.t('dashboard.operating.none-waits')
      : language.t('dashboard.operating.waits', { count, time: lengthText(language, seconds) });
  return [
    fact(language, 'events', waits(log.pending, log.lag_seconds)),
    fact(language, 'webhooks', waits(payments.webhooks_open, payments.webhooks_overdue_seconds)),
    fact(language, 'past-due', String(payments.past_due)),
    fact(language, 'reconciliations', language.t('dashboard.operating.compared', reconciliations)),
    fact(language, 'backup', backup === null ? language.t('dashboard.operating.never') : momentOf(language, backup)),
  ];
}

type Fact = 'events' | 'webhooks' | 'past-due' | 'reconciliations' | 'backup' | 'database' | 'schema';

function fact({ t }: Language, name: Fact, value: string): { name: string; value: string } {
  return { name: t(`dashboard.operating.${name}`), value };
}

function kindText({ t }: Language, kind: Facts['deliveries'][number]['kind']): string {
  return t(`dashboard.operating.kind-${kind}`);
}

function hostText({ t }: Language, { id, siteHost }: { readonly id: string; readonly siteHost: string }): string {
  if (id === HOUSE_ID) return t('dashboard.operating.house');
  return hasAddress({ siteHost }) ? siteHost : id;
}

function momentOf({ tag }: Language, time: string): string {
  return formatMoment(Date.parse(time), tag, 'UTC');
}
