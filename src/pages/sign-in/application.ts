// The OAuth application for which a visitor signs in: its name is shown, and the form that ends in a redirect to it must allow it.
import type { PublicationRow } from '../../models/publication/publication.ts';
import { findSiteAndClient, type Client } from '../../models/sign-in/client.ts';
import type { Service } from '../../service.ts';
import { authorizationParameter } from '../../site/destinations.ts';

/** Undefined where sign-in leads to the account page or the authorization request names no application of this publication. */
export async function findApplicationOf(
  service: Service,
  publication: PublicationRow,
  returnPath: string | undefined,
): Promise<Client | undefined> {
  const clientId = authorizationParameter(returnPath, 'client_id');
  if (clientId === undefined) return undefined;
  return (await findSiteAndClient(service.database, publication.siteHost, clientId))?.client;
}

/**
 * As a source of the Content-Security-Policy. Our choice: every host of the redirect URI's scheme, since Chromium holds form-action against
 * each redirect that follows, and where an application goes on to from its redirect URI, such as to its www host, nobody registers.
 */
export function originsOf(application: Client | undefined): string[] {
  return application === undefined ? [] : [new URL(application.redirectUri).protocol];
}

/** A form whose sender turns out to have a subscription leads to continue_url (service.md, Endpoints A, rule 2), and on from there likewise. */
export function continueOrigins(continueUrl: string | undefined): string[] {
  return continueUrl === undefined ? [] : [new URL(continueUrl).protocol];
}
