// The role matrix and the tenancy matrix of the dashboard: each page and each form against every role, somebody of another
// publication, and a visitor (decisions 37). Both are made from the routes; a route without a row fails.
import { beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../src/dashboard/navigation.ts';
import { PUBLICATION_ROUTES } from '../../src/dashboard/routes.ts';
import { ROLES, type Role } from '../../src/models/staff/role.ts';
import type { Browser } from '../support/browser/browser.ts';
import { givenSite } from '../support/publications/site.ts';
import { DASHBOARD, newStaffBrowser, signedInStaff } from '../support/publications/staff.ts';
import { useService } from '../support/service/service.ts';
import { filled, givenOwner } from './rows/row.ts';
import { ROWS } from './rows/rows.ts';

const service = useService(DASHBOARD);
let publication: string;
/** The values of the parameters of each path. */
const params: Record<string, Readonly<Record<string, string>>> = {};
let staff: Readonly<Record<Role, Browser>>;
let stranger: Browser;

beforeAll(async () => {
  const given = await givenOwner(service());
  const { site, owner } = given;
  publication = site.publication.id;
  const sign = (role: Role) => signedInStaff(service(), site.publication, role);
  staff = { owner, editor: await sign('editor'), viewer: await sign('viewer') };
  const other = await givenSite(service());
  stranger = await signedInStaff(service(), other.publication, 'owner', 'stranger@example.org');
  for (const [path, row] of Object.entries(ROWS)) params[ROOT + path] = (await row.params?.(given)) ?? {};
});

const urlOf = (path: string, id = publication) => filled(path, { ...params[path], publication: id });

/** Sends the form without any of its fields, but with the token of the session. */
async function send(browser: Browser, path: string): Promise<number> {
  const token = /name="csrf_token" value="([^"]*)"/.exec((await browser.open('/dashboard/person')).body)?.[1] ?? '';
  return (await browser.post(path, { csrf_token: token })).statusCode;
}

test('every route has a row, and every row a route', () => {
  const paths = PUBLICATION_ROUTES.map(({ path }) => path.slice(ROOT.length));
  expect(Object.keys(ROWS).toSorted()).toEqual(paths.toSorted());
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
  for (const id of [publication, ...NOT_THEIRS]) expect((await stranger.get(urlOf(path, id))).statusCode).toBe(404);
});

test.each(SENT)('a form to %s of another publication answers like one that does not exist', async (path) => {
  for (const id of [publication, ...NOT_THEIRS]) expect(await send(stranger, urlOf(path, id))).toBe(404);
});

test.each(PUBLICATION_ROUTES)('$path asks for a fresh proof where it concerns access or money', ({ path, form }) => {
  const isSensitive = form?.holder === 'session' ? (form.isSensitive ?? false) : false;
  expect(typeof isSensitive === 'function' ? 'sometimes' : isSensitive).toBe(rowOf(path)?.isSensitive ?? false);
});
