// The overview of a publication: what is missing before the first sale and before going live, judged by what is there, with
// links that the visitor's role may follow.
import { expect, test } from 'vitest';
import { archiveOffer, createOffer } from '../../src/models/catalog/offer.ts';
import { createPlan } from '../../src/models/catalog/plan.ts';
import { createPrice } from '../../src/models/catalog/price.ts';
import { createApiKey, revokeApiKey } from '../../src/models/publication/api-key.ts';
import { updatePublication, type Publication } from '../../src/models/publication/publication.ts';
import { keepStripeAccount } from '../../src/payments/stripe/connection.ts';
import type { Browser } from '../support/browser/browser.ts';
import { linksOf, mainTextOf, textOf } from '../support/browser/html.ts';
import { PRODUCTION_SETTINGS } from '../support/processes/command-line.ts';
import { LATER_FAILING_CARD } from '../support/publications/cards.ts';
import { givenMailReport } from '../support/publications/mail-report.ts';
import { givenPayingSite } from '../support/publications/paying.ts';
import { newApplication, newPublication, signIn } from '../support/publications/signed-in.ts';
import { givenSite } from '../support/publications/site.ts';
import { DASHBOARD, signedInStaff } from '../support/publications/staff.ts';
import { openService, useService } from '../support/service/service.ts';

const service = useService(DASHBOARD);

const STEPS = [
  'Create a plan',
  'Create an offer',
  'Set up payments',
  'Choose your colours',
  'Connect your website',
  'Create an API key',
];
const LIVE = ['A mail server', 'A web address with https', 'Real payments'];

/** Which steps of a panel have their tick. */
async function ticks(staff: Browser, { id }: Publication, names = STEPS): Promise<string[]> {
  const { body } = await staff.open(`/dashboard/${id}`);
  const lines = [...body.matchAll(/<li class="step-(done|open)">([^]*?)<\/li>/g)];
  const done = lines.flatMap(([, state, text = '']) => (state === 'done' ? [textOf(text)] : []));
  return names.filter((name) => done.some((text) => text.startsWith(name) && text.endsWith(' done')));
}

test('each step has its tick once it is done, and the list goes when all are', async () => {
  const { database, clock, config } = service();
  const publication = await newPublication(service());
  const owner = await signedInStaff(service(), publication, 'owner', `o@${publication.siteHost}`);
  const within = database.transaction.bind(database);
  // What another publication has counts for nothing.
  const other = await givenSite(service());
  await signIn(service(), other.publication, [await newApplication(service(), other.publication, null)]);
  expect(await ticks(owner, publication)).toEqual(['Set up payments']);

  const plan = await within((t) => createPlan(publication, t, clock, { slug: 'all', name: 'All' }));
  const { apiKey } = await within((t) => createApiKey(publication, t, clock, config));
  expect(await ticks(owner, publication)).toEqual(['Create a plan', 'Set up payments', 'Create an API key']);
  await within((t) => revokeApiKey(publication, t, clock, apiKey.id));
  const priced = { planId: plan.id, amount: 500, currency: 'EUR', interval: 'month' } as const;
  const price = await within((t) => createPrice(publication, t, clock, priced));
  const offer = { slug: 'all', name: 'All', description: null, planId: plan.id, priceIds: [price.id] };
  await within((t) => createOffer(publication, t, clock, offer));
  expect(await ticks(owner, publication)).toEqual(['Create a plan', 'Create an offer', 'Set up payments']);
  // It needs a price of its own: what another publication sells under the same id is none.
  const [priceless] = await database.knex('offers').where({ publicationId: publication.id });
  await within(async ({ knex }) => {
    await knex('offer_prices').where({ publicationId: publication.id }).delete();
    const owned = { publicationId: other.publication.id };
    await knex('offers').insert({ ...priceless, ...owned, slug: 'copy', planId: other.plan.id });
    await knex('offer_prices').insert({ ...owned, offerId: priceless?.id, priceId: other.price.id });
  });
  expect(await ticks(owner, publication)).not.toContain('Create an offer');
  await within((t) => archiveOffer(publication, t, clock, 'all'));
  expect(await ticks(owner, publication)).toEqual(['Create a plan', 'Set up payments']);

  await within((t) => createOffer(publication, t, clock, { ...offer, slug: 'more' }));
  await within((t) => updatePublication(t, publication.id, { brandColor: '#112233' }));
  const application = await newApplication(service(), publication, null);
  expect(await ticks(owner, publication)).not.toContain('Connect your website');
  await signIn(service(), publication, [application]);
  expect(await ticks(owner, publication)).toEqual(STEPS.slice(0, 5));
  await within((t) => createApiKey(publication, t, clock, config));
  const { body } = await owner.open(`/dashboard/${publication.id}`);
  expect(mainTextOf(body)).not.toContain('Before the first sale');
  for (const page of ['offers', 'subscribe', 'gift', ''])
    expect(linksOf(body)).toContain(`${publication.siteUrl}/${page}`);
  expect(linksOf(body)).not.toContain(`${publication.siteUrl}/free_offering`);
});

test('the first step that the visitor can do is marked as the next one', async () => {
  const { database, clock } = service();
  const publication = await newPublication(service());
  const owner = await signedInStaff(service(), publication, 'owner', `o@${publication.siteHost}`);
  const viewer = await signedInStaff(service(), publication, 'viewer', `v@${publication.siteHost}`);
  const nextOf = async (staff: Browser) =>
    mainTextOf((await staff.open(`/dashboard/${publication.id}`)).body).match(/\S+ \S+ \S+ next\b/g);
  expect(await nextOf(owner)).toEqual(['readers subscribe to next']);
  const plan = await database.transaction((t) => createPlan(publication, t, clock, { slug: 'all', name: 'All' }));
  expect(plan.slug).toBe('all');
  expect(await nextOf(owner)).toEqual(['with a price next']);
  expect(await nextOf(viewer)).toEqual(['with a price next']);
});

