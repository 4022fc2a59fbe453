// What the fuzzed server holds when the run begins: one publication with something to subscribe to, an API key, and an application.
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/database/clock.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import { createApiKey } from '../../src/models/api-key.ts';
import { createCustomer } from '../../src/models/customer.ts';
import { createOauthApplication } from '../../src/models/oauth-application.ts';
import { createPlan } from '../../src/models/plan.ts';
import { createPrice } from '../../src/models/price.ts';
import { createPublication } from '../../src/models/publication.ts';

/** Fills the database of this configuration, and gives what schemathesis.toml asks for by name. */
export async function seed(environment: Record<string, string>, siteUrl: string): Promise<Record<string, string>> {
  const config = readConfig(environment);
  const database = openDatabase(config.databaseUrl);
  const clock = systemClock;
  try {
    await migrate(database);
    return await database.transaction(async (transaction) => {
      const publication = await createPublication(transaction, clock, { name: 'The Weekly Fuzz', siteUrl });
      const { key } = await createApiKey(publication, transaction, clock, config.environment);
      const plan = await createPlan(publication, transaction, clock, { slug: 'supporter', name: 'Supporter' });
      await createPrice(publication, transaction, clock, { planId: plan.id, amount: 500, currency: 'EUR', interval: 'month' });
      const customer = await createCustomer(publication, transaction, clock, new SecretKeys(config.secretKeys), { email: 'ada@example.com' });
      const settings = { name: 'Website', redirectUri: `${siteUrl}/callback` };
      const { application, clientSecret } = await createOauthApplication(publication, transaction, clock, settings, { allowsLoopbackHttp: true });
      return {
        FUZZ_API_KEY: key,
        FUZZ_CLIENT_ID: application.clientId,
        FUZZ_CLIENT_SECRET: clientSecret,
        FUZZ_CUSTOMER_ID: customer.id,
        FUZZ_PLAN_ID: plan.id,
      };
    });
  } finally {
    await database.close();
  }
}
