// The OAuth application for which a visitor signs in: its name is shown, and the form that ends in a redirect to it must allow its origin.
import { findSiteAndClient, type Client } from '../models/client.ts';
import type { PublicationRow } from '../models/publication.ts';
import type { Service } from '../service.ts';
import { authorizationParameter } from '../site/destinations.ts';

/** Undefined where sign-in leads to the account page or the authorization request names no application of this publication. */
export async function findApplicationOf(service: Service, publication: PublicationRow, returnPath: string | undefined): Promise<Client | undefined> {
  const clientId = authorizationParameter(returnPath, 'client_id');
  if (clientId === undefined) return undefined;
  return (await findSiteAndClient(service.database, publication.siteHost, clientId))?.client;
}

/** The registered origin, as a source of the Content-Security-Policy. */
export function originsOf(application: Client | undefined): string[] {
  return application === undefined ? [] : [new URL(application.redirectUri).origin];
}
