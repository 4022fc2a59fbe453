// Finds the publication by the Host header of the request, which must be that of its site_url (decisions 32). Forwarded
// headers are ignored.
import type { Database } from '../database/connection.ts';
import { enterPublication } from '../database/scope.ts';
import { checkNotMoved } from '../models/publication/moved-host.ts';
import { findPublicationByHost, type PublicationRow } from '../models/publication/publication.ts';
import { findMovedSite } from '../models/publication/site-host.ts';
import { UnknownSite } from './errors.ts';
import type { BrowserRequest, CookieNames, Site } from './site.ts';

/** The publication (the tenant) together with its site. */
export type PublicationSite = PublicationRow & Site;

export const PUBLICATION_COOKIES: CookieNames = {
  session: 'masthead_session',
  browser: 'masthead_browser',
  device: 'masthead_device',
};

/** What the sites of all publications have in common. */
const SHARED: Pick<Site, 'cookies' | 'home' | 'navigation' | 'languagePath'> = {
  cookies: PUBLICATION_COOKIES,
  home: '/',
  navigation: [
    { href: '/offers', text: 'layout.offers' },
    { href: '/', text: 'layout.account' },
  ],
  languagePath: '/language',
};
/** A name, an IPv4 or a bracketed IPv6 address, with an optional port. */
const HOST = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

export function toSite(publication: PublicationRow): PublicationSite {
  return { ...publication, ...SHARED };
}

/** Throws UnknownSite where no publication has the host. */
export async function getPublication(
  service: { readonly database: Database },
  request: Pick<BrowserRequest, 'headers'>,
): Promise<PublicationSite> {
  const publication = await findPublicationOf(service, request);
  if (publication === undefined) throw new UnknownSite('no publication has this host');
  return publication;
}

/**
 * Undefined where no publication has the host; for error pages, which are shown with and without a publication. Throws
 * PublicationAway for one that is being moved to another database, or was.
 */
export async function findPublicationOf(
  service: { readonly database: Database },
  request: Pick<BrowserRequest, 'headers'>,
): Promise<PublicationSite | undefined> {
  const { host } = request.headers;
  if (host === undefined || !HOST.test(host)) return undefined;
  const found = await findPublicationByHost(service.database, host);
  if (found === undefined) await checkNotMoved(service.database, host);
  else enterPublication(found);
  return found && toSite(found);
}

/** The publication that had the request's host before; undefined for any other host. */
export async function findFormerPublicationOf(
  service: { readonly database: Database },
  request: Pick<BrowserRequest, 'headers'>,
): Promise<PublicationSite | undefined> {
  const siteUrl = await findMovedSiteOf(service, request);
  const found = siteUrl && (await findPublicationByHost(service.database, new URL(siteUrl).host));
  if (!found) return undefined;
  enterPublication(found);
  return toSite(found);
}

/** The site URL of the publication that had the request's host before; undefined for any other host. */
export async function findMovedSiteOf(
  service: { readonly database: Database },
  { headers: { host } }: Pick<BrowserRequest, 'headers'>,
): Promise<string | undefined> {
  return host !== undefined && HOST.test(host) ? findMovedSite(service.database, host) : undefined;
}
