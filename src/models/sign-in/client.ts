// An OAuth application as the client of a request. One statement finds it by its client ID together with the
// publication of the request's host, since every request to the provider needs both. Another publication's client is
// unknown.
import type { Connection } from '../../database/connection.ts';
import { atHost } from '../../database/scope.ts';
import { statement } from '../../database/statement.ts';
import { checkNotAway } from '../move-state.ts';
import { publicationColumns } from '../publication/publication-columns.ts';
import type { FoundPublication, PublicationRow } from '../publication/publication.ts';
import type { OauthApplication } from './oauth-application.ts';

type Texts =
  | 'id'
  | 'clientId'
  | 'clientSecretHash'
  | 'secondSecretHash'
  | 'name'
  | 'redirectUri'
  | 'moreRedirectUris'
  | 'postLogoutRedirectUri'
  | 'backchannelLogoutUri'
  | 'disabledAt';
type Switches =
  'redirectUriExact' | 'requirePkce' | 'clientSecretPost' | 'backchannelLogoutOnEndSession' | 'issParameter';

export type Client = Pick<OauthApplication, Texts | Switches>;

export interface SiteAndClient {
  readonly publication: PublicationRow;
  readonly client: Client | undefined;
}

/** SQLite returns booleans as 0 and 1. Without an application, all of its columns are null. */
type Row = Pick<OauthApplication, Texts> &
  Record<Switches, boolean | number> &
  Omit<FoundPublication, 'id' | 'name'> & { publicationId: string; publicationName: string };
type RowWithoutClient = Omit<FoundPublication, 'id' | 'name'> & {
  publicationId: string;
  publicationName: string;
  id: null;
};

const siteAndClient = statement<Row | RowWithoutClient>(
  'site_and_client',
  `select p.id as publication_id, p.name as publication_name, ${publicationColumns}, a.id, a.client_id, a.client_secret_hash, a.second_secret_hash, a.name, a.redirect_uri, a.more_redirect_uris,
    a.post_logout_redirect_uri, a.backchannel_logout_uri,
    a.redirect_uri_exact, a.require_pkce, a.client_secret_post,
    a.backchannel_logout_on_end_session, a.iss_parameter, a.disabled_at
    from publications p left join oauth_applications a on a.publication_id = p.id and a.client_id = :clientId where p.site_host = :siteHost`,
);

/**
 * Finds the publication of a host, and its application with that client ID. Returns undefined for a host that no
 * publication has. Throws PublicationAway.
 */
export async function findSiteAndClient(
  connection: Connection,
  siteHost: string,
  clientId: string | undefined,
): Promise<SiteAndClient | undefined> {
  const host = siteHost.toLowerCase();
  const values = { siteHost: host, clientId: clientId ?? null };
  const row = await atHost(host, () => connection.first(siteAndClient, values));
  if (row === undefined) return undefined;
  checkNotAway(row);
  return { publication: toPublication(row), client: row.id === null ? undefined : toClient(row) };
}

/** Without the columns of the application, which hold hashes of secrets. */
function toPublication(row: Row | RowWithoutClient): PublicationRow {
  const { publicationId: id, publicationName: name, siteUrl, siteHost, locale, timeZone } = row;
  const { brandColor, font, radius, logo, darkLogo } = row;
  const { homeUrl, contactEmail, description, imprintUrl, termsUrl, privacyUrl, withdrawalUrl } = row;
  const { senderName, replyTo, mailFrom, cover, plansPerReader, pausesSetBy, languages, texts } = row;
  const look = { brandColor, font, radius, logo, darkLogo };
  const legal = { imprintUrl, termsUrl, privacyUrl, withdrawalUrl };
  const details = {
    homeUrl,
    contactEmail,
    description,
    ...legal,
    senderName,
    replyTo,
    mailFrom,
    cover,
    plansPerReader,
    pausesSetBy,
    languages,
    texts,
  };
  return { id, name, siteUrl, siteHost, ...look, ...details, locale, timeZone };
}

function toClient(row: Row): Client {
  return {
    id: row.id,
    clientId: row.clientId,
    clientSecretHash: row.clientSecretHash,
    secondSecretHash: row.secondSecretHash,
    name: row.name,
    redirectUri: row.redirectUri,
    moreRedirectUris: row.moreRedirectUris,
    postLogoutRedirectUri: row.postLogoutRedirectUri,
    backchannelLogoutUri: row.backchannelLogoutUri,
    redirectUriExact: Boolean(row.redirectUriExact),
    requirePkce: Boolean(row.requirePkce),
    clientSecretPost: Boolean(row.clientSecretPost),
    backchannelLogoutOnEndSession: Boolean(row.backchannelLogoutOnEndSession),
    issParameter: Boolean(row.issParameter),
    disabledAt: row.disabledAt,
  };
}
