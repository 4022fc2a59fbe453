// `/dashboard/:publication/keys`: API keys (service.md, Authentication 1). A key is shown once, in the answer to the form
// that makes it; a second click shows the same key again.
import type { FastifyReply } from 'fastify';
import { createApiKey, listApiKeys, revokeApiKey } from '../../models/publication/api-key.ts';
import type { Service } from '../../service.ts';
import { fieldOf } from '../../site/form.ts';
import { formatMoment } from '../../views/formats.ts';
import { runAct } from '../act.ts';
import { goTo, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/connections/keys': DashboardData & {
      readonly keys: readonly {
        readonly id: string;
        readonly hint: string;
        readonly created: string;
        /** Empty for a valid key. */
        readonly revoked: string;
      }[];
      /** The key that was just made; empty for none. */
      readonly newKey: string;
      /** A request with that key, to paste into a terminal. */
      readonly curl: string;
    };
  }
}

export function showKeys(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, '');
}

export async function createKey(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const key = await runAct(service, visit, async (transaction) => {
    const created = await createApiKey(publication, transaction, service.clock, service.config.environment);
    const { id, hint } = created.apiKey;
    service.securityLog.record('api_key_created', { publication, request: visit.request, record: id });
    return { result: created.key, act: { name: 'key.create', recordId: id, recordName: `…${hint}` } };
  });
  return show(service, visit, key);
}

export async function revokeKey(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const id = fieldOf(visit.form, 'key');
  await runAct(service, visit, async (transaction) => {
    const { hint } = await revokeApiKey(visit.session.publication, transaction, service.clock, id);
    return { result: null, act: { name: 'key.revoke', recordId: id, recordName: `…${hint}` } };
  });
  const { publication } = visit.session;
  service.securityLog.record('api_key_revoked', { publication, request: visit.request, record: id });
  return goTo(visit, '/keys', 'key-revoked');
}

async function show(service: Service, visit: Visit, newKey: string): Promise<FastifyReply> {
  const { tag } = visit.language;
  const keys = (await listApiKeys(visit.session.publication, service.database)).map((key) => ({
    id: key.id,
    hint: key.hint,
    created: formatMoment(key.createdAt, tag, visit.session.publication.timeZone),
    revoked: key.revokedAt === null ? '' : formatMoment(key.revokedAt, tag, visit.session.publication.timeZone),
  }));
  const curl = `curl -u ${newKey}: ${service.config.apiUrl}/2023-04-11/members`;
  return showDashboard(service, visit, 'dashboard/connections/keys', { keys, newKey, curl });
}
