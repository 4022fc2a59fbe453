// The free sign-up from the offers page to the confirmation (service.md, Endpoints A, rules 1, 2, 3 and 4).
import { expect, test } from 'vitest';
import { listMembers } from '../../../src/models/people/customer-list.ts';
import { Browser, formOf, locationOf } from '../../support/browser/browser.ts';
import { headingOf, linksOf, mainTextOf, titleOf } from '../../support/browser/html.ts';
import { givenPublication } from '../../support/publications/publication.ts';
import { CONTINUE_URL, givenSite, type TestSite } from '../../support/publications/site.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const ADA = 'ada@example.org';
const continueQuery = `continue_url=${encodeURIComponent(CONTINUE_URL)}`;

const membersOf = async ({ publication }: TestSite) =>
  (await listMembers(publication, service().database, { limit: 100 })).objects;

test('leads from the offers to the confirmation, and continue_url survives on the way', async () => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const offers = await browser.open(`/offers?${continueQuery}`);
  const toOffering = linksOf(offers.body).find((link) => link.startsWith('/free_offering')) ?? '';
  const offering = await browser.open(toOffering);
  const toForm = linksOf(offering.body).find((link) => link.startsWith('/free_offering/subscribe')) ?? '';
  const codePage = await browser.submit(await browser.open(toForm), { email: ADA, name: ' Ada Lovelace ' });
  expect(Object.keys(formOf(codePage).fields)).toEqual(['csrf_token', 'code']);
  const confirmation = await browser.submit(codePage, { code: await browser.newestCode(ADA) });
  expect(headingOf(confirmation.body)).toBe('You are subscribed');
  expect(linksOf(confirmation.body)).toContain(CONTINUE_URL);
  expect((await membersOf(site)).map(({ email, name, newsletterSlugs }) => ({ email, name, newsletterSlugs }))).toEqual(
    [{ email: ADA, name: 'Ada Lovelace', newsletterSlugs: ['weekly'] }],
  );
});

test('shows no link to continue with when there is nothing to continue to', async () => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const codePage = await browser.submit(
    await browser.open('/free_offering/subscribe?continue_url=https://evil.example/'),
    { email: ADA },
  );
  const confirmation = await browser.submit(codePage, { code: await browser.newestCode(ADA) });
  expect(linksOf(confirmation.body).filter((link) => !link.startsWith('/') && link !== '#main')).toEqual([]);
});

test('rule 3: a link with email mails the code and goes straight to the code page', async () => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const answer = await browser.get(`/free_offering/subscribe?email=${encodeURIComponent(ADA)}&${continueQuery}`);
  expect([answer.statusCode, locationOf(answer)]).toEqual([303, expect.stringMatching(/^\/email-code\/emc_/)]);
  expect(await browser.mails(ADA)).toHaveLength(1);
  const confirmation = await browser.submit(await browser.follow(answer), { code: await browser.newestCode(ADA) });
  expect(linksOf(confirmation.body)).toContain(CONTINUE_URL);
});

test.each([
  ['an image', { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' }],
  ['a frame', { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' }],
  ['a prefetch', { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch;prerender' }],
])('mails nothing when a link with email is loaded as %s', async (_what, headers) => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const page = await browser.get(`/free_offering/subscribe?email=${ADA}`, headers);
  expect([page.statusCode, formOf(page).fields['email']]).toEqual([200, ADA]);
  expect(await browser.mails(ADA)).toEqual([]);
});

test('mails nothing on HEAD', async () => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  expect((await browser.send('HEAD', `/free_offering/subscribe?email=${ADA}`, undefined, {})).statusCode).toBe(200);
  expect(await browser.mails(ADA)).toEqual([]);
});

test('shows a link with an address that can be none as a faulty form', async () => {
  const page = await (await givenSite(service())).newBrowser().get('/free_offering/subscribe?email=nobody');
  expect([page.statusCode, titleOf(page.body)]).toEqual([422, 'Error: Create your account – The Weekly Test']);
  expect(formOf(page).fields['email']).toBe('nobody');
});

test('names every faulty field, each linked to it', async () => {
  const browser = (await givenSite(service())).newBrowser();
  const page = await browser.submit(await browser.open('/free_offering/subscribe'), {
    email: '',
    name: 'x'.repeat(256),
  });
  expect(page.statusCode).toBe(422);
  expect(linksOf(page.body)).toEqual(expect.arrayContaining(['#email', '#name']));
});

test('subscribes a signed-in customer by one click', async () => {
  const site = await givenSite(service());
  const browser = await site.signedIn(ADA);
  const confirmation = await browser.submit(await browser.open(`/free_offering/subscribe?${continueQuery}`));
  expect(headingOf(confirmation.body)).toBe('You are subscribed');
  expect(linksOf(confirmation.body)).toContain(CONTINUE_URL);
  expect((await membersOf(site))[0]?.newsletterSlugs).toEqual(['weekly']);
});

test('counts who receives the free letters as subscribed, on its pages only', async () => {
  const site = await givenSite(service());
  const browser = await site.signedIn(ADA);
  await browser.submit(await browser.open('/free_offering/subscribe'));
  expect(locationOf(await browser.get(`/free_offering?${continueQuery}`))).toBe(CONTINUE_URL);
  expect(mainTextOf((await browser.open('/free_offering/subscribe')).body)).toContain('You are already subscribed.');
});

test('signs a known person up again without a second record, and keeps the name they had', async () => {
  const site = await givenSite(service());
  await site.api.post('/customers', { email: ADA, name: 'Ada Lovelace' });
  const browser = site.newBrowser();
  const codePage = await browser.submit(await browser.open('/free_offering/subscribe'), {
    email: ADA,
    name: 'Somebody else',
  });
  await browser.submit(codePage, { code: await browser.newestCode(ADA) });
  expect((await membersOf(site)).map(({ name, newsletterSlugs }) => [name, newsletterSlugs])).toEqual([
    ['Ada Lovelace', ['weekly']],
  ]);
});

test('answers 404 where the publication has no free offering', async () => {
  const browser = new Browser(service(), (await givenPublication(service())).publication);
  for (const path of ['/free_offering', '/free_offering/subscribe', '/free_offering/subscribed'])
    expect((await browser.get(path)).statusCode).toBe(404);
  expect(mainTextOf((await browser.get('/offers')).body)).not.toContain('Free');
});
