// What a form of the dashboard does: once, however often it is sent, and with an entry in the audit log that says who did
// what to which record, when and from where (decisions 37). The list of acts is made from the routes.
import { expect, test } from 'vitest';
import { PUBLICATION_ROUTES } from '../../src/dashboard/routes.ts';
import type { Browser } from '../support/browser/browser.ts';
import { formsOf, mainTextOf } from '../support/browser/html.ts';
import { givenSite, type TestSite } from '../support/publications/site.ts';
import { DASHBOARD, givenStaff, signedInStaff } from '../support/publications/staff.ts';
import { useService } from '../support/service/service.ts';

const service = useService(DASHBOARD);
const ROOT = '/dashboard/:publication';

interface Given {
  readonly site: TestSite;
  readonly owner: Browser;
  readonly ownerId: string;
  readonly base: string;
}

interface Sent {
  /** The page that has the form. */
  readonly page: string;
  readonly fields?: (given: Given) => Promise<Record<string, string>>;
  readonly act: string;
  /** How many rows of the table the act adds; 0 for one that changes a row. */
  readonly table: string;
  readonly adds: number;
}

const colleague = async ({ site }: Given) => ({
  staff: await givenStaff(service(), site.publication, 'viewer', `colleague@${site.publication.siteHost}`),
});

const ACTS: Readonly<Record<string, Sent>> = {
  '/offers/archive': {
    page: '/offers',
    fields: async () => ({ offer: 'supporter' }),
    act: 'offer.archive',
    table: 'offers',
    adds: 0,
  },
  '/offers/unarchive': {
    page: '/offers',
    fields: async () => ({ offer: 'archived' }),
    act: 'offer.unarchive',
    table: 'offers',
    adds: 0,
  },
  '/new-offer': {
    page: '/new-offer',
    fields: async () => ({ name: 'Every Story', month: '5', year: '49.90', currency: 'EUR' }),
    act: 'offer.create',
    table: 'offers',
    adds: 1,
  },
  '/offers/:offer': {
    page: '/offers/supporter',
    fields: async () => ({ name: 'Renamed' }),
    act: 'offer.update',
    table: 'offers',
    adds: 0,
  },
  '/keys': { page: '/keys', act: 'key.create', table: 'api_keys', adds: 1 },
  '/keys/revoke': { page: '/keys', act: 'key.revoke', table: 'api_keys', adds: 0 },
  '/staff': {
    page: '/staff',
    fields: async () => ({ email: 'invited@example.org', role: 'viewer' }),
    act: 'invitation.create',
    table: 'staff_invitations',
    adds: 1,
  },
  '/staff/role': {
    page: '/staff',
    fields: async (at) => ({ ...(await colleague(at)), role: 'editor' }),
    act: 'staff.change-role',
    table: 'staff_roles',
    adds: 0,
  },
  '/staff/remove': { page: '/staff', fields: colleague, act: 'staff.remove', table: 'staff_roles', adds: -1 },
  '/invitations/revoke': { page: '/staff', act: 'invitation.revoke', table: 'staff_invitations', adds: 0 },
};

async function given(): Promise<Given> {
  const site = await givenSite(service());
  const email = `owner@${site.publication.siteHost}`;
  const owner = await signedInStaff(service(), site.publication, 'owner', email);
  const { id } = await service().database.knex('staff_members').where({ email }).first();
  return { site, owner, ownerId: id, base: `/dashboard/${site.publication.id}` };
}

/** An offer that is not for sale any more. */
async function archiveOne({ site, owner, base }: Given): Promise<void> {
  await owner.submit(await owner.open(`${base}/new-offer`), { name: 'Archived', month: '1' }, `${base}/new-offer`);
  await owner.submit(await owner.open(`${base}/offers`), { offer: 'archived' }, `${base}/offers/archive`);
  expect((await site.newBrowser().get('/offers/archived')).statusCode).toBe(404);
}

async function rowsOf({ site }: Given, table: string): Promise<unknown[]> {
  return service().database.knex(table).where({ publicationId: site.publication.id });
}

async function entriesOf(of: Given): Promise<Record<string, unknown>[]> {
  return (await rowsOf(of, 'audit_entries')) as Record<string, unknown>[];
}

test('every form of the routes has a row', () => {
  const forms = PUBLICATION_ROUTES.filter(({ form }) => form !== undefined).map(({ path }) => path.slice(ROOT.length));
  expect(Object.keys(ACTS)).toEqual(forms);
});

