// The dashboard as two kinds of site on one host: pages of a staff member, and pages of one of their publications, whose
// id is in the path. Somebody without a role there gets the same answer as for a publication that does not exist.
import { enterEverywhere, enterPublication, inPublication } from '../database/scope.ts';
import { NotFound } from '../models/errors.ts';
import { HOUSE_NAME } from '../models/publication/house.ts';
import { DASHBOARD_LANGUAGES, writeLanguages } from '../models/publication/languages.ts';
import { DEFAULT_LOOK } from '../models/publication/look.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import { findMembership, type Role } from '../models/staff/role.ts';
import { isProofFresh, type StaffSession } from '../models/staff/staff-session.ts';
import type { Service } from '../service.ts';
import { pathWith } from '../site/destinations.ts';
import type { Place, PlaceRequest, Site, SiteKind } from '../site/site.ts';
import { LinkOver } from './link-over.ts';
import { isOperator } from './operator.ts';
import type { Previews } from './previews.ts';
import { findStaffSessionOf, STAFF_COOKIES } from './staff-cookie.ts';

export interface PublicationPlace extends Place {
  /** From the path; whether it exists and the visitor has a role there, the session says. */
  readonly publicationId: string;
  readonly previews: Previews;
}

/** The session of somebody with a role in the publication of the path. */
export interface PublicationSession extends StaffSession {
  readonly role: Role;
  readonly publication: PublicationRow;
}

export const SIGN_IN_PATH = '/dashboard/sign-in';

/** Undefined where the configuration has no dashboard. */
export function dashboardSiteOf({ config }: Pick<Service, 'config'>): Site | undefined {
  if (config.dashboardUrl === undefined) return undefined;
  return {
    ...DEFAULT_LOOK,
    font: 'system',
    radius: 6,
    id: 'dashboard',
    name: HOUSE_NAME,
    siteUrl: config.dashboardUrl,
    locale: 'en',
    languages: writeLanguages(DASHBOARD_LANGUAGES),
    timeZone: 'UTC',
    extraAssets: 'dashboard',
    home: '/dashboard',
    navigation: [],
    cookies: STAFF_COOKIES,
  };
}

const SHARED = {
  signInPath: (target: string) => pathWith(SIGN_IN_PATH, { return_to: target === '/dashboard' ? '' : target }),
  proofPath: ({ clock }: Pick<Service, 'clock'>, session: StaffSession, target: string) =>
    isProofFresh(session, clock) ? undefined : pathWith('/dashboard/prove', { return_to: target }),
  errors: [
    {
      of: LinkOver,
      status: 410,
      heading: 'dashboard.link-over.heading',
      paragraphs: ['dashboard.link-over.reason', 'dashboard.link-over.advice'],
      link: 'dashboard.sign-in.heading',
    },
  ] as const,
};

/** Everybody with a session has the same role on the pages about themselves, which are about all their publications. */
export const STAFF_PAGES: SiteKind<Place, StaffSession, 'staff'> = {
  ...SHARED,
  findPlace: async (service) => {
    enterEverywhere();
    const site = dashboardSiteOf(service);
    return site && { site };
  },
  findSession: (service, { site }, request) => findStaffSessionOf(service, site, request),
  roleOf: () => 'staff',
};

/** The pages of whoever operates the deployment. To everybody else with a session they are pages that do not exist. */
export const OPERATOR_PAGES: SiteKind<Place, StaffSession, 'operator'> = {
  ...SHARED,
  findPlace: STAFF_PAGES.findPlace,
  findSession: async (service, at, request) => {
    const session = await STAFF_PAGES.findSession(service, at, request);
    if (session !== undefined && !isOperator(service.config, session)) throw new NotFound('No such page');
    return session;
  },
  roleOf: () => 'operator',
};

/** @param previews the hosted pages that are shown in a frame */
export function publicationPages(previews: Previews): SiteKind<PublicationPlace, PublicationSession, Role> {
  return {
    ...SHARED,
    findPlace: async (service, { params }: PlaceRequest) => {
      const site = dashboardSiteOf(service);
      return site && { site, publicationId: publicationIdOf(params), previews };
    },
    findSession: async (service, { site, publicationId }, request) => {
      const session = await findStaffSessionOf(service, site, request);
      if (session === undefined) return undefined;
      const named = { id: publicationId };
      const membership = await inPublication(named, () => findMembership(named, service.database, session.staffId));
      if (membership === undefined) throw new NotFound('No such publication');
      enterPublication(named);
      return { ...session, ...membership };
    },
    roleOf: ({ role }) => role,
  };
}

function publicationIdOf(params: unknown): string {
  const { publication = '' } = params as { publication?: string };
  return publication;
}
