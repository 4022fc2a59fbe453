// The pages of the figures through the door: a month at a glance, subjects with plots, tables and files, the list behind a
// figure, the data API, and the monthly mail.
import { expect, test } from 'vitest';
import { cancelSubscription } from '../../src/models/money/subscription.ts';
import { refundPayment } from '../../src/payments/refund.ts';
import { listPaymentsOf, subscriptionDetailsOf } from '../../src/payments/subscription.ts';
import { givenPayingSite } from '../support/publications/paying.ts';
import { signedInStaff } from '../support/publications/staff.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

test('a publication without people is told when figures begin', async () => {
  const site = await givenPayingSite(service());
  const owner = await signedInStaff(service(), site.publication, 'owner', 'first@example.org');
  for (const path of ['', '/people', '/revenue', '/leaving', '/cohorts'])
    expect((await owner.open(`/dashboard/${site.publication.id}/figures${path}`)).body).toContain(
      'Nothing to count yet',
    );
  expect((await owner.open(`/dashboard/${site.publication.id}`)).body).not.toContain('This month so far');
});

test('what was earned, who pays and who left stand on pages, in files, in the data API and in the monthly mail', async () => {
  const site = await givenPayingSite(service());
  const { database, clock } = service();
  const { publication } = site;
  const zone = 'America/New_York';
  await database.transaction(({ knex }) =>
    knex('publications').where({ id: publication.id }).update({ timeZone: zone }),
  );
  const owner = await signedInStaff(service(), publication, 'owner', 'figures@example.org');
  const base = `/dashboard/${publication.id}`;
  const first = await owner.open(`${base}/figures`);
  await owner.submit(first, { figure_mail: 'on' }, `${base}/figures/mail`);
  const [staying, leaving] = [await site.payingCustomer('a@example.org'), await site.payingCustomer('b@example.org')];
  const [payment] = await listPaymentsOf(service(), publication, leaving.id);
  await refundPayment(service(), publication, { paymentId: payment?.id ?? '', amount: 200, key: undefined });
  const [details] = await subscriptionDetailsOf(service(), publication, leaving.id);
  await database.transaction((transaction) =>
    cancelSubscription(publication, transaction, clock, details?.subscriptionId ?? ''),
  );
  await site.settle();

  const month = await owner.open(`${base}/figures`);
  expect(month.body).toContain(`Days are those of the time zone ${zone}`);
  // Two payments of €5, €2 of them paid back.
  expect(month.body).toContain('>€8</a>');
  expect(month.body).toContain(`${base}/people?state=paying">1</a>`);
  expect((await owner.open(base)).body).toContain('>€8</a>');

  const behind = /href="([^"]*count=lost[^"]*)"/.exec(month.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const list = await owner.open(behind);
  expect(list.body).toContain('b@example.org');
  expect(list.body).not.toContain('a@example.org');
  expect((await owner.open(`${behind}&csv=people`)).body).toContain(`${leaving.id},b@example.org`);

  const revenue = await owner.open(`${base}/figures/revenue?range=quarter`);
  expect(revenue.body).toContain('<svg viewBox');
  expect(revenue.body).toContain('aria-labelledby="money-EUR-title money-EUR-text"');
  const file = await owner.open(`${base}/figures/revenue?range=year&csv=money-eur`);
  expect(file.headers['content-type']).toContain('text/csv');
  expect(file.body).toMatch(/,10\.00,2\.00,8\.00\r\n$/);
  expect((await owner.open(`${base}/figures/leaving?range=year`)).body).toContain('Canceled by the publisher');
  expect((await owner.open(`${base}/figures/cohorts`)).body).toContain('1 (50%)');
  const wrong = await owner.get(`${base}/figures/people?range=custom&from=2027-02-30&to=2027-01-01`);
  expect(wrong.statusCode).toBe(422);
  expect(wrong.body).toContain('value="2027-02-30"');

  const answer = await site.api.get('/figures');
  expect(answer.json()).toMatchObject({
    time_zone: zone,
    interval: 'month',
    periods: [
      {
        paying: 1,
        ended: 1,
        joined: 2,
        subscribers_lost: 1,
        money: [{ currency: 'EUR', in: 1000, out: 200 }],
        recurring_revenue: [{ currency: 'EUR', plan_id: site.plan.id, mrr_twelfths: 6000 }],
      },
    ],
  });
  for (const query of ['from=2026-02-30', 'from=2026-02-02&to=2026-02-01', 'from=1999-01-01', 'interval=week'])
    expect((await site.api.get(`/figures?${query}`)).statusCode).toBe(400);

  await site.pass('1 month');
  await Promise.all([site.secondWorker().settle(), site.secondWorker().settle(), site.settle()]);
  const mails = await site.newBrowser().mails('figures@example.org');
  const ours = mails.filter(({ subject }) => subject.includes('the figures of'));
  expect(ours).toHaveLength(1);
  expect(ours[0]?.text).toContain('€8 (month before: ');
  expect(ours[0]?.text).toContain(`${base}/figures?month=`);
  await owner.submit(await owner.open(`${base}/figures`), { figure_mail: 'off' }, `${base}/figures/mail`);
  await site.pass('1 month');
  expect(
    (await site.newBrowser().mails('figures@example.org')).filter(({ subject }) => subject.includes('the figures of')),
  ).toHaveLength(1);
  expect(staying.id).not.toBe(leaving.id);
});
