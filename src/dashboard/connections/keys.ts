// `/dashboard/:publication/keys`: API keys (service.md, Authentication 1; decisions 38). A key is shown once, in the answer
// to the form that makes it; a second click shows the same key again.
import type { FastifyReply } from 'fastify';
import { dataApiOperations } from '../../../generated/router.ts';
import { InvalidValue } from '../../models/errors.ts';
import {
  API_KEY_SCOPES,
  apiKeyTitle,
  createApiKey,
  listApiKeys,
  parseApiKeyScope,
  revokeApiKey,
  type ApiKey,
} from '../../models/publication/api-key.ts';
import type { Service } from '../../service.ts';
import { fieldOf, fieldsOf, FRESH, keptOf, type FormState } from '../../site/form.ts';
import { formatMoment } from '../../views/formats.ts';
import { runAct, toFault } from '../act.ts';
import { goTo, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';

interface KeyOnPage {
  readonly id: string;
  /** Empty for a key without a name. */
  readonly name: string;
  readonly hint: string;
  readonly scope: string;
  readonly created: string;
  /** Empty where nobody noted it. */
  readonly createdBy: string;
  readonly lastUsed: string;
  /** Empty for a valid key. */
  readonly revoked: string;
}

export const KEY_FIELDS = { name: 'name', scope: 'scope' } as const;
type Typed = Readonly<Record<keyof typeof KEY_FIELDS, string>>;
const BLANK: Typed = { name: '', scope: 'full' };

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/connections/keys': DashboardData &
      Typed & {
        /** The valid ones first. */
        readonly keys: readonly KeyOnPage[];
        readonly scopes: readonly { readonly value: string; readonly text: string; readonly may: string }[];
        /** The key that was just made; empty for none. */
        readonly newKey: string;
        /** A request with that key, to paste into a terminal. */
        readonly curl: string;
      };
  }
}

export function showKeys(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, { typed: keptOf(visit.query, KEY_FIELDS) ?? BLANK });
}

export async function createKey(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { session, form, language, request } = visit;
  const { publication } = session;
  const typed = fieldsOf(form, KEY_FIELDS);
  try {
    const newKey = await runAct(service, visit, async (transaction) => {
      // Our choice: a key has a name here, so that a publisher knows later which program to change.
      if (typed.name.trim() === '') throw new InvalidValue('name', 'name is required');
      const { apiKey, key } = await createApiKey(publication, transaction, service.clock, {
        environment: service.config.environment,
        name: typed.name,
        scope: parseApiKeyScope(typed.scope),
        createdBy: { kind: 'staff', name: session.name ?? session.email },
      });
      service.securityLog.record('api_key_created', { publication, request, record: apiKey.id });
      const act = { name: 'key.create', recordId: apiKey.id, recordName: apiKeyTitle(apiKey) };
      return { result: key, act };
    });
    return await show(service, visit, { typed: BLANK, newKey });
  } catch (error) {
    return show(service, visit, { typed, state: toFault(language, error) });
  }
}

export async function revokeKey(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const id = fieldOf(visit.form, 'key');
  await runAct(service, visit, async (transaction) => {
    const apiKey = await revokeApiKey(visit.session.publication, transaction, service.clock, id);
    return { result: null, act: { name: 'key.revoke', recordId: id, recordName: apiKeyTitle(apiKey) } };
  });
  const { publication } = visit.session;
  service.securityLog.record('api_key_revoked', { publication, request: visit.request, record: id });
  return goTo(visit, '/keys', 'key-revoked');
}

interface Shown {
  readonly typed: Typed;
  readonly newKey?: string;
  readonly state?: FormState;
}

async function show(
  service: Service,
  visit: Visit,
  { typed, newKey = '', state = FRESH }: Shown,
): Promise<FastifyReply> {
  const { t } = visit.language;
  const all = await listApiKeys(visit.session.publication, service.database);
  const isValid = ({ revokedAt }: ApiKey): boolean => revokedAt === null;
  const keys = [...all.filter(isValid), ...all.filter((key) => !isValid(key))].map((key) => toKeyOnPage(visit, key));
  const scopes = API_KEY_SCOPES.map((value) => ({
    value,
    text: t(`dashboard.keys.scope-${value}`),
    may: t(`dashboard.keys.scope-${value}-may`),
  }));
  const curl = `curl -u ${newKey}: ${service.config.apiUrl}${dataApiOperations.listMembers.path}`;
  return showDashboard(service, visit, 'dashboard/connections/keys', { keys, scopes, newKey, curl, ...typed }, state);
}

function toKeyOnPage({ language, session }: Visit, key: ApiKey): KeyOnPage {
  const { t, tag } = language;
  const moment = (at: number): string => formatMoment(at, tag, session.publication.timeZone);
  const { createdByKind, createdByName, lastUsedAt, revokedAt } = key;
  return {
    id: key.id,
    name: key.name ?? '',
    hint: key.hint,
    scope: t(`dashboard.keys.scope-${key.scope}`),
    created: moment(key.createdAt),
    createdBy:
      createdByKind === 'command_line'
        ? `${createdByName ?? ''} (${t('dashboard.audit.by-command-line')})`
        : (createdByName ?? ''),
    lastUsed: lastUsedAt === null ? t('dashboard.keys.never-used') : moment(lastUsedAt),
    revoked: revokedAt === null ? '' : moment(revokedAt),
  };
}
