// The sample publisher's website beside the service, on the port after it.
import type { Config } from '../../src/config.ts';
import { toStartFailure } from '../../src/start-failure.ts';
import { startPublisherSite, type PublisherSite } from '../publisher-site/server.ts';
import { publisherSitePort } from './addresses.ts';
import type { Demo } from './publication.ts';

/** Throws StartFailure. */
export async function openPublisherSite(config: Config, demo: Demo): Promise<PublisherSite> {
  try {
    return await startPublisherSite(demo, config.host);
  } catch (error) {
    throw toStartFailure(error, { ...config, port: publisherSitePort(config) });
  }
}
