// Discount codes and gifts by the dashboard, and the links of an offer's pages with a code and with where to go on.
import { expect, test } from 'vitest';
import { updatePublication } from '../../../src/models/publication/publication.ts';
import { formsOf, linksOf, mainTextOf } from '../../support/browser/html.ts';
import { GIFT_RECIPIENT, givenGift } from '../../support/publications/gift.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';
import { givenEditing, type Editing } from './given.ts';

const service = useService(DASHBOARD);
const given = () => givenEditing(service());

async function codeId({ site }: Editing, code = 'SPRING'): Promise<string> {
  const rows = await site.rows<{ id: string; code: string }>('discount_codes');
  return rows.find((row) => row.code === code)?.id ?? '';
}

test('a code is made, used by its link, changed, archived and brought back', async () => {
  const editing = await given();
  const { site, open, send, hosted } = editing;
  await send('/new-code', { code: 'SPRING', percent_off: '50', periods: '3', name: 'Friends', offer: 'supporter' });
  const list = mainTextOf((await open('/codes')).body);
  expect(list).toContain('SPRING Friends 50% off 3 payments 0 supporter');
  const page = '/offers/supporter/subscribe?code=SPRING';
  expect(await hosted(page)).toContain('€2.50');
  const id = await codeId(editing);
  await send('/codes/archive', { code: id }, '/codes');
  expect(await hosted(page)).not.toContain('€2.50');
  const again = await send('/new-code', { code: 'spring', percent_off: '10' });
  expect(mainTextOf(again.body)).toContain('An archived code is called so: bring it back, or choose another one');
  await send('/codes/unarchive', { code: id }, '/codes');
  expect(await hosted(page)).toContain('€2.50');
  await send(`/codes/${id}`, { name: 'All', valid_until: '2999-12-31', max_redemptions: '7' });
  const [row] = await site.rows<{ name: string; validUntil: number; maxRedemptions: number }>('discount_codes');
  expect([row?.name, Number(row?.validUntil), row?.maxRedemptions]).toEqual(['All', Date.UTC(3000, 0, 1), 7]);
  const form = formsOf((await open(`/codes/${id}`)).body).find(({ action }) => action.endsWith(id));
  expect(form?.fields).toMatchObject({ valid_until: '2999-12-31', max_redemptions: '7', offer: 'supporter' });
  await send(`/codes/${id}`, { name: '', valid_until: '', max_redemptions: '' });
  expect(mainTextOf((await open('/codes')).body)).toContain('SPRING 50% off 3 payments 0 supporter');
});

test('the last day of a code ends in the time zone of the publication', async () => {
  const editing = await given();
  const { site, send, open } = editing;
  await service().database.transaction((transaction) =>
    updatePublication(transaction, site.publication.id, { timeZone: 'America/New_York' }),
  );
  await send('/new-code', {
    code: 'SPRING',
    amount_off: '1,50',
    currency: 'EUR',
    periods: '',
    valid_until: '2999-07-04',
  });
  const [row] = await site.rows<{ validUntil: number }>('discount_codes');
  expect(Number(row?.validUntil)).toBe(Date.UTC(2999, 6, 5, 4));
  expect(mainTextOf((await open('/codes')).body)).toContain('€1.50 off each payment');
  const form = formsOf((await open(`/codes/${await codeId(editing)}`)).body).find(({ action }) =>
    action.includes('dis_'),
  );
  expect(form?.fields['valid_until']).toBe('2999-07-04');
});

test.each([
  ['no reduction', {}, 'Enter percent from 1 to 100, or an amount, and not both'],
  ['both', { percent_off: '5', amount_off: '5' }, 'Enter percent from 1 to 100, or an amount, and not both'],
  ['more than everything', { percent_off: '101' }, 'Enter percent from 1 to 100'],
  ['text for an amount', { amount_off: 'five' }, 'Enter an amount, such as 5 or 4.50'],
  ['no payments', { percent_off: '5', periods: '0' }, 'Enter a number from 1 to 120, or nothing'],
  ['a day that is over', { percent_off: '5', valid_until: '2020-01-01' }, 'Choose a day to come'],
  ['a day that is none', { percent_off: '5', valid_until: '2027-02-30' }, 'Choose a day to come'],
  ['nobody', { percent_off: '5', max_redemptions: '0' }, 'Enter a number from 1, or nothing'],
  ['a short code', { code: 'A', percent_off: '5' }, 'Use 3 to 40 letters, digits and hyphens'],
])('a code for %s is refused beside its field and keeps what was typed', async (_what, fields, message) => {
  const { site, send } = await given();
  const page = await send('/new-code', { code: 'SPRING', name: 'Friends', ...fields });
  expect([page.statusCode, mainTextOf(page.body)]).toEqual([422, expect.stringContaining(message)]);
  const form = formsOf(page.body).find(({ action }) => action.endsWith('/new-code'));
  expect(form?.fields).toMatchObject({ code: 'SPRING', name: 'Friends', ...fields });
  expect(await site.rows('discount_codes')).toEqual([]);
});

