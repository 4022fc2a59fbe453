// Finds the publication by the Host header and its OAuth application by the client ID, in one statement.
import type { IncomingHttpHeaders } from 'node:http';
import { enterPublication } from '../database/scope.ts';
import { checkNotMoved } from '../models/publication/moved-host.ts';
import { findSiteAndClient, type SiteAndClient } from '../models/sign-in/client.ts';
import type { Service } from '../service.ts';
import { UnknownSite } from '../site/errors.ts';

/** Throws UnknownSite where no publication has the host, and PublicationAway; `client` is undefined where the client ID is unknown. */
export async function getSiteAndClient(
  service: Pick<Service, 'database'>,
  request: { readonly headers: IncomingHttpHeaders },
  clientId: string | undefined,
): Promise<SiteAndClient> {
  const host = request.headers.host ?? '';
  const found = await findSiteAndClient(service.database, host, clientId);
  if (found !== undefined) {
    enterPublication(found.publication);
    return found;
  }
  await checkNotMoved(service.database, host);
  throw new UnknownSite('no publication has this host');
}
