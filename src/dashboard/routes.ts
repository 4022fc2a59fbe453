// The pages of the dashboard as rows: those about the person who is signed in, and those of a publication by what a
// publisher is doing. Each row names the roles that may see it and the roles that may send its form.
import type { FastifyInstance } from 'fastify';
import type { Service } from '../service.ts';
import { errorPagesOf, type AnswerError } from '../site/errors.ts';
import { registerSite } from '../site/pages.ts';
import { redirectTo } from '../views/render.ts';
import { showNewOffer, submitNewOffer } from './catalog/new-offer.ts';
import { showOfferForm, submitOffer } from './catalog/offer-form.ts';
import { archive, showCatalogOffers, unarchive } from './catalog/offers.ts';
import { createKey, revokeKey, showKeys } from './connections/keys.ts';
import { dashboardSiteOf, PUBLICATION_PAGES, STAFF_PAGES } from './dashboard-kind.ts';
import { showAudit } from './getting-in/audit.ts';
import { sendAnotherStaffCode, showStaffCode, submitStaffCode } from './getting-in/code.ts';
import { showFront } from './getting-in/front.ts';
import { showInvitation, submitInvitation } from './getting-in/invitation.ts';
import { showSignInLink, submitSignInLink } from './getting-in/link.ts';
import {
  endListedStaffSession,
  endOtherSessions,
  renamePerson,
  showPerson,
  signOutStaff,
} from './getting-in/person.ts';
import { requestProof, showProve } from './getting-in/prove.ts';
import { requestSignIn, showStaffSignIn } from './getting-in/sign-in.ts';
import { changeStaffRole, invite, removeStaff, revoke, showStaff } from './getting-in/staff.ts';
import { EDITORS, EVERYBODY, OWNERS } from './navigation.ts';
import { showOverview } from './overview.ts';
import type { Page, StaffPage } from './visit.ts';

const STAFF = ['staff'] as const;

export const STAFF_ROUTES: readonly StaffPage[] = [
  { path: '/dashboard', roles: STAFF, show: showFront },
  {
    path: '/dashboard/sign-in',
    show: showStaffSignIn,
    form: { holder: 'browser', submit: requestSignIn, startAgain: '/dashboard/sign-in' },
  },
  {
    path: '/dashboard/code/:id',
    show: showStaffCode,
    form: { holder: 'browser', submit: submitStaffCode, startAgain: '/dashboard/sign-in' },
  },
  {
    path: '/dashboard/code/:id/another',
    form: { holder: 'browser', submit: sendAnotherStaffCode, startAgain: '/dashboard/sign-in' },
  },
  {
    path: '/dashboard/link/:token',
    show: showSignInLink,
    form: { holder: 'browser', submit: submitSignInLink, startAgain: '/dashboard/sign-in' },
  },
  {
    path: '/dashboard/invitations/:token',
    show: showInvitation,
    form: { holder: 'browser', submit: submitInvitation, startAgain: '/dashboard/sign-in' },
  },
  {
    path: '/dashboard/prove',
    roles: STAFF,
    show: showProve,
    form: { holder: 'session', submit: requestProof, startAgain: '/dashboard' },
  },
  {
    path: '/dashboard/person',
    roles: STAFF,
    show: showPerson,
    form: { holder: 'session', submit: renamePerson, startAgain: '/dashboard/person' },
  },
  {
    path: '/dashboard/person/sessions/:id/end',
    form: { holder: 'session', submit: endListedStaffSession, startAgain: '/dashboard/person' },
  },
  {
    path: '/dashboard/person/sessions/end-others',
    form: { holder: 'session', submit: endOtherSessions, startAgain: '/dashboard/person' },
  },
  { path: '/dashboard/sign-out', form: { holder: 'session', submit: signOutStaff, startAgain: '/dashboard/sign-in' } },
];

const ROOT = '/dashboard/:publication';

export const PUBLICATION_ROUTES: readonly Page[] = [
  { path: ROOT, roles: EVERYBODY, show: showOverview },
  { path: `${ROOT}/offers`, roles: EVERYBODY, show: showCatalogOffers },
  {
    path: `${ROOT}/offers/archive`,
    form: { holder: 'session', roles: EDITORS, submit: archive, startAgain: `${ROOT}/offers` },
  },
  {
    path: `${ROOT}/offers/unarchive`,
    form: { holder: 'session', roles: EDITORS, submit: unarchive, startAgain: `${ROOT}/offers` },
  },
  {
    path: `${ROOT}/new-offer`,
    roles: EDITORS,
    show: showNewOffer,
    form: { holder: 'session', roles: EDITORS, submit: submitNewOffer, startAgain: `${ROOT}/new-offer` },
  },
  {
    path: `${ROOT}/offers/:offer`,
    roles: EDITORS,
    show: showOfferForm,
    form: { holder: 'session', roles: EDITORS, submit: submitOffer, startAgain: `${ROOT}/offers` },
  },
  {
    path: `${ROOT}/keys`,
    roles: OWNERS,
    show: showKeys,
    form: { holder: 'session', roles: OWNERS, isSensitive: true, submit: createKey, startAgain: `${ROOT}/keys` },
  },
  {
    path: `${ROOT}/keys/revoke`,
    form: { holder: 'session', roles: OWNERS, isSensitive: true, submit: revokeKey, startAgain: `${ROOT}/keys` },
  },
  {
    path: `${ROOT}/staff`,
    roles: EVERYBODY,
    show: showStaff,
    form: { holder: 'session', roles: OWNERS, isSensitive: true, submit: invite, startAgain: `${ROOT}/staff` },
  },
  {
    path: `${ROOT}/staff/role`,
    form: { holder: 'session', roles: OWNERS, isSensitive: true, submit: changeStaffRole, startAgain: `${ROOT}/staff` },
  },
  {
    path: `${ROOT}/staff/remove`,
    form: { holder: 'session', roles: OWNERS, isSensitive: true, submit: removeStaff, startAgain: `${ROOT}/staff` },
  },
  {
    path: `${ROOT}/invitations/revoke`,
    form: { holder: 'session', roles: OWNERS, isSensitive: true, submit: revoke, startAgain: `${ROOT}/staff` },
  },
  { path: `${ROOT}/audit`, roles: OWNERS, show: showAudit },
];

export async function registerDashboard(app: FastifyInstance, service: Service): Promise<void> {
  await registerSite(app, service, STAFF_PAGES, STAFF_ROUTES);
  await registerSite(app, service, PUBLICATION_PAGES, PUBLICATION_ROUTES);
}

/** On a host of its own, the dashboard is also at the root. */
export function registerDashboardRoot(app: FastifyInstance, service: Service): void {
  const site = dashboardSiteOf(service);
  if (site !== undefined) app.get('/', (_request, reply) => redirectTo(reply, site, site.home));
}

export function dashboardErrorPages(service: Service): AnswerError {
  return errorPagesOf(service, STAFF_PAGES);
}