test('the links of an offer carry a code and where to go on, on allowed hosts and for codes of the offer alone', async () => {
  const { site, open, send } = await given();
  await send('/new-code', { code: 'SPRING', percent_off: '50', offer: 'supporter' });
  await send('/new-code', { code: 'PATRON', percent_off: '50', offer: 'patron' });
  const page = '/offers/supporter/links';
  expect(formsOf((await open(page)).body).some(({ method }) => method === 'get')).toBe(true);
  const links = async (query: string): Promise<string[]> =>
    linksOf((await open(`${page}?${query}`)).body).filter((href) =>
      href.startsWith(`${site.publication.siteUrl}/offers/`),
    );
  const target = 'https://www.example.org/welcome?a=1&b=2';
  const [, subscribe = ''] = await links(new URLSearchParams({ continue_url: target, code: 'SPRING' }).toString());
  const url = new URL(subscribe);
  expect([url.pathname, url.searchParams.get('code'), url.searchParams.get('continue_url')]).toEqual([
    '/offers/supporter/subscribe',
    'SPRING',
    target,
  ]);
  expect((await site.newBrowser().open(subscribe)).body).toContain('€2.50');
  for (const query of ['continue_url=https://evil.example/', 'continue_url=javascript:alert(1)', 'code=PATRON']) {
    const refused = await open(`${page}?${query}`);
    expect(mainTextOf(refused.body)).toContain('There is a problem');
    expect((await links(query)).every((href) => !href.includes('?'))).toBe(true);
  }
});

test('a gift is listed, sent again with a new code, and paid back once', async () => {
  const { site, open, send, base } = await given();
  const gift = await givenGift(site);
  expect(mainTextOf((await open('/gifts')).body)).toContain(
    `Supporter, 3 months €15 giver@example.org ${GIFT_RECIPIENT}`,
  );
  const mails = async () => (await site.newBrowser().mails(GIFT_RECIPIENT)).map(({ text }) => text);
  const [first = ''] = await mails();
  await send('/gifts/resend', { gift }, '/gifts');
  await site.settle();
  const [second = '', ...others] = await mails();
  expect([second === first, others]).toEqual([false, [first]]);
  const codeIn = (text: string): string => /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}/.exec(text)?.[0] ?? '';
  const claim = async (code: string): Promise<string> => {
    const reader = site.newBrowser();
    return mainTextOf((await reader.submit(await reader.open('/gift/claim'), { code })).body);
  };
  expect([codeIn(first) === codeIn(second), codeIn(second).length]).toEqual([false, 24]);
  expect(await claim(codeIn(first))).toContain('There is a problem');
  expect(await claim(codeIn(second))).not.toContain('There is a problem');
  const owner = await signedInStaff(service(), site.publication, 'owner', `o@${site.publication.siteHost}`);
  const page = await owner.open(`${base}/gifts`);
  const refund = () => owner.submit(page, { gift }, `${base}/gifts/refund`);
  const answers = [...(await Promise.all([refund(), refund()])), await refund()];
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const [row] = await site.rows<{ state: string; refundedAmount: number; amount: number }>('gifts');
  expect([row?.state, Number(row?.refundedAmount)]).toEqual(['refunded', Number(row?.amount)]);
  expect(mainTextOf((await open('/gifts')).body)).toContain('Paid back');
});

test('a gift is sent again five times a day at most', async () => {
  const { site, send } = await given();
  const gift = await givenGift(site);
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    statuses.push((await send('/gifts/resend', { gift }, '/gifts')).statusCode);
    await site.settle();
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test('an offer that cannot be given is not among the gifts', async () => {
  const { open, send, hosted } = await given();
  expect(await hosted('/gift')).toContain('Supporter');
  const form = formsOf((await open('/offers/supporter')).body).find(({ action }) =>
    action.endsWith('/offers/supporter'),
  );
  expect(form?.fields['gifts']).toBe('on');
  await send('/offers/supporter', { gifts: '' });
  expect(await hosted('/gift')).not.toContain('Supporter');
  expect(mainTextOf((await open('/gifts')).body)).toContain('Readers can give: Patron.');
});
