// `/dashboard/:publication/address`: where the publication answers, and how it gets another host: by DNS records that
// prove it to be the publisher's own and lead here. `?check=HOST` asks the DNS.
import type { FastifyReply } from 'fastify';
import { checkServable, siteRulesOf } from '../../deployment.ts';
import { valueOf } from '../../http/bodies/form.ts';
import { bucketOf } from '../../models/ceiling.ts';
import { NotFound } from '../../models/errors.ts';
import { hasAddress } from '../../models/publication/publication.ts';
import { changeAddress, isBelow, parseOwnHost, takeSiteName } from '../../models/publication/site-address.ts';
import {
  askForHost,
  findSiteHost,
  forgetHost,
  listSiteHosts,
  type SiteHost,
} from '../../models/publication/site-host.ts';
import { listOauthApplications } from '../../models/sign-in/oauth-application.ts';
import { checkHost, isHostReady, proofOf, type HostCheck } from '../../names/host-check.ts';
import type { Service } from '../../service.ts';
import { TooManyRequests } from '../../site/errors.ts';
import { fieldOf, FRESH, type FormState } from '../../site/form.ts';
import type { Translate } from '../../views/text.ts';
import { actAndGo, runAct, toFault } from '../act.ts';
import { goTo, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';

interface WaitingHost {
  readonly host: string;
  readonly records: readonly { readonly type: string; readonly name: string; readonly value: string }[];
  /** What the DNS said just now; empty where it was not asked. */
  readonly findings: readonly { readonly text: string; readonly isThere: boolean }[];
  /** Whether the publication may move there as far as was seen. */
  readonly isReady: boolean;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/hosting/address': DashboardData & {
      /** Empty for a publication that answers nowhere. */
      readonly siteUrl: string;
      /** The hosts that it left, and a name of it that it does not use: they lead to its address. */
      readonly others: readonly string[];
      readonly waiting: readonly WaitingHost[];
      /** The websites that know the present address as the issuer of their tokens. */
      readonly applications: readonly { readonly name: string; readonly website: string }[];
      /** What follows a name with us; empty where it has one, or there is none. */
      readonly domain: string;
      readonly host: string;
      readonly label: string;
    };
  }
}

interface Typed {
  readonly host?: string;
  readonly label?: string;
  /** The host that was checked, with what was found. */
  readonly checked?: { readonly host: string; readonly found: HostCheck };
}

export async function showAddress(service: Service, visit: Visit): Promise<FastifyReply> {
  const asked = valueOf(visit.query, 'check');
  if (asked === undefined) return show(service, visit, {}, FRESH);
  const known = await getHost(service, visit, asked);
  return show(service, visit, { checked: { host: known.host, found: await check(service, visit, known) } }, FRESH);
}

export async function addHost(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const host = fieldOf(visit.form, 'host');
  try {
    await runAct(service, visit, async (transaction) => {
      const parsed = parseOwnHost(siteRulesOf(service.config), host);
      checkServable(service.config, parsed);
      await askForHost(publication, transaction, parsed);
      return { result: null, act: { name: 'address.add', recordId: publication.id, recordName: parsed } };
    });
  } catch (error) {
    return show(service, visit, { host }, toFault(visit.language, error));
  }
  return goTo(visit, '/address', 'host-added');
}

export async function removeHost(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const host = fieldOf(visit.form, 'host');
  return actAndGo(service, visit, { path: '/address', done: 'host-removed' }, async (transaction) => {
    await forgetHost(publication, transaction, host);
    return { name: 'address.remove', recordId: publication.id, recordName: host };
  });
}

/** Takes a name below SITES_DOMAIN; a publication that answers nowhere answers there at once. */
export async function takeName(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const label = fieldOf(visit.form, 'label');
  try {
    await runAct(service, visit, async (transaction) => {
      const rules = siteRulesOf(service.config);
      const host = await takeSiteName(publication, transaction, rules, label);
      if (!hasAddress(publication)) await changeAddress(publication, transaction, rules, { host, isProved: false });
      return { result: null, act: { name: 'address.take-name', recordId: publication.id, recordName: host } };
    });
  } catch (error) {
    return show(service, visit, { label }, toFault(visit.language, error));
  }
  return goTo(visit, '/address', 'name-taken');
}

