// The demo publication: created at the first start and kept at later ones; addresses follow PORT, and lost secrets are replaced.
import { createDemoCatalog } from '../../src/cli/demo/catalog.ts';
import { createDemoReaders, PastClock } from '../../src/cli/demo/readers.ts';
import type { Clock } from '../../src/database/clock.ts';
import type { Connection, Transaction } from '../../src/database/connection.ts';
import { hashSecret } from '../../src/database/secrets.ts';
import { listNewsletters } from '../../src/models/catalog/newsletter.ts';
import { listOffers } from '../../src/models/catalog/offer.ts';
import { listPlans } from '../../src/models/catalog/plan.ts';
import { listPrices } from '../../src/models/catalog/price.ts';
import { createApiKey, findApiKey } from '../../src/models/publication/api-key.ts';
import { addContinueHost } from '../../src/models/publication/continue-host.ts';
import { PAGE_LANGUAGES } from '../../src/models/publication/languages.ts';
import {
  createPublication,
  listPublications,
  updatePublication,
  type Publication,
} from '../../src/models/publication/publication.ts';
import {
  createOauthApplication,
  listOauthApplications,
  rotateClientSecret,
  updateOauthApplication,
} from '../../src/models/sign-in/oauth-application.ts';
import type { Service } from '../../src/service.ts';
import type { DemoAddresses } from './addresses.ts';
import { ensureEndpoint } from './endpoint.ts';
import type { Remembered } from './file.ts';
import { ensureOwner } from './owner.ts';

const NAME = 'The Harbour Review';
const BRAND_COLOR = '#14532d';
const APPLICATION_NAME = 'The Harbour Review on the web';
const POLICY = { allowsLoopbackHttp: true };

export type Demo = Awaited<ReturnType<typeof ensureDemo>>;

/** @param remembered ids and secrets of the last start; valid ones are kept */
export async function ensureDemo(service: Service, addresses: DemoAddresses, remembered: Remembered | undefined) {
  const { config, database, clock, secretKeys } = service;
  return database.transaction(async (transaction) => {
    const publication = await moveToPort(transaction, addresses, remembered);
    await addContinueHost(publication, transaction, clock, { host: new URL(addresses.publisher_site_url).host });
    const key = await findApiKey(transaction, remembered?.api_key ?? '');
    const isKeyGood = key?.id === publication.id && key.revokedAt === null;
    const apiKey = isKeyGood
      ? (remembered?.api_key ?? '')
      : (await createApiKey(publication, transaction, clock, { environment: config.environment })).key;
    const client = await ensureApplication(publication, transaction, clock, addresses, remembered);
    const endpoint = await ensureEndpoint(publication, transaction, { clock, secretKeys }, addresses, remembered);
    const dashboardUrl = await ensureOwner(publication, transaction, service);
    return {
      publication_id: publication.id,
      name: publication.name,
      ...addresses,
      dashboard_url: dashboardUrl,
      api_key: apiKey,
      ...client,
      ...endpoint,
      ...(await catalogOf(publication, transaction)),
    };
  });
}

/**
 * Creates the publication with its catalog and its readers, unless it is there. Before the server starts, as the past of
 * the readers is lived through by a clock of its own.
 */
export async function ensurePublication(
  parts: Pick<Service, 'config' | 'database' | 'clock' | 'secretKeys'>,
  addresses: DemoAddresses,
  remembered: Remembered | undefined,
): Promise<void> {
  const { database } = parts;
  if ((await findPublication(database, remembered)) !== undefined) return;
  const clock = new PastClock(parts.clock);
  const publication = await database.transaction(async (transaction) => {
    const created = await createPublication(transaction, clock, {
      name: NAME,
      siteUrl: addresses.site_url,
      brandColor: BRAND_COLOR,
      languages: PAGE_LANGUAGES.join(','),
      pausesSetBy: 'reader',
    });
    await createDemoCatalog(created, transaction, clock);
    return created;
  });
  await createDemoReaders(parts, publication, clock);
}

async function findPublication(
  connection: Connection,
  remembered: Remembered | undefined,
): Promise<Publication | undefined> {
  const publications = await listPublications(connection);
  return (
    publications.find(({ id }) => id === remembered?.publication_id) ??
    publications.findLast(({ name }) => name === NAME)
  );
}

async function moveToPort(
  transaction: Transaction,
  addresses: DemoAddresses,
  remembered: Remembered | undefined,
): Promise<Publication> {
  const publication = await findPublication(transaction, remembered);
  if (publication === undefined) throw new Error('the demo publication was not created');
  return updatePublication(transaction, publication.id, { siteUrl: addresses.site_url });
}

/** The demo's website as an OAuth application; a client secret that data/demo.json lacks is rotated. */
async function ensureApplication(
  publication: Publication,
  transaction: Transaction,
  clock: Clock,
  addresses: DemoAddresses,
  remembered: Remembered | undefined,
): Promise<{ client_id: string; client_secret: string }> {
  const settings = {
    name: APPLICATION_NAME,
    redirectUri: addresses.redirect_uri,
    postLogoutRedirectUri: addresses.post_logout_redirect_uri,
    backchannelLogoutUri: addresses.backchannel_logout_uri,
  };
  const applications = await listOauthApplications(publication, transaction);
  const known = applications.find(
    ({ clientId, name }) =>
      clientId === remembered?.client_id || (remembered === undefined && name === APPLICATION_NAME),
  );
  if (known === undefined) {
    const { application, clientSecret } = await createOauthApplication(
      publication,
      transaction,
      clock,
      settings,
      POLICY,
    );
    return { client_id: application.clientId, client_secret: clientSecret };
  }
  await updateOauthApplication(publication, transaction, known.id, settings, POLICY);
  const isRemembered = remembered !== undefined && hashSecret(remembered.client_secret) === known.clientSecretHash;
  return {
    client_id: known.clientId,
    client_secret: isRemembered
      ? remembered.client_secret
      : await rotateClientSecret(publication, transaction, clock, known.id),
  };
}

async function catalogOf(publication: Publication, connection: Connection) {
  const prices = await listPrices(publication, connection);
  const plans = await listPlans(publication, connection);
  const offers = await listOffers(publication, connection);
  const newsletters = await listNewsletters(publication, connection);
  return {
    plans: plans.map(({ id, slug, name }) => ({
      plan_id: id,
      slug,
      name,
      prices: prices
        .filter(({ planId }) => planId === id)
        .map((price) => ({
          price_id: price.id,
          amount: price.amount,
          currency: price.currency,
          interval: price.interval,
        })),
    })),
    offers: offers.map(({ id, slug, name, plan, prices: own }) => ({
      offer_id: id,
      slug,
      name,
      plan_id: plan.id,
      price_ids: own.map((price) => price.id),
    })),
    newsletters: newsletters.map(({ id, slug, name }) => ({ newsletter_id: id, slug, name })),
  };
}
