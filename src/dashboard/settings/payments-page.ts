// `/dashboard/:publication/payments`: which gateway takes payments, what it says of the account, and the forms that connect
// and disconnect it. All of it is made from what gateways declare (payments/gateway-definition.ts).
import type { FastifyReply } from 'fastify';
import { Conflict } from '../../models/errors.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import { webhookPath, type ConnectionState, type GatewayDefinition } from '../../payments/gateway-definition.ts';
import { CredentialsRefused, GatewayUnavailable } from '../../payments/gateway.ts';
import { findGateway, listGateways, withTimeout } from '../../payments/gateways.ts';
import type { Service } from '../../service.ts';
import { FRESH, type FormState } from '../../site/form.ts';
import type { Language } from '../../views/language.ts';
import { isTextKey } from '../../views/text.ts';
import { showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';

interface ConnectionOnPage {
  readonly action: string;
  readonly isConnected: boolean;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** Why the state is not known; empty where it is. */
  readonly trouble: string;
  /** What to do, in order. */
  readonly steps: readonly string[];
  readonly endpoint: string;
  readonly events: string;
  readonly fields: readonly { readonly name: string; readonly label: string; readonly hint: string }[];
}

interface GatewayOnPage {
  readonly name: string;
  readonly about: string;
  readonly isCollecting: boolean;
  /** Undefined for a gateway that needs no connection. */
  readonly connection: ConnectionOnPage | undefined;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/settings/payments': DashboardData & { readonly gateways: readonly GatewayOnPage[] };
  }
}

export function showPayments(service: Service, visit: Visit): Promise<FastifyReply> {
  return showPaymentsPage(service, visit, FRESH);
}

export async function showPaymentsPage(service: Service, visit: Visit, state: FormState): Promise<FastifyReply> {
  const { publication } = visit.session;
  const collecting = await findGateway(service, publication);
  const gateways = await Promise.all(
    listGateways(service).map(async (gateway) => ({
      name: gatewayText(visit.language, gateway, 'name'),
      about: gatewayText(visit.language, gateway, 'about'),
      isCollecting: gateway.name === collecting?.name,
      connection: await toConnection(service, visit, gateway),
    })),
  );
  return showDashboard(service, visit, 'dashboard/settings/payments', { gateways }, state);
}

/** A text about the gateway; empty where there is none. */
export function gatewayText(
  { t }: Language,
  { name }: Pick<GatewayDefinition, 'name'>,
  what: string,
  values: Readonly<Record<string, string>> = {},
): string {
  const key = `dashboard.gateway.${name}.${what}`;
  return isTextKey(key) ? t(key, values) : '';
}

type Asked = { readonly isConnected: boolean } & (
  | { readonly state: ConnectionState | undefined; readonly error?: undefined }
  | { readonly state?: undefined; readonly error: GatewayUnavailable | Conflict }
);

async function toConnection(
  service: Service,
  visit: Visit,
  gateway: GatewayDefinition,
): Promise<ConnectionOnPage | undefined> {
  const { connection, name } = gateway;
  if (connection === undefined) return undefined;
  const { language, session, publicationId } = visit;
  const asked = await ask(service, session.publication, gateway);
  const mode = service.config.environment === 'production' ? 'live' : 'test';
  const keep = asked.isConnected && asked.state?.isOwnKey !== false ? language.t('dashboard.payments.keep-hint') : '';
  return {
    action: `/dashboard/${publicationId}/payments/${name}`,
    isConnected: asked.isConnected,
    facts: asked.state === undefined ? [] : toFacts(language, gateway, asked.state),
    trouble: asked.error === undefined ? '' : toTrouble(language, gateway, asked.error),
    steps: gatewayText(language, gateway, 'steps').split('\n'),
    endpoint: session.publication.siteUrl + webhookPath(name),
    events: connection.webhookEvents.join('\n'),
    fields: connection.fields.map((field) => ({
      name: field,
      label: gatewayText(language, gateway, field),
      hint: [gatewayText(language, gateway, `${field}-hint`, { mode }), keep].filter((text) => text !== '').join('. '),
    })),
  };
}

/** Asks the gateway. One that does not answer keeps nobody from the page. */
async function ask(
  service: Service,
  publication: PublicationRow,
  { isConnected, connection }: GatewayDefinition,
): Promise<Asked> {
  if (connection === undefined || !(await isConnected(publication, service.database)))
    return { isConnected: false, state: undefined };
  try {
    return { isConnected: true, state: await withTimeout(connection.read(service, publication)) };
  } catch (error) {
    if (!(error instanceof GatewayUnavailable || error instanceof Conflict)) throw error;
    return { isConnected: true, error };
  }
}

function toTrouble(language: Language, gateway: GatewayDefinition, error: GatewayUnavailable | Conflict): string {
  const named = { gateway: gatewayText(language, gateway, 'name') };
  // It is connected by the operator's key, which is not set.
  if (error instanceof Conflict) return language.t('dashboard.payments.state-no-key', named);
  return error instanceof CredentialsRefused
    ? language.t('dashboard.payments.state-refused', named)
    : language.t('dashboard.payments.state-down', named);
}

function toFacts(
  language: Language,
  gateway: GatewayDefinition,
  { account, country, canCharge, isOwnKey }: ConnectionState,
): ConnectionOnPage['facts'] {
  const { t, tag } = language;
  const named = { gateway: gatewayText(language, gateway, 'name') };
  const state = [
    canCharge ? t('dashboard.payments.can-charge') : t('dashboard.payments.cannot-charge', named),
    ...(isOwnKey ? [] : [t('dashboard.payments.by-operator')]),
  ];
  const countries = new Intl.DisplayNames(tag, { type: 'region' });
  return [
    { label: t('dashboard.payments.account'), value: account },
    ...(country === null ? [] : [{ label: t('dashboard.payments.country'), value: countries.of(country) ?? country }]),
    { label: t('dashboard.payments.state'), value: state.join(' ') },
  ];
}
