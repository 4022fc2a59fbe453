// The OAuth application for which a visitor signs in: its name is shown, and form-action must allow the redirect to it.
import type { PublicationRow } from '../../models/publication/publication.ts';
import { findSiteAndClient, type Client } from '../../models/sign-in/client.ts';
import { redirectUrisOf } from '../../models/sign-in/oauth-application.ts';
import type { Service } from '../../service.ts';
import { authorizationParameter } from '../../site/destinations.ts';

/**
 * Undefined where the sign-in returns to the account page, or the authorization request names no application of this
 * publication.
 */
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
 * Sources for form-action. Our choice: every host of the redirect URIs' schemes, because Chromium applies form-action to
 * each redirect that follows, and an application may redirect on from its redirect URI, such as to its www host.
 */
export function originsOf(application: Client | undefined): string[] {
  return application === undefined ? [] : [...new Set(redirectUrisOf(application).map((uri) => new URL(uri).protocol))];
}

/**
 * Sources for form-action: a form of a visitor who has a subscription redirects to continue_url (service.md, Endpoints
 * A, rule 2).
 */
export function continueOrigins(continueUrl: string | undefined): string[] {
  return continueUrl === undefined ? [] : [new URL(continueUrl).protocol];
}