test.each(Object.entries(ACTS))('%s, sent three times, acts once and leaves one entry', async (path, sent) => {
  const at = await given();
  if (path === '/invitations/revoke')
    await at.owner.submit(
      await at.owner.open(`${at.base}/staff`),
      { email: 'x@example.org', role: 'viewer' },
      `${at.base}/staff`,
    );
  if (path === '/offers/unarchive') await archiveOne(at);
  const fields = (await sent.fields?.(at)) ?? {};
  const page = await at.owner.open(at.base + sent.page);
  const [before, entriesBefore] = [await rowsOf(at, sent.table), await entriesOf(at)];
  const send = () => at.owner.submit(page, fields, at.base + path.replace(':offer', 'supporter'));
  const answers = [...(await Promise.all([send(), send()])), await send()];
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect((await rowsOf(at, sent.table)).length - before.length).toBe(sent.adds);
  const entries = (await entriesOf(at)).filter((entry) => !entriesBefore.some(({ id }) => id === entry['id']));
  expect(entries).toEqual([
    expect.objectContaining({
      act: sent.act,
      actorKind: 'staff',
      actorId: at.ownerId,
      actorName: expect.stringMatching(/^owner@/),
      ...(path.endsWith('archive')
        ? { recordName: fields['offer'] }
        : { recordId: expect.stringMatching(/^[a-z]+_[0-9a-z]{26}$/) }),
      network: expect.stringMatching(/^198\.18\./),
      requestId: expect.any(String),
      createdAt: service().clock.now().getTime(),
    }),
  ]);
});

test('a key that was made is shown again by a second click, and by no later visit', async () => {
  const at = await given();
  const page = await at.owner.open(`${at.base}/keys`);
  const keyOn = (body: string) => /key_test_\w+/.exec(mainTextOf(body))?.[0];
  const [first, second] = [
    keyOn((await at.owner.submit(page, {}, `${at.base}/keys`)).body),
    keyOn((await at.owner.submit(page, {}, `${at.base}/keys`)).body),
  ];
  expect([first, second]).toEqual([expect.stringMatching(/^key_test_/), first]);
  expect(keyOn((await at.owner.open(`${at.base}/keys`)).body)).toBeUndefined();
});

test('an act that is refused leaves nothing, and the same form can be sent again', async () => {
  const at = await given();
  const page = await at.owner.open(`${at.base}/staff`);
  const entries = await entriesOf(at);
  expect((await at.owner.submit(page, { email: 'x', role: 'viewer' }, `${at.base}/staff`)).statusCode).toBe(422);
  expect(await entriesOf(at)).toEqual(entries);
  const again = await at.owner.submit(page, { email: 'good@example.org', role: 'viewer' }, `${at.base}/staff`);
  expect(mainTextOf(again.body)).toContain('The invitation is on its way.');
});

test('the log is listed newest first, page by page, and filtered by act and by record', async () => {
  const at = await given();
  const create = async () => at.owner.submit(await at.owner.open(`${at.base}/keys`), {}, `${at.base}/keys`);
  for (let count = 0; count < 51; count += 1) await create();
  await at.owner.submit(await at.owner.open(`${at.base}/keys`), {}, `${at.base}/keys/revoke`);
  const first = await at.owner.open(`${at.base}/audit`);
  const rows = (body: string) => body.match(/<tr><td/g)?.length ?? 0;
  expect([rows(first.body), mainTextOf(first.body).indexOf('API key revoked')]).toEqual([50, expect.any(Number)]);
  const next = /<a href="([^"]*page=[^"]*)" rel="next"/.exec(first.body)?.[1] ?? '';
  expect(rows((await at.owner.open(next.replaceAll('&amp;', '&'))).body)).toBe(2);
  expect(rows((await at.owner.open(`${at.base}/audit?act=key.revoke`)).body)).toBe(1);
  expect(rows((await at.owner.open(`${at.base}/audit?act=staff`)).body)).toBe(0);
  const entry = (await entriesOf(at)).find(({ act }) => act === 'key.revoke');
  expect(rows((await at.owner.open(`${at.base}/audit?record=${String(entry?.['recordId'])}`)).body)).toBe(2);
  const form = formsOf(first.body).find(({ action }) => action.endsWith('/audit'));
  expect(form?.method.toLowerCase()).toBe('get');
});
