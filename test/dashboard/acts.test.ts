// What a form of the dashboard does: once, however often it is sent, and with an entry in the audit log that says who did
// what to which record, when and from where (decisions 37). The list of acts is made from the routes.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STAFF_ROUTES } from '../../src/dashboard/getting-in/routes.ts';
import { ROOT } from '../../src/dashboard/navigation.ts';
import { PUBLICATION_ROUTES } from '../../src/dashboard/routes.ts';
import { mainTextOf } from '../support/browser/html.ts';
import { DASHBOARD, givenStaff, signedInStaff } from '../support/publications/staff.ts';
import { useService } from '../support/service/service.ts';
import { filled, givenOwner, type Given } from './rows/row.ts';
import { ROWS } from './rows/rows.ts';

const service = useService(DASHBOARD);
const given = () => givenOwner(service());

async function rowsOf({ site }: Given, table: string): Promise<unknown[]> {
  return service().database.knex(table).where({ publicationId: site.publication.id });
}

async function entriesOf(of: Given): Promise<Record<string, unknown>[]> {
  return (await rowsOf(of, 'audit_entries')) as Record<string, unknown>[];
}

const FORMS = PUBLICATION_ROUTES.filter(({ form }) => form !== undefined).map(({ path }) => path.slice(ROOT.length));

test('every form of the routes has an act', () => {
  const acts = Object.entries(ROWS).filter(([, { act }]) => act !== undefined);
  expect(acts.map(([path]) => path).toSorted()).toEqual(FORMS.toSorted());
});

test.each(FORMS)('%s, sent three times, acts once and leaves one entry', async (path) => {
  const at = await given();
  const row = ROWS[path];
  const act = row?.act;
  if (act === undefined) throw new Error(`no act of ${path}`);
  const params = (await row?.params?.(at)) ?? {};
  const fields = (await act.fields?.(at)) ?? {};
  const page = await at.owner.open(at.base + filled(act.page ?? path, params));
  const [before, entriesBefore] = [await rowsOf(at, act.table), await entriesOf(at)];
  const action = at.base + filled(path, params);
  const { files } = act;
  const send = () =>
    files === undefined ? at.owner.submit(page, fields, action) : at.owner.upload(page, { fields, files }, action);
  const answers = [...(await Promise.all([send(), send()])), await send()];
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect((await rowsOf(at, act.table)).length - before.length).toBe(act.adds);
  const entries = (await entriesOf(at)).filter((entry) => !entriesBefore.some(({ id }) => id === entry['id']));
  expect(entries).toEqual([
    expect.objectContaining({
      act: act.name,
      actorKind: 'staff',
      actorId: at.ownerId,
      actorName: expect.stringMatching(/^owner@/),
      ...(act.recordName === undefined
        ? { recordId: expect.stringMatching(/^[a-z]+_[0-9a-z]{26}$/) }
        : { recordName: act.recordName }),
      network: expect.stringMatching(/^198\.18\.\d+\.0\/24$/),
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
    keyOn((await at.owner.submit(page, { name: 'Export' }, `${at.base}/keys`)).body),
    keyOn((await at.owner.submit(page, { name: 'Export' }, `${at.base}/keys`)).body),
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

/** Forms by which somebody gets in or out: security events, and no acts. */
const GETTING_IN: ReadonlySet<string> = new Set([
  '/dashboard/sign-in',
  '/dashboard/passkey',
  '/dashboard/recovery',
  '/dashboard/code/:id',
  '/dashboard/code/:id/another',
  '/dashboard/link/:token',
  '/dashboard/prove',
  '/dashboard/prove/passkey',
  '/dashboard/sign-out',
]);

/** The acts of a person about themselves, or on joining; those with the name of a test are held there, as they need a passkey or an invitation. */
const PERSONAL: Readonly<Record<string, { readonly act: string; readonly heldBy?: string }>> = {
  '/dashboard/person': { act: 'staff.rename' },
  '/dashboard/person/sessions/:id/end': { act: 'staff.end-session' },
  '/dashboard/person/sessions/end-others': { act: 'staff.end-other-sessions' },
  '/dashboard/person/passkeys/new': { act: 'passkey.create', heldBy: 'passkeys' },
  '/dashboard/person/passkeys/:id/remove': { act: 'passkey.remove', heldBy: 'passkeys' },
  '/dashboard/person/code/off': { act: 'sign-in-code.disable', heldBy: 'recovery' },
  '/dashboard/person/code/on': { act: 'sign-in-code.enable', heldBy: 'recovery' },
  '/dashboard/person/recovery-codes': { act: 'recovery-codes.create', heldBy: 'recovery' },
  '/dashboard/invitations/:token': { act: 'invitation.accept', heldBy: 'invitations' },
};

test('every form about the person is an act, or one of getting in', () => {
  const forms = STAFF_ROUTES.filter(({ form }) => form !== undefined).map(({ path }) => path);
  expect([...Object.keys(PERSONAL), ...GETTING_IN].toSorted()).toEqual(forms.toSorted());
  for (const { act, heldBy } of Object.values(PERSONAL)) {
    if (heldBy === undefined) continue;
    expect(readFileSync(new URL(`getting-in/${heldBy}.test.ts`, import.meta.url), 'utf8')).toContain(`'${act}'`);
  }
});

const SENT_HERE = Object.entries(PERSONAL).filter(([, { heldBy }]) => heldBy === undefined);

test.each(SENT_HERE)('%s leaves an entry in the log of each of the person’s publications', async (path, { act }) => {
  const at = await given();
  const other = await givenOwner(service());
  await givenStaff(service(), other.site.publication, 'viewer', `owner@${at.site.publication.siteHost}`);
  await signedInStaff(service(), at.site.publication, 'owner', `owner@${at.site.publication.siteHost}`);
  const page = await at.owner.open('/dashboard/person');
  const { id } = await service()
    .database.knex('staff_sessions')
    .where({ staffId: at.ownerId })
    .orderBy('id', 'desc')
    .first();
  for (let count = 0; count < 2; count += 1)
    await at.owner.submit(page, path === '/dashboard/person' ? { name: 'Ada' } : {}, path.replace(':id', id));
  for (const of of [at, other])
    expect((await entriesOf(of)).filter((entry) => entry['act'] === act)).toEqual([
      expect.objectContaining({ actorId: at.ownerId, recordId: at.ownerId }),
    ]);
});
