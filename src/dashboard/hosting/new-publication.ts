// `/dashboard/new-publication`, where SIGN_UPS is on: opens a publication, whose owner the person becomes. It answers at a
// name below SITES_DOMAIN at once, and at a host of the publisher's own as soon as that is proved.
import type { FastifyReply } from 'fastify';
import type { Transaction } from '../../database/connection.ts';
import { checkServable, siteRulesOf } from '../../deployment.ts';
import { bucketOf, takeFrom, type Ceiling } from '../../models/ceiling.ts';
import { Conflict, InvalidValue, NotFound } from '../../models/errors.ts';
import { createPublication, type Publication } from '../../models/publication/publication.ts';
import { changeAddress, parseOwnHost, takeSiteName } from '../../models/publication/site-address.ts';
import { askForHost } from '../../models/publication/site-host.ts';
import { addRole, listMemberships } from '../../models/staff/role.ts';
import { countedNetworkOf } from '../../security/network.ts';
import type { Service } from '../../service.ts';
import { fieldsOf, FRESH, type FormState } from '../../site/form.ts';
import { redirectTo } from '../../views/render.ts';
import { runActOf, toFault } from '../act.ts';
import { showStaffPage, type DashboardData } from '../show.ts';
import type { StaffSessionFormVisit, StaffSessionVisit } from '../visit.ts';

/** Our choice: whoever runs more has an operator who opens them by the command line. */
const OWNED_MAX = 20;

const FIELDS = { name: 'name', label: 'label', host: 'host' } as const;
type Typed = Readonly<Record<keyof typeof FIELDS, string>>;

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/hosting/new-publication': DashboardData &
      Typed & {
        /** What follows the name; empty where publishers need a host of their own. */
        readonly domain: string;
      };
  }
}

/** Too many publications were opened. */
class PublicationsLimited extends Error {
  override readonly name = 'PublicationsLimited';
  /** Seconds. */
  readonly resetsIn: number;

  constructor(resetsIn: number) {
    super('too many publications were opened');
    this.resetsIn = resetsIn;
  }
}

export async function showNewPublication(service: Service, visit: StaffSessionVisit): Promise<FastifyReply> {
  checkOpen(service);
  return show(service, visit, { name: '', label: '', host: '' }, FRESH);
}

export async function openPublication(service: Service, visit: StaffSessionFormVisit): Promise<FastifyReply> {
  checkOpen(service);
  const { form, request, reply, session } = visit;
  const { securityLog } = service;
  const typed = fieldsOf(form, FIELDS);
  try {
    const opened = await runActOf(service, visit, async (transaction) => {
      const { id, name } = await open(service, visit, transaction, typed);
      const act = { name: 'publication.create', recordId: id, recordName: name };
      return { result: { id, isWaiting: typed.host.trim() !== '' }, act, publication: { id } };
    });
    securityLog.record('publication_opened', { publication: opened, request, who: session.email });
    return redirectTo(reply, `/dashboard/${opened.id}${opened.isWaiting ? '/address' : ''}`);
  } catch (error) {
    if (!(error instanceof PublicationsLimited)) return show(service, visit, typed, toFault(visit.language, error));
    securityLog.record('publication_limited', { request, who: session.email });
    return show(service, visit, typed, tooMany(visit, error));
  }
}

/** Throws NotFound where publications are opened by the operator alone. */
function checkOpen({ config }: Service): void {
  if (!config.signUps) throw new NotFound('Publications are opened by the operator');
}

/** Throws InvalidValue, Conflict and PublicationsLimited. */
async function open(
  service: Service,
  { session: { staffId }, request, language }: StaffSessionFormVisit,
  transaction: Transaction,
  typed: Typed,
): Promise<Publication> {
  const { config, clock } = service;
  const rules = siteRulesOf(config);
  const [hasLabel, hasHost] = [typed.label.trim() !== '', typed.host.trim() !== ''];
  if (!hasLabel && !hasHost) throw new InvalidValue(rules.domain === undefined ? 'host' : 'label', 'no address');
  const host = hasHost ? parseOwnHost(rules, typed.host) : undefined;
  if (host !== undefined) checkServable(config, host);
  await checkOwned(transaction, staffId);
  // Within the transaction, so that one that is refused is not counted.
  const refusal = await takeFrom(transaction, clock, ceilings(service, staffId, countedNetworkOf(request.ip).near));
  if (refusal !== undefined) throw new PublicationsLimited(refusal.resetsIn);
  const made = await createPublication(transaction, clock, { name: typed.name, locale: language.tag });
  await addRole(made, transaction, clock, { staffId, role: 'owner' });
  if (host !== undefined) await askForHost(made, transaction, host);
  if (!hasLabel) return made;
  const name = await takeSiteName(made, transaction, rules, typed.label);
  return changeAddress(made, transaction, rules, { host: name, isProved: false });
}

/** Throws Conflict. */
async function checkOwned(transaction: Transaction, staffId: string): Promise<void> {
  const owned = (await listMemberships(transaction, staffId)).filter(({ role }) => role === 'owner');
  if (owned.length >= OWNED_MAX) throw new Conflict('publications', `At most ${OWNED_MAX} publications`);
}

function ceilings({ config: { limits }, secretKeys }: Service, staffId: string, network: string): Ceiling[] {
  const of = (name: keyof typeof limits, who: string): Ceiling => ({
    bucket: bucketOf(secretKeys, `publication ${name}`, who),
    limit: limits[name],
  });
  return [
    of('networkPublicationsPerDay', network),
    of('personPublicationsPerDay', staffId),
    { ...of('deploymentPublicationsPerDay', ''), isShared: true },
  ];
}

function tooMany({ language }: StaffSessionVisit, { resetsIn }: PublicationsLimited): FormState {
  const message = language.t('dashboard.new-publication.too-many', { count: Math.ceil(resetsIn / 3600) });
  return { status: 429, errors: [{ field: 'name', message }], headers: { 'retry-after': String(resetsIn) } };
}

function show(
  service: Service,
  visit: StaffSessionVisit,
  typed: Typed,
  { errors, ...state }: FormState,
): Promise<FastifyReply> | FastifyReply {
  const { domain = '', port } = siteRulesOf(service.config);
  // What has no field of its own is shown at the first.
  const shown = errors.map((fault) => (fault.field === 'publications' ? { ...fault, field: 'name' } : fault));
  const data = { ...typed, domain: domain === '' ? '' : `.${domain}${port}` };
  return showStaffPage(service, visit, 'dashboard/hosting/new-publication', data, { ...state, errors: shown });
}
