// Which publication a request is for: the one whose site_url has the request's Host (decisions 32). Forwarded headers are not looked at.
import type { IncomingHttpHeaders } from 'node:http';
import type { Database } from '../database/connection.ts';
import { findPublicationByHost, type PublicationRow } from '../models/publication/publication.ts';

/** What the browser doors need of a request, whether Fastify's own or one bound by the contract. */
export interface BrowserRequest {
  readonly headers: IncomingHttpHeaders;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** Of the visitor, as far as the proxies named in the configuration are believed. */
  readonly ip: string;
}

/** No publication has this host: answered by a page that shows nothing of any publication. */
export class UnknownSite extends Error {
  override readonly name = 'UnknownSite';
}

/** A name, an IPv4 or a bracketed IPv6 address, with an optional port. */
const HOST = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Throws UnknownSite. */
export async function getPublication(
  service: { readonly database: Database },
  request: Pick<BrowserRequest, 'headers'>,
): Promise<PublicationRow> {
  const publication = await findPublicationOf(service, request);
  if (publication === undefined) throw new UnknownSite('no publication has this host');
  return publication;
}

/** For the pages that have to look right with and without a publication, such as those that tell of an error. */
export async function findPublicationOf(
  service: { readonly database: Database },
  request: Pick<BrowserRequest, 'headers'>,
): Promise<PublicationRow | undefined> {
  const { host } = request.headers;
  return host !== undefined && HOST.test(host) ? findPublicationByHost(service.database, host) : undefined;
}
