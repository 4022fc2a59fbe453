// What the fuzzed server holds when the run begins: one publication with something to subscribe to, an API key, and an application.
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/database/clock.ts';
import type { Transaction } from '../../src/database/connection.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import { createNewsletter } from '../../src/models/catalog/newsletter.ts';
import { createOffer } from '../../src/models/catalog/offer.ts';
import { createPlan } from '../../src/models/catalog/plan.ts';
import { createPrice } from '../../src/models/catalog/price.ts';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { createSubscription } from '../../src/models/money/subscription.ts';
import { createCustomer, findOrCreateVerifiedCustomer } from '../../src/models/people/customer.ts';
import { createApiKey } from '../../src/models/publication/api-key.ts';
import { createPublication, type Publication } from '../../src/models/publication/publication.ts';
import { issueAccessToken } from '../../src/models/sign-in/access-token.ts';
import { findGrant, issueAuthorizationCode } from '../../src/models/sign-in/authorization-code.ts';
import { createOauthApplication, type OauthApplication } from '../../src/models/sign-in/oauth-application.ts';
import { startSession } from '../../src/models/sign-in/session.ts';

/** More than a run signs out. */
const SESSIONS = 200;

/** Fills the database of this configuration, and gives what schemathesis.toml asks for by name. */
export async function seed(environment: Record<string, string>, siteUrl: string): Promise<Record<string, string>> {
  const config = readConfig(environment);
  const database = openDatabase(config.databaseUrl);
  const clock = systemClock;
  const secretKeys = new SecretKeys(config.secretKeys);
  try {
    await migrate(database, 'test');
    return await database.transaction(async (transaction) => {
      const publication = await createPublication(transaction, clock, { name: 'The Weekly Fuzz', siteUrl });
      const { key } = await createApiKey(publication, transaction, clock, { environment: config.environment });
      const plan = await createPlan(publication, transaction, clock, { slug: 'supporter', name: 'Supporter' });
      const price = await createPrice(publication, transaction, clock, {
        planId: plan.id,
        amount: 500,
        currency: 'EUR',
        interval: 'month',
      });
      const customer = await createCustomer(publication, transaction, clock, secretKeys, {
        email: parseEmailAddress('ada@example.com'),
      });
      const settings = {
        name: 'Website',
        redirectUri: 'https://www.example.com/callback',
        postLogoutRedirectUri: 'https://www.example.com/bye',
      };
      const { application, clientSecret } = await createOauthApplication(publication, transaction, clock, settings, {
        allowsLoopbackHttp: true,
      });
      // Enough that a page of any size has a next one, so that those links are followed.
      for (let made = 0; made < 120; made += 1)
        await seedOneOfEach(publication, transaction, secretKeys, plan.id, made);
      const sessions = await signInOften(publication, transaction);
      const accessToken = await signInTo(application, publication, transaction);
      return {
        FUZZ_ACCESS_TOKEN: accessToken,
        FUZZ_API_KEY: key,
        FUZZ_CLIENT_ID: application.clientId,
        FUZZ_CLIENT_SECRET: clientSecret,
        FUZZ_CUSTOMER_ID: customer.id,
        FUZZ_PLAN_ID: plan.id,
        FUZZ_PRICE_ID: price.id,
        FUZZ_SESSIONS: sessions.join(','),
        FUZZ_SITE_URL: siteUrl,
      };
    });
  } finally {
    await database.close();
  }
}

/** A customer who subscribes to the common plan and to one of their own, which an offer sells, and a newsletter. */
async function seedOneOfEach(
  publication: Publication,
  transaction: Transaction,
  secretKeys: SecretKeys,
  commonPlanId: string,
  number: number,
): Promise<void> {
  const clock = systemClock;
  const customer = await createCustomer(publication, transaction, clock, secretKeys, {
    email: parseEmailAddress(`m${number}@example.com`),
  });
  const plan = await createPlan(publication, transaction, clock, { slug: `plan-${number}`, name: `Plan ${number}` });
  const price = await createPrice(publication, transaction, clock, {
    planId: plan.id,
    amount: 500,
    currency: 'EUR',
    interval: 'year',
  });
  await createOffer(publication, transaction, clock, {
    slug: `offer-${number}`,
    name: `Offer ${number}`,
    planId: plan.id,
    priceIds: [price.id],
  });
  await createNewsletter(publication, transaction, clock, { slug: `letter-${number}`, name: `Letter ${number}` });
  await createSubscription(publication, transaction, clock, {
    customerId: customer.id,
    planId: plan.id,
    priceId: price.id,
    complimentary: false,
  });
  await createSubscription(publication, transaction, clock, {
    customerId: customer.id,
    planId: commonPlanId,
    complimentary: true,
  });
}

/** A reader's access token of the application. */
async function signInTo(
  application: OauthApplication,
  publication: Publication,
  transaction: Transaction,
): Promise<string> {
  const { id: customerId } = await findOrCreateVerifiedCustomer(publication, transaction, systemClock, {
    address: parseEmailAddress('reader@example.com'),
  });
  const { sid } = await startSession(publication, transaction, systemClock, { customerId, browser: null });
  const request = {
    applicationId: application.id,
    sessionId: sid,
    redirectUri: application.redirectUri,
    scope: 'openid email profile',
    nonce: null,
    codeChallenge: null,
    acr: null,
  };
  const grant = await findGrant(
    publication,
    transaction,
    systemClock,
    await issueAuthorizationCode(publication, transaction, systemClock, request),
  );
  if (grant === undefined) throw new Error('the authorization code was not stored');
  return issueAccessToken(publication, transaction, systemClock.now(), grant);
}

/** The cookies of browsers that are signed in: each is good until a request signs it out. */
async function signInOften(publication: Publication, transaction: Transaction): Promise<string[]> {
  const { id: customerId } = await findOrCreateVerifiedCustomer(publication, transaction, systemClock, {
    address: parseEmailAddress('often@example.com'),
  });
  const cookies: string[] = [];
  for (let made = 0; made < SESSIONS; made += 1)
    cookies.push((await startSession(publication, transaction, systemClock, { customerId, browser: null })).cookie);
  return cookies;
}
