// A publication with what publishers ask about: readers who pay, whose payment failed, who left, whose mail came back, or who cannot get in, each by
// what they did themselves. It listens on loopback, so that a browser opens its dashboard, and its clock ends at the real time.
import { cancelSubscription } from '../../../src/models/money/subscription.ts';
import { createOauthApplication } from '../../../src/models/sign-in/oauth-application.ts';
import { issueSignInLink } from '../../../src/models/staff/sign-in-link.ts';
import { cancelAtPeriodEnd, subscriptionDetailsOf } from '../../../src/payments/subscription.ts';
import { startWorker, type Worker } from '../../../src/worker.ts';
import { findFreePort } from '../databases/postgres-server.ts';
import { REDIRECT_URI, RelyingParty } from '../outside/relying-party.ts';
import { LATER_FAILING_CARD } from '../publications/cards.ts';
import { reportMail } from '../publications/mail-report.ts';
import { toPayingSite, type PayingSite } from '../publications/paying.ts';
import { givenSite } from '../publications/site.ts';
import { givenStaff } from '../publications/staff.ts';
import { MovableClock } from '../service/clock.ts';
import { openService, type TestService } from '../service/service.ts';

const DAY_MILLISECONDS = 24 * 3600 * 1000;

export interface QuestionsPublication {
  readonly site: PayingSite;
  readonly service: TestService;
  readonly worker: Worker;
  /** Signs in to the dashboard once, as the owner. */
  readonly link: string;
  readonly overview: string;
  close(): Promise<void>;
}

export async function givenQuestionsPublication(): Promise<QuestionsPublication> {
  const port = await findFreePort();
  const clock = new MovableClock();
  const end = clock.now().getTime();
  const lastMonth = new Date(end);
  lastMonth.setUTCHours(12, 0, 0, 0);
  lastMonth.setUTCMonth(lastMonth.getUTCMonth() - 1, 5);
  const goTo = (time: number): void => clock.advance((time - clock.now().getTime()) / 1000);
  goTo(lastMonth.getTime() - 32 * DAY_MILLISECONDS);
  const service = await openService({ PORT: String(port), API_URL: `http://localhost:${port}` }, clock);
  const site = toPayingSite(await givenSite(service, { siteUrl: 'https://weekly.example.test' }));
  await givenReaders(site);
  const since = [
    { at: lastMonth.getTime(), happens: () => loseReader(site) },
    {
      at: end - 31 * DAY_MILLISECONDS,
      happens: () => site.payingCustomer('dora@example.org', LATER_FAILING_CARD),
    },
  ];
  for (const { at, happens } of since.toSorted((one, other) => one.at - other.at)) {
    goTo(at);
    await site.settle();
    await happens();
  }
  goTo(end);
  await site.settle();
  await site.payingCustomer('eve@example.org');
  await site.payingCustomer('ada@example.org');
  const worker = startWorker(service, undefined, {
    post: async (url, body, headers) => (await site.deliver({ url, body, headers })).statusCode,
  });
  await letNobodyIn(site, worker);
  await service.app.listen({ port, host: '127.0.0.1' });
  const staffId = await givenStaff(service, site.publication, 'owner');
  const token = await service.database.transaction((transaction) =>
    issueSignInLink(transaction, clock, { staffId, lifetimeSeconds: 60 }),
  );
  const close = async (): Promise<void> => {
    await worker.stop();
    await service.close();
  };
  const dashboard = `http://localhost:${port}/dashboard`;
  const [link, overview] = [`${dashboard}/link/${token}`, `${dashboard}/${site.publication.id}`];
  return { site, service, worker, link, overview, close };
}

/** Three who pay, of whom Lena canceled at the end of her first month, and two of the weekly newsletter. */
async function givenReaders(site: PayingSite): Promise<void> {
  const { service, publication } = site;
  for (const name of ['bob', 'lena', 'leo']) await site.payingCustomer(`${name}@example.org`);
  const lena = await site.customer('lena@example.org');
  await cancelAtPeriodEnd(service, publication, lena.id, await subscriptionOf(site, lena.id));
  for (const name of ['nora', 'nick']) {
    const { id } = (await site.api.post('/customers', { email: `${name}@example.org` })).json<{ id: string }>();
    await site.api.post(`/customers/${id}/newsletters`, { newsletter_slugs: 'weekly' });
  }
}

/** Leo wrote that it was too expensive. */
async function loseReader(site: PayingSite): Promise<void> {
  const { service, publication } = site;
  const id = await subscriptionOf(site, (await site.customer('leo@example.org')).id);
  await service.database.transaction((transaction) =>
    cancelSubscription(publication, transaction, service.clock, id, 'too_expensive'),
  );
}

async function subscriptionOf({ service, publication }: PayingSite, customerId: string): Promise<string> {
  return (await subscriptionDetailsOf(service, publication, customerId))[0]?.subscriptionId ?? '';
}

/** A code that came back, one that was never typed, the limit of codes, and a website that asks with another address. */
async function letNobodyIn(site: PayingSite, worker: Worker): Promise<void> {
  const { service, publication } = site;
  await site.newBrowser().askForCode('ada@example.org');
  await worker.settle();
  const [code]: { id: string }[] = await service.database
    .knex('deliveries')
    .where({ publicationId: publication.id, purpose: 'email_code' })
    .select('id');
  await reportMail(service, code?.id ?? '');
  await site.newBrowser().askForCode('bob@example.org');
  const browser = site.newBrowser();
  for (let count = 0; count < 4; count += 1) await browser.askForCode('eve@example.org');
  const { database, clock } = service;
  const settings = { name: 'The Website', redirectUri: REDIRECT_URI };
  const { application, clientSecret } = await database.transaction((transaction) =>
    createOauthApplication(publication, transaction, clock, settings, { allowsLoopbackHttp: false }),
  );
  const party = new RelyingParty(service, site, application, clientSecret);
  await party.authorize(await site.signedIn('nora@example.org'), { redirect_uri: 'https://old.example.test/callback' });
  await worker.settle();
}
