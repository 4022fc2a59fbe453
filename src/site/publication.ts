// A publication's site: that of the publication whose site_url has the request's Host (decisions 32). Forwarded headers are not looked at.
import type { Database } from '../database/connection.ts';
import { findPublicationByHost, type PublicationRow } from '../models/publication/publication.ts';
import { UnknownSite } from './errors.ts';
import type { BrowserRequest, CookieNames, Site } from './site.ts';

/** The tenant, and its site. */
export type PublicationSite = PublicationRow & Site;

export const PUBLICATION_COOKIES: CookieNames = { session: 'masthead_session', browser: 'masthead_browser' };

/** The same on the sites of all publications. */
const SHARED: Pick<Site, 'cookies' | 'home' | 'navigation'> = {
  cookies: PUBLICATION_COOKIES,
  home: '/',
  navigation: [
    { href: '/offers', text: 'layout.offers' },
    { href: '/', text: 'layout.account' },
  ],
};
/** A name, an IPv4 or a bracketed IPv6 address, with an optional port. */
const HOST = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

export function toSite(publication: PublicationRow): PublicationSite {
  return { ...publication, ...SHARED };
}

/** Throws UnknownSite. */
export async function getPublication(
  service: { readonly database: Database },
  request: Pick<BrowserRequest, 'headers'>,
): Promise<PublicationSite> {
  const publication = await findPublicationOf(service, request);
  if (publication === undefined) throw new UnknownSite('no publication has this host');
  return publication;
}

/** For the pages that have to look right with and without a publication, such as those that tell of an error. */
export async function findPublicationOf(
  service: { readonly database: Database },
  request: Pick<BrowserRequest, 'headers'>,
): Promise<PublicationSite | undefined> {
  const { host } = request.headers;
  const found = host !== undefined && HOST.test(host) ? await findPublicationByHost(service.database, host) : undefined;
  return found && toSite(found);
}
