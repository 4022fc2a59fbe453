// What a form of the dashboard does: once, however often it is sent, and with an entry in the audit log that says who did
// what to which record, when and from where (decisions 37). The list of acts is made from the routes.
import { expect, test } from 'vitest';
import { ROOT } from '../../src/dashboard/navigation.ts';
import { PUBLICATION_ROUTES } from '../../src/dashboard/routes.ts';
import { mainTextOf } from '../support/browser/html.ts';
import { DASHBOARD } from '../support/publications/staff.ts';
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
  const send = () => at.owner.submit(page, fields, at.base + filled(path, params));
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
