// The operator's page: whom the settings name sees how the deployment fares, after a fresh proof, and nobody else learns that there is one; it
// counts and names hosts, and shows nothing of readers or of what publications hold.
import { describe, expect, test } from 'vitest';
import { OPERATING_ROUTES } from '../../../src/dashboard/operating/routes.ts';
import { markBackedUp } from '../../../src/models/backup-time.ts';
import { beatOfInstance } from '../../../src/models/instance.ts';
import { HOUSE_ID } from '../../../src/models/publication/publication.ts';
import { ROLES } from '../../../src/models/staff/role.ts';
import type { Browser } from '../../support/browser/browser.ts';
import { headingOf, linksOf, mainTextOf, textOf } from '../../support/browser/html.ts';
import { newPublication } from '../../support/publications/signed-in.ts';
import { givenSite } from '../../support/publications/site.ts';
import { DASHBOARD, newStaffBrowser, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';

const PATH = '/dashboard/operating';
const OPERATOR = 'Opal@Example.org';
const service = useService({ ...DASHBOARD, OPERATORS: `first@example.org, ${OPERATOR.toLowerCase()}` });
const stricter = useService(DASHBOARD);
const HOUR = 3_600_000;

async function operator(): Promise<Browser> {
  const browser = newStaffBrowser(service());
  await browser.signIn(OPERATOR, '/dashboard/sign-in');
  return browser;
}

/** The lines of a panel or table below this heading. */
function below(body: string, heading: string): string {
  const [, after = ''] = body.split(`<h2>${heading}</h2>`);
  return textOf(after.split(/<h2>|<\/main>/)[0] ?? '');
}

describe('who', () => {
  test('an operator needs no invitation and no publication, and is led to the page', async () => {
    const browser = newStaffBrowser(service());
    const page = await browser.signIn(OPERATOR, '/dashboard/sign-in');
    expect(headingOf(page.body)).toBe('Operating');
    expect(await service().database.knex('staff_roles')).toEqual([]);
  });

  test.each(OPERATING_ROUTES)(
    '$path does not exist for staff of a publication, whatever their role',
    async ({ path }) => {
      const publication = await newPublication(service());
      for (const role of ROLES) {
        const browser = await signedInStaff(service(), publication, role, `${role}@${publication.siteHost}`);
        expect([role, (await browser.get(path)).statusCode]).toEqual([role, 404]);
        expect((await browser.open(`/dashboard/${publication.id}`)).body).not.toContain(path);
      }
      expect((await newStaffBrowser(service()).get(path)).headers.location).toMatch(/^\/dashboard\/sign-in\?/);
    },
  );

  test('an operator who belongs to a publication finds the page by a link, and gets no role by it', async () => {
    const publication = await newPublication(service());
    const other = await newPublication(service());
    const browser = await signedInStaff(service(), publication, 'viewer', OPERATOR);
    expect(linksOf((await browser.open(`/dashboard/${publication.id}`)).body)).toContain(PATH);
    expect((await browser.get(PATH)).statusCode).toBe(200);
    expect((await browser.get(`/dashboard/${publication.id}/keys`)).statusCode).toBe(403);
    expect((await browser.get(`/dashboard/${other.id}`)).statusCode).toBe(404);
  });

  test('without the setting nobody is: the same address gets the mail of somebody who has no access', async () => {
    const browser = newStaffBrowser(stricter());
    await browser.askForCode(OPERATOR, '/dashboard/sign-in');
    const [mail] = await browser.mails(OPERATOR);
    expect(mail?.subject).not.toMatch(/\d{6}/);
  });

  test('a proof that is older than a quarter of an hour is asked for again', async () => {
    const browser = await operator();
    service().clock.advance(16 * 60);
    const { statusCode, headers } = await browser.get(PATH);
    expect([statusCode, headers.location]).toEqual([303, `/dashboard/prove?return_to=${encodeURIComponent(PATH)}`]);
  });
});

test('it shows instances, queues, dead letters by publication, drift, the last backup and the database, and nothing of a reader', async () => {
  const { database, clock } = service();
  const site = await givenSite(service());
  const other = await newPublication(service());
  const now = clock.now().getTime();
  const [instance, silent] = [HOUR, 2 * HOUR].map((started, at) => ({
    id: `in_${at}`,
    host: `machine-${at}`,
    version: `7.0.${at}`,
    startedAt: now - started,
  }));
  const publicationId = site.publication.id;
  await site.api.post('/customers', { email: 'canary.kate@example.org', name: 'Canary Kate' });
  await database.transaction(async (transaction) => {
    const { knex } = transaction;
    if (instance !== undefined) await beatOfInstance(transaction, clock, instance);
    if (silent !== undefined) await beatOfInstance(transaction, { now: () => new Date(now - HOUR) }, silent);
    const sent = { receiver: 'canary.kate@example.org', payload: 'canary', attempts: 1, dueAt: now - HOUR };
    const rows = [
      { id: 'dlv_1', kind: 'event', state: 'waiting', createdAt: now - 3 * HOUR },
      { id: 'dlv_2', kind: 'event', state: 'dead', createdAt: now, endedAt: now },
      { id: 'dlv_3', kind: 'event', state: 'dead', createdAt: now, endedAt: now },
      { id: 'dlv_4', kind: 'mail', state: 'dead', createdAt: now, endedAt: now, publicationId: HOUSE_ID },
    ];
    for (const row of rows) await knex('deliveries').insert({ publicationId, ...sent, ...row });
    const compared = { claimedAt: now, endedAt: now, compared: 1, night: '2026-01-01' };
    await knex('reconciliations').insert({ id: 'rec_1', publicationId, ...compared, found: '{"lines":[{}]}' });
    const agreed = { ...compared, publicationId: other.id };
    await knex('reconciliations').insert({ id: 'rec_2', ...agreed, found: '{"lines":[]}' });
    await markBackedUp(transaction, new Date(now - 3 * 24 * HOUR));
  });
  const { body } = await (await signedInStaff(service(), other, 'viewer', OPERATOR)).open(PATH);
  const problems = below(body, 'Needs a look');
  for (const sentence of [
    'The instance on machine-1 is silent since',
    'Events to endpoints are overdue, the first for 60 minutes.',
    'The billing records of one publication differ from its payment gateway.',
    'The last backup is 3 days old.',
  ])
    expect(problems).toContain(sentence);
  expect(problems).not.toContain('No instance');
  expect(below(body, 'Instances')).toMatch(/machine-1 silent 7\.0\.1 .*machine-0 running 7\.0\.0/);
  expect(below(body, 'Deliveries')).toContain('Events to endpoints 1 3 hours 60 minutes 2');
  const { siteHost } = site.publication;
  expect(below(body, 'Given up, by publication')).toMatch(
    new RegExp(`${siteHost} Events to endpoints 2 .*the dashboard’s own mails Mails 1`),
  );
  expect(below(body, 'Billing records that differ from the payment gateway')).toContain(`${siteHost} 2026-01-01`);
  const facts = below(body, 'Events, payments, backup and database');
  expect(facts).toContain('1 agree, 1 differ, 0 unfinished');
  expect(facts).toMatch(/Database (?:SQLite 3|PostgreSQL \d\d)\.\d+/);
  expect(facts).toMatch(/Schema \d{4}-[a-z-]+, as this version needs it/);
  expect(mainTextOf(body).toLowerCase()).not.toContain('canary');
  expect(body).not.toContain(publicationId);
});

test('a start with OPERATORS and no dashboard, or with what is no address, is refused', async () => {
  const { readConfig } = await import('../../../src/config.ts');
  const settings = { ENVIRONMENT: 'test', API_URL: 'https://api.example.test', SECRET_KEY: 'x'.repeat(40) };
  expect(() => readConfig({ ...settings, OPERATORS: OPERATOR })).toThrow('OPERATORS needs a dashboard');
  expect(() => readConfig({ ...settings, ...DASHBOARD, OPERATORS: 'me' })).toThrow(
    'OPERATORS must be e-mail addresses',
  );
});
