// Newsletters for all, for certain plans and for whoever has a plan (decisions 42): who is offered which, on the account
// page and at the end of a check-out, and who loses them.
import { beforeEach, expect, test } from 'vitest';
import { createNewsletter } from '../../src/models/catalog/newsletter.ts';
import { cancelSubscription } from '../../src/models/money/subscription.ts';
import { formOf, type Browser } from '../support/browser/browser.ts';
import { attributeOf, formsOf, linksOf, mainTextOf, tagsOf } from '../support/browser/html.ts';
import { GOOD_CARD } from '../support/publications/cards.ts';
import { givenOfferedSite, openCardPage, returnPageOf, type OfferedSite } from '../support/publications/paying.ts';
import { CONTINUE_URL } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const ADA = 'ada@example.org';
let site: OfferedSite;
let ids: Record<string, string>;

beforeEach(async () => {
  site = await givenOfferedSite(service());
  const { database, clock } = service();
  ids = {};
  for (const [slug, given] of Object.entries({
    open: {},
    insider: { audience: 'plans', plans: ['supporter'] },
    patrons: { audience: 'plans', plans: [site.otherPlan.id] },
    readers: { audience: 'paying' },
  })) {
    const { id } = await database.transaction((transaction) =>
      createNewsletter(site.publication, transaction, clock, { slug, name: `The ${slug}`, ...given }),
    );
    ids[slug] = id;
  }
});

/** The slugs of those that the page offers, with a plus where they are ticked. */
function offeredOn(html: string): string[] {
  return tagsOf(html, 'input')
    .filter((tag) => attributeOf(tag, 'name') === 'newsletter')
    .flatMap((tag) => {
      const slug = Object.keys(ids).find((name) => ids[name] === attributeOf(tag, 'value'));
      return slug === undefined ? [] : [`${slug}${/\schecked\b/.test(tag) ? '+' : ''}`];
    });
}

async function slugsOf(email: string): Promise<string[]> {
  const { objects } = (await site.api.get(`/members?email=${encodeURIComponent(email)}`)).json<{
    objects: { newsletter_slugs: string[] }[];
  }>();
  return objects[0]?.newsletter_slugs ?? [];
}

async function sendNewsletters(browser: Browser, path: string, slugs: readonly string[]): Promise<void> {
  const action = path === '/' ? '/newsletters' : path;
  const form = formOf(await browser.open(path), action);
  const body = new URLSearchParams({ csrf_token: form.fields['csrf_token'] ?? '', name: '' });
  for (const slug of slugs) body.append('newsletter', ids[slug] ?? '');
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  expect((await browser.send('POST', action, body.toString(), headers)).statusCode).toBe(303);
}

test('somebody without a plan can join what is open to all, and nothing else; the account says what they have', async () => {
  const browser = await site.signedIn(ADA);
  expect(mainTextOf((await browser.open('/')).body)).toContain('You do not have a subscription.');
  expect(offeredOn((await browser.open('/')).body)).toEqual(['open']);
  await sendNewsletters(browser, '/', ['open', 'insider', 'readers']);
  expect(await slugsOf(ADA)).toEqual(['open']);
  const account = mainTextOf((await browser.open('/')).body);
  expect(account).toMatch(/You get The open ?, free of charge\./);
  expect(account).not.toContain('You do not have a subscription');
  const free = await browser.open('/free_offering');
  expect(linksOf(free.body)).toContain('/#newsletters');
  expect((await browser.open('/')).body).toContain('id="newsletters"');
});

test('at the end of a check-out the reader is asked, with what comes with the plan ticked, and goes on to continue_url', async () => {
  const browser = await site.signedIn(ADA);
  const cardPage = await openCardPage(browser, site.monthly, CONTINUE_URL);
  await site.pay(cardPage, GOOD_CARD);
  const path = await returnPageOf(service(), cardPage);
  const page = await browser.open(path);
  expect(offeredOn(page.body)).toEqual(['open', 'insider+', 'readers']);
  expect(linksOf(page.body)).toContain(CONTINUE_URL);
  await sendNewsletters(browser, path, ['insider', 'readers', 'patrons']);
  expect(await slugsOf(ADA)).toEqual(['insider', 'readers']);
  const joined = await browser.open(`${path}?joined=yes`);
  expect(mainTextOf(joined.body)).toContain('Your newsletters are set.');
  expect([
    linksOf(joined.body).includes(CONTINUE_URL),
    formsOf(joined.body).filter(({ action }) => action === path),
  ]).toEqual([true, []]);
  expect(offeredOn((await browser.open('/')).body)).toEqual(['open', 'insider+', 'readers+']);
});

test('whoever loses the plan loses what came with it, is told of by an event, and keeps what is open to all', async () => {
  const browser = await site.payer(ADA);
  await sendNewsletters(browser, '/', ['open', 'insider', 'readers']);
  const [subscription] = await site.rows<{ id: string }>('subscriptions');
  await service().database.transaction((transaction) =>
    cancelSubscription(site.publication, transaction, service().clock, subscription?.id ?? ''),
  );
  expect(await slugsOf(ADA)).toEqual(['open']);
  const { objects } = (await site.api.get('/events')).json<{
    objects: { type: string; data: { previous?: { newsletter_slugs?: string[] } } }[];
  }>();
  expect(objects.filter(({ type }) => type === 'customer.updated').length).toBeGreaterThan(0);
  expect(JSON.stringify(objects)).toContain('["insider","open","readers"]');
});
