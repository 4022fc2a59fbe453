// A publication with content for its hosted pages: two offers, a free offering, and a host to continue to.
import { setFreeOffering } from '../../../src/models/catalog/free-offering.ts';
import { createOffer } from '../../../src/models/catalog/offer.ts';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { createSubscription } from '../../../src/models/money/subscription.ts';
import { findCustomerByEmail } from '../../../src/models/people/customer-summary.ts';
import { addContinueHost } from '../../../src/models/publication/continue-host.ts';
import { Browser } from '../browser/browser.ts';
import type { TestService } from '../service/service.ts';
import { givenPublication, type GivenPublication, type TestPublication } from './publication.ts';

export const CONTINUE_URL = 'https://www.example.org/welcome?from=masthead';

export interface TestSite extends TestPublication {
  readonly service: TestService;
  newBrowser(ip?: string): Browser;
  /** A browser that has signed in. */
  signedIn(email?: string): Promise<Browser>;
  /** A browser whose customer has an active subscription to a plan. */
  subscribed(email?: string): Promise<Browser>;
}

export async function givenSite(service: TestService, given: GivenPublication = {}): Promise<TestSite> {
  const made = await givenPublication(service, given);
  const { publication, plan, price, otherPlan, otherPrice } = made;
  const { database, clock } = service;
  const mark = given.mark ?? '';
  await database.transaction(async (transaction) => {
    await createOffer(publication, transaction, clock, {
      slug: 'supporter',
      name: `Supporter${mark}`,
      description: `Every story.${mark}`,
      planId: plan.id,
      priceIds: [price.id],
    });
    await createOffer(publication, transaction, clock, {
      slug: 'patron',
      name: `Patron${mark}`,
      description: null,
      planId: otherPlan.id,
      priceIds: [otherPrice.id],
    });
    await setFreeOffering(publication, transaction, clock, {
      name: `Free letters${mark}`,
      description: `Free of charge.${mark}`,
      newsletters: ['weekly'],
    });
    for (const host of ['www.example.org', 'shop.example.org:8443', 'xn--bcher-kva.example'])
      await addContinueHost(publication, transaction, clock, { host });
  });
  const newBrowser = (ip?: string): Browser => new Browser(service, publication, ip);
  const signedIn = async (email = 'ada@example.org'): Promise<Browser> => {
    const browser = newBrowser();
    await browser.signIn(email);
    return browser;
  };
  const subscribed = async (email = 'grace@example.org'): Promise<Browser> => {
    const browser = await signedIn(email);
    const customer = await findCustomerByEmail(publication, database, parseEmailAddress(email));
    const subscription = { customerId: customer?.id ?? '', planId: plan.id, priceId: price.id, complimentary: false };
    await database.transaction((transaction) => createSubscription(publication, transaction, clock, subscription));
    return browser;
  };
  return { ...made, service, newBrowser, signedIn, subscribed };
}