test('each step leads to where it is done, for those who may', async () => {
  const publication = await newPublication(service());
  const base = `/dashboard/${publication.id}`;
  const stepsOf = async (role: 'owner' | 'viewer') => {
    const staff = await signedInStaff(service(), publication, role, `${role}@${publication.siteHost}`);
    const { body } = await staff.open(base);
    const links = linksOf(/<ul class="steps">[^]*?<\/ul>/.exec(body)?.[0] ?? '');
    for (const link of links) expect([link, (await staff.get(link)).statusCode]).toEqual([link, 200]);
    return links.map((link) => link.slice(base.length));
  };
  expect(await stepsOf('owner')).toEqual(expect.arrayContaining(['/offers', '/payments', '/settings', '/keys']));
  const seen = await stepsOf('viewer');
  expect(seen).toEqual(expect.arrayContaining(['/offers', '/settings']));
  for (const path of ['/payments', '/keys']) expect(seen).not.toContain(path);
});

test('a test environment is not live, and production is with mail, https and a gateway that moves money', async () => {
  const publication = await newPublication(service());
  const owner = await signedInStaff(service(), publication, 'owner', `o@${publication.siteHost}`);
  expect(await ticks(owner, publication, LIVE)).toEqual(['A web address with https']);

  const production = await openService({ ...DASHBOARD, ...PRODUCTION_SETTINGS, TRUST_PROXY: '198.18.0.0/15' });
  try {
    const live = await newPublication(production);
    const liveOwner = await signedInStaff(production, live, 'owner', `o@${live.siteHost}`);
    expect(await ticks(liveOwner, live, LIVE)).toEqual(['A mail server', 'A web address with https']);
    expect(await ticks(liveOwner, live)).toEqual([]);
    const account = { kind: 'own', secretKey: 'sk_live_1', webhookSecrets: ['whsec_a'] } as const;
    await production.database.transaction((transaction) =>
      keepStripeAccount(live, transaction, production.clock, production.secretKeys, account),
    );
    const { body } = await liveOwner.open(`/dashboard/${live.id}`);
    expect(mainTextOf(body)).not.toContain('Before going live');
    expect(await ticks(liveOwner, live)).toEqual(['Set up payments']);
  } finally {
    await production.close();
  }
});

test('what needs attention stands on the overview, with a link to where it is seen to, for the roles that may', async () => {
  const site = await givenPayingSite(service());
  const { publication } = site;
  const base = `/dashboard/${publication.id}`;
  const owner = await signedInStaff(service(), publication, 'owner', `o@${publication.siteHost}`);
  const viewer = await signedInStaff(service(), publication, 'viewer', `v@${publication.siteHost}`);
  const linesFor = async (staff: Browser) => {
    const panel = /<section class="panel attention">[^]*?<\/section>/.exec((await staff.open(base)).body)?.[0] ?? '';
    for (const link of linksOf(panel)) expect([link, (await staff.get(link)).statusCode]).toEqual([link, 200]);
    return [...panel.matchAll(/<li>[^]*?<\/li>/g)].map(([text]) => textOf(text).trim());
  };
  expect(await linesFor(owner)).toEqual([]);

  await site.signedIn('gone@needs.example');
  await givenMailReport(service(), publication, 'gone@needs.example');
  await site.newBrowser().get('/oauth/authorize?client_id=nobody');
  for (const name of ['one', 'two'])
    await owner.submit(
      await owner.open(`${base}/imports`),
      { rows: `email\n${name}@needs.example` },
      `${base}/imports`,
    );
  await site.payingCustomer('late@needs.example', LATER_FAILING_CARD);
  await site.pass('32 days');
  const forAll = ['The payment of one reader failed', 'Mails no longer reach one reader'];
  expect(await linesFor(viewer)).toEqual(forAll);
  expect(await linesFor(owner)).toEqual([
    ...forAll,
    'A website asked for a sign-in and was refused, within the last day',
    '2 imports wait for you',
  ]);
});

test('a gateway that collects and is not connected stands on the overview; its subscriptions stay until it is', async () => {
  const { database, clock, secretKeys } = service();
  const site = await givenPayingSite(service());
  const { publication } = site;
  const owner = await signedInStaff(service(), publication, 'owner', `o@${publication.siteHost}`);
  await site.payingCustomer('paying@moved.example');
  const textOfOverview = async () => mainTextOf((await owner.open(`/dashboard/${publication.id}`)).body);
  expect(await textOfOverview()).not.toContain('Connect your payment gateway');

  // As an export leaves it that is brought back in another deployment.
  const billings = () => database.knex('billings').where({ publicationId: publication.id });
  await database.transaction(async ({ knex }) => {
    await knex('billings').where({ publicationId: publication.id }).update({ gateway: 'stripe' });
  });
  expect(await textOfOverview()).toContain('Connect your payment gateway');
  // The sandbox knows it still, and makes a record of its own of it.
  const moved = () => billings().where({ gateway: 'stripe' });
  const [before] = await moved();
  const subscription = () => database.knex('subscriptions').where({ id: before?.subscriptionId });
  const held = await subscription();
  await site.pass('40 days');
  expect(await moved()).toEqual([before]);
  expect(await subscription()).toEqual(held);

  const account = { kind: 'own', secretKey: 'sk_test_1', webhookSecrets: ['whsec_a'] } as const;
  await database.transaction((transaction) => keepStripeAccount(publication, transaction, clock, secretKeys, account));
  expect(await textOfOverview()).not.toContain('Connect your payment gateway');
});
