// Decisions 34: settings and sites belong together. Settings that are good for this machine alone serve no site that
// others can reach, whether they were made for the demo or forgotten.
import { InvalidConfig, isLocalDemo, type Config } from './config.ts';
import type { Connection } from './database/connection.ts';
import { isLoopbackHost } from './loopback.ts';
import { InvalidValue } from './models/errors.ts';
import { listSiteUrls } from './models/publication/publication.ts';
import { toSiteUrl, type SiteRules } from './models/publication/site-address.ts';

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

/**
 * Where publishers may have their publications answer. Every site is https but those of the local demo, which are at its
 * own port of a loopback domain.
 */
export function siteRulesOf(config: Config): SiteRules {
  const { apiUrl, dashboardUrl, sitesDomain: domain } = config;
  const isDemo = isLocalDemo(config) && domain !== undefined && isLoopbackHost(domain);
  const { hostname, port } = new URL(dashboardUrl ?? apiUrl);
  return {
    scheme: isDemo ? 'http://' : 'https://',
    domain,
    port: isDemo && port !== '' ? `:${port}` : '',
    target: domain ?? hostname,
    taken: [apiUrl, dashboardUrl ?? apiUrl].map((url) => new URL(url).host),
  };
}

/** Throws InvalidValue for a host that these settings may not serve, and which would keep the service from its next start. */
export function checkServable(config: Config, host: string): void {
  if (config.faultsOfSite(toSiteUrl(siteRulesOf(config), host)).length > 0)
    throw new InvalidValue('host', 'The settings of this deployment are for this machine alone', 'only-here');
}
