// The role matrix and the tenancy matrix of the dashboard: each page and each form against every role, somebody of another
// publication, and a visitor (decisions 37). Both are made from the routes; a route without a row fails.
import { beforeAll, expect, test } from 'vitest';
import { PUBLICATION_ROUTES, STAFF_ROUTES } from '../../src/dashboard/routes.ts';
import { ROLES, type Role } from '../../src/models/staff/role.ts';
import type { Browser } from '../support/browser/browser.ts';
import { givenSite, type TestSite } from '../support/publications/site.ts';
import { DASHBOARD, newStaffBrowser, signedInStaff } from '../support/publications/staff.ts';
import { useService } from '../support/service/service.ts';

const service = useService(DASHBOARD);
const ALL: readonly Role[] = ROLES;
const EDITORS: readonly Role[] = ['owner', 'editor'];
const OWNER: readonly Role[] = ['owner'];

interface Row {
  /** Who sees the page. */
  readonly see?: readonly Role[];
  /** Who may send its form. */
  readonly send?: readonly Role[];
}

/** By the path after the publication's. */
const ROWS: Readonly<Record<string, Row>> = {
  '': { see: ALL },
  '/offers': { see: ALL },
  '/offers/archive': { send: EDITORS },
  '/offers/unarchive': { send: EDITORS },
  '/new-offer': { see: EDITORS, send: EDITORS },
  '/offers/:offer': { see: EDITORS, send: EDITORS },
  '/keys': { see: OWNER, send: OWNER },
  '/keys/revoke': { send: OWNER },
  '/staff': { see: ALL, send: OWNER },
  '/staff/role': { send: OWNER },
  '/staff/remove': { send: OWNER },
  '/invitations/revoke': { send: OWNER },
  '/audit': { see: OWNER },
};

/** Acts that concern access or money, which ask for a fresh proof. */
const SENSITIVE: ReadonlySet<string> = new Set([
  '/keys',
  '/keys/revoke',
  '/staff',
  '/staff/role',
  '/staff/remove',
  '/invitations/revoke',
]);

const ROOT = '/dashboard/:publication';
let site: TestSite;
let other: TestSite;
let staff: Readonly<Record<Role, Browser>>;
let stranger: Browser;

beforeAll(async () => {
  [site, other] = [await givenSite(service()), await givenSite(service())];
  const sign = (role: Role) => signedInStaff(service(), site.publication, role);
  staff = { owner: await sign('owner'), editor: await sign('editor'), viewer: await sign('viewer') };
  stranger = await signedInStaff(service(), other.publication, 'owner', 'stranger@example.org');
});

const urlOf = (path: string, id = site.publication.id) =>
  path.replace(':publication', id).replace(':offer', 'supporter');

/** Sends the form without any of its fields, but with the token of the session. */
async function send(browser: Browser, path: string): Promise<number> {
  const token = /name="csrf_token" value="([^"]*)"/.exec((await browser.open('/dashboard/person')).body)?.[1] ?? '';
  return (await browser.post(path, { csrf_token: token })).statusCode;
}

test('every route has a row, and every row a route', () => {
  expect(PUBLICATION_ROUTES.map(({ path }) => path.slice(ROOT.length))).toEqual(Object.keys(ROWS));
  for (const { path } of STAFF_ROUTES) expect(path.startsWith('/dashboard')).toBe(true);
});

const SEEN = PUBLICATION_ROUTES.filter(({ show }) => show !== undefined).map(({ path }) => path);
const SENT = PUBLICATION_ROUTES.filter(({ form }) => form !== undefined).map(({ path }) => path);
const rowOf = (path: string) => ROWS[path.slice(ROOT.length)];

test.each(SEEN)('%s is seen by the roles of its row, and by nobody else', async (path) => {
  for (const role of ROLES) {
    const { statusCode } = await staff[role].get(urlOf(path));
    expect([role, statusCode]).toEqual([role, rowOf(path)?.see?.includes(role) ? 200 : 403]);
  }
  expect((await newStaffBrowser(service()).get(urlOf(path))).statusCode).toBe(303);
});

test.each(SENT)('%s takes the form from the roles of its row, and from nobody else', async (path) => {
  for (const role of ROLES) {
    const status = await send(staff[role], urlOf(path));
    // A form without its fields is refused after its sender was admitted.
    expect([role, status]).toEqual([role, rowOf(path)?.send?.includes(role) ? 400 : 403]);
  }
  expect((await newStaffBrowser(service()).post(urlOf(path), {})).statusCode).toBe(303);
});

const NOT_THEIRS = ['pub_00000000000000000000000001', 'pub_00000000000000000000000000', 'x'];

test.each(SEEN)('%s of another publication answers like one that does not exist', async (path) => {
  for (const id of [site.publication.id, ...NOT_THEIRS])
    expect((await stranger.get(urlOf(path, id))).statusCode).toBe(404);
});

test.each(SENT)('a form to %s of another publication answers like one that does not exist', async (path) => {
  for (const id of [site.publication.id, ...NOT_THEIRS]) expect(await send(stranger, urlOf(path, id))).toBe(404);
});

test.each(PUBLICATION_ROUTES)('$path asks for a fresh proof where it concerns access or money', ({ path, form }) => {
  const isSensitive = form?.holder === 'session' && form.isSensitive === true;
  expect(isSensitive).toBe(SENSITIVE.has(path.slice(ROOT.length)));
});
