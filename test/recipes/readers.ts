// What a publisher and a reader do while a recipe is tried: a plan is given and taken, the reader signs out at the service, the site is checked.
import { setTimeout as sleep } from 'node:timers/promises';
import { createPlan } from '../../src/models/catalog/plan.ts';
import { cancelSubscription, createSubscription } from '../../src/models/money/subscription.ts';
import type { CheckLine } from '../../src/models/sign-in/application-finding.ts';
import { listOauthApplications } from '../../src/models/sign-in/oauth-application.ts';
import { checkApplication } from '../../src/outbound/application-check.ts';
import { createGuardedClient } from '../../src/outbound/guarded-client.ts';
import type { ProgramSite } from '../clients/program-site.ts';
import type { HttpBrowser, Page } from '../support/browser/http-browser.ts';

const PATIENCE_MILLISECONDS = 15_000;

/** Gives the customer the plan `supporter`; the function returned takes it away. */
export async function givePlan({ live }: ProgramSite, customerId: string): Promise<() => Promise<unknown>> {
  const { service, publication } = live;
  const { database, clock } = service;
  const { id } = await database.transaction(async (transaction) => {
    const plan = await createPlan(publication, transaction, clock, { slug: 'supporter', name: 'Supporter' });
    const given = { customerId, planId: plan.id, priceId: null, complimentary: true };
    return createSubscription(publication, transaction, clock, given);
  });
  return () => database.transaction((transaction) => cancelSubscription(publication, transaction, clock, id));
}

/** Signs out by the button on the account page of the service. */
export async function signOutAtService({ live }: ProgramSite, browser: HttpBrowser): Promise<void> {
  await browser.submit(await browser.open(`${live.siteUrl}/`), {}, '/sign-out');
}

/** Opens the address until the page is as expected; returns the last one. */
export async function openUntil(browser: HttpBrowser, url: string, isThere: (page: Page) => boolean): Promise<Page> {
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  for (let page = await browser.open(url); ; page = await browser.open(url)) {
    if (isThere(page) || Date.now() > deadline) return page;
    await sleep(100);
  }
}

/** The lines of `masthead application check` that are not passed, without what they say. */
export async function findings({ live, registered }: ProgramSite): Promise<Pick<CheckLine, 'check' | 'result'>[]> {
  const { service, publication } = live;
  const applications = await listOauthApplications(publication, service.database);
  const application = applications.find(({ clientId }) => clientId === registered.clientId);
  if (application === undefined) throw new Error('the application is gone');
  const client = createGuardedClient({ isLocal: true });
  const lines = await checkApplication({ ...service, publication, application, client });
  await client.close();
  return lines.filter(({ result }) => result !== 'pass').map(({ check, result }) => ({ check, result }));
}
