// Decisions 34: settings and sites belong together. Settings that are good for this machine alone serve no site that
// others can reach, whether they were made for the demo or forgotten.
import { InvalidConfig, type Config } from './config.ts';
import type { Connection } from './database/connection.ts';
import { listSiteUrls } from './models/publication/publication.ts';

type SiteConfig = Pick<Config, 'faultsOfSite'>;

/** Throws InvalidConfig where a site of the database needs settings that are missing. */
export async function checkSites(config: SiteConfig, connection: Connection): Promise<void> {
  for (const siteUrl of await listSiteUrls(connection)) checkSite(config, siteUrl);
}

/** Throws InvalidConfig. Text that is no URL passes, as the publication refuses it. */
export function checkSite(config: SiteConfig, siteUrl: string): void {
  const faults = URL.canParse(siteUrl) ? config.faultsOfSite(siteUrl) : [];
  if (faults.length > 0) throw new InvalidConfig(faults);
}