/** Moves the publication. A host of the publisher's own needs its proof anew, each time. */
export async function moveAddress(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const host = fieldOf(visit.form, 'host');
  const found = await checkOwn(service, visit, host);
  if (found !== undefined && !isHostReady(found)) {
    const message = visit.language.t('dashboard.address.unproved');
    return show(service, visit, { checked: { host, found } }, { status: 422, errors: [{ field: 'hosts', message }] });
  }
  try {
    await runAct(service, visit, async (transaction) => {
      const wanted = { host, isProved: found !== undefined };
      await changeAddress(publication, transaction, siteRulesOf(service.config), wanted);
      const recordName = hasAddress(publication) ? `${publication.siteHost} → ${host}` : host;
      return { result: null, act: { name: 'address.change', recordId: publication.id, recordName } };
    });
  } catch (error) {
    return show(service, visit, {}, toFault(visit.language, error));
  }
  service.securityLog.record('address_changed', { publication, request: visit.request });
  return goTo(visit, '/address', 'address-changed');
}

/** What the DNS says of a host of the publisher's own; undefined for any other, and for the present one. */
async function checkOwn(service: Service, visit: Visit, host: string): Promise<HostCheck | undefined> {
  const { publication } = visit.session;
  if (host === publication.siteHost || isBelow(siteRulesOf(service.config), host)) return undefined;
  const known = await findSiteHost(publication, service.database, host);
  if (known === undefined) return undefined;
  checkServable(service.config, host);
  return check(service, visit, known);
}

/** Throws NotFound. */
async function getHost({ database }: Service, { session }: Visit, host: string): Promise<SiteHost> {
  const known = await findSiteHost(session.publication, database, host);
  if (known === undefined) throw new NotFound('No such host');
  return known;
}

/** Throws TooManyRequests. */
async function check(service: Service, { session }: Visit, { host, token }: SiteHost): Promise<HostCheck> {
  const { config, limiter, secretKeys } = service;
  const bucket = bucketOf(secretKeys, 'host-check', session.publication.id);
  const limited = await limiter.take([{ bucket, limit: config.limits.publicationHostChecksPerHour }]);
  if (limited !== undefined) throw new TooManyRequests(limited.resetsIn);
  return checkHost(config, { host, token, target: siteRulesOf(config).target });
}

async function show(service: Service, visit: Visit, typed: Typed, state: FormState): Promise<FastifyReply> {
  const { database, config } = service;
  const { publication } = visit.session;
  const rules = siteRulesOf(config);
  const [hosts, applications] = await Promise.all([
    listSiteHosts(publication, database),
    listOauthApplications(publication, database),
  ]);
  // A form that was sent twice finds the publication where it was moved to.
  const others = hosts.filter(({ host, isHeld }) => isHeld && host !== publication.siteHost).map(({ host }) => host);
  const hasName = hosts.some(({ host, isHeld }) => isHeld && isBelow(rules, host));
  const data = {
    siteUrl: hasAddress(publication) ? publication.siteUrl : '',
    others,
    waiting: hosts
      .filter(({ host, isHeld }) => !isHeld || host === typed.checked?.host)
      .map((one) => toWaiting(one, rules.target, typed, visit.language.t)),
    applications: applications.map(({ name, redirectUri }) => ({ name, website: new URL(redirectUri).origin })),
    domain: rules.domain === undefined || hasName ? '' : `.${rules.domain}${rules.port}`,
    host: typed.host ?? '',
    label: typed.label ?? '',
  };
  return showDashboard(service, visit, 'dashboard/hosting/address', data, state);
}

function toWaiting(known: SiteHost, target: string, { checked }: Typed, t: Translate): WaitingHost {
  const { host } = known;
  const found = checked?.host === host ? checked.found : undefined;
  return {
    host,
    records: [
      { type: 'CNAME', name: host, value: target },
      { type: 'TXT', ...proofOf(known) },
    ],
    findings: found === undefined ? [] : findingsOf(found, host, target, t),
    isReady: found !== undefined && isHostReady(found),
  };
}

function findingsOf(found: HostCheck, host: string, target: string, t: Translate): WaitingHost['findings'] {
  const { proof, route, proofsSeen, addressesSeen } = found;
  return [
    {
      text: t(`dashboard.address.route-${route}`, { host, target, seen: addressesSeen.join(', ') }),
      isThere: route === 'there',
    },
    {
      text: t(`dashboard.address.proof-${proof}`, { name: `_masthead.${host}`, seen: proofsSeen.join(', ') }),
      isThere: proof === 'there',
    },
  ];
}
