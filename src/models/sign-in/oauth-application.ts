// OAuth applications: a publisher's own websites that sign customers in (service.md, Authentication 2). The client
// secret is shown once and stored as a hash. Redirects are compared with the registered URIs, which are checked here,
// at registration.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { randomSecret } from '../../database/secrets.ts';
import { ofAllPublications, statement } from '../../database/statement.ts';
import { parseName } from '../email-address.ts';
import { InvalidValue } from '../errors.ts';
import { PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import { checkRedirectUri, checkRegisteredUri, type RegistrationPolicy } from '../registered-uri.ts';
import { newClientSecret, onlySecret } from './secret-slots.ts';

/**
 * 22 characters of base62 hold 131 bits; with the prefix they stay within [A-Za-z0-9_-] (decisions 20).
 */
const CLIENT_ID_LENGTH = 22;

const taken = ofAllPublications(
  statement<{ found: number }>(
    'client_id_is_taken',
    'select 1 as found from oauth_applications where client_id = :clientId',
  ),
);
/** Our choice: enough for a site with its test and language versions. */
const REDIRECT_URIS_MAX = 20;

export class OauthApplicationRecord extends PublicationRecord {
  static override tableName = 'oauth_applications';
  static override booleans = [
    'redirectUriExact',
    'requirePkce',
    'clientSecretPost',
    'backchannelLogoutOnEndSession',
    'issParameter',
  ];
  declare clientId: string;
  declare clientSecretHash: string;
  /** The last four characters, by which a publisher distinguishes secrets. */
  declare clientSecretHint: string;
  declare clientSecretCreatedAt: number;
  /** Within a minute; null for a secret that was never used. */
  declare clientSecretUsedAt: number | null;
  /** A second secret, good beside the first while a site changes over; null where there is none. */
  declare secondSecretHash: string | null;
  declare secondSecretHint: string | null;
  declare secondSecretCreatedAt: number | null;
  declare secondSecretUsedAt: number | null;
  declare name: string;
  declare redirectUri: string;
  /** Further redirect URIs (decisions 39), as JSON. */
  declare moreRedirectUris: string;
  declare postLogoutRedirectUri: string | null;
  declare backchannelLogoutUri: string | null;
  /** Refuses added query parameters on the redirect URI (decisions 21). */
  declare redirectUriExact: boolean;
  /** Refuses authorization requests without a code challenge (RFC 7636). */
  declare requirePkce: boolean;
  /** Allows the client to send its secret in the body (decisions 20). */
  declare clientSecretPost: boolean;
  /** Sends the back-channel logout after end-session too (decisions 24). */
  declare backchannelLogoutOnEndSession: boolean;
  /** Adds `iss` to the redirect back (RFC 9207). */
  declare issParameter: boolean;
  declare createdAt: number;
  declare disabledAt: number | null;
}

export type OauthApplication = RowOf<OauthApplicationRecord>;

export interface ApplicationSettings {
  name: string;
  redirectUri: string;
  /** Further ones; undefined for none, and in an update for those that there are. */
  moreRedirectUris?: readonly string[] | undefined;
  postLogoutRedirectUri?: string | null | undefined;
  backchannelLogoutUri?: string | null | undefined;
  redirectUriExact?: boolean | undefined;
  requirePkce?: boolean | undefined;
  clientSecretPost?: boolean | undefined;
  backchannelLogoutOnEndSession?: boolean | undefined;
  issParameter?: boolean | undefined;
}

type CheckedSettings = Pick<OauthApplication, keyof ApplicationSettings>;

/** Returns the client secret, which is never shown again. Throws InvalidValue. */
export async function createOauthApplication(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: ApplicationSettings,
  policy: RegistrationPolicy,
): Promise<{ application: OauthApplication; clientSecret: string }> {
  const createdAt = clock.now();
  const clientSecret = newClientSecret();
  const application: OauthApplication = {
    ...checkSettings(given, policy),
    ...onlySecret(clientSecret, createdAt.getTime()),
    publicationId: publication.id,
    id: newId('app', createdAt),
    clientId: newClientId(),
    createdAt: createdAt.getTime(),
    disabledAt: null,
  };
  await OauthApplicationRecord.in(publication, transaction).insert(application);
  return { application, clientSecret };
}

export function newClientId(): string {
  return `client_${randomSecret(CLIENT_ID_LENGTH)}`;
}

/** Whether an application of this deployment, of any publication, has the client id. */
export async function isClientIdTaken(connection: Connection, clientId: string): Promise<boolean> {
  return (await connection.first(taken, { clientId })) !== undefined;
}

/** Changes the given fields only; null removes an optional URI. Throws InvalidValue and NotFound. */
export async function updateOauthApplication(
  publication: Tenant,
  transaction: Transaction,
  id: string,
  given: Partial<ApplicationSettings>,
  policy: RegistrationPolicy,
): Promise<OauthApplication> {
  const application = await OauthApplicationRecord.get(publication, transaction, id);
  return application
    .$query(transaction.knex)
    .patchAndFetch(
      checkSettings(
        { ...application, moreRedirectUris: redirectUrisOf(application).slice(1), ...withoutUndefined(given) },
        policy,
      ),
    );
}

/** Returns the new secret, which is never shown again; every old one stops working at once. Throws NotFound. */
export async function rotateClientSecret(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
): Promise<string> {
  const application = await OauthApplicationRecord.get(publication, transaction, id);
  const clientSecret = newClientSecret();
  await application.$query(transaction.knex).patch(onlySecret(clientSecret, clock.now().getTime()));
  return clientSecret;
}

/** A disabled application gets no codes and no tokens until it is enabled again. Throws NotFound. */
export async function disableOauthApplication(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
): Promise<OauthApplication> {
  const application = await OauthApplicationRecord.get(publication, transaction, id);
  return application
    .$query(transaction.knex)
    .patchAndFetch({ disabledAt: application.disabledAt ?? clock.now().getTime() });
}

/** Throws NotFound. */
export async function enableOauthApplication(
  publication: Tenant,
  transaction: Transaction,
  id: string,
): Promise<OauthApplication> {
  const application = await OauthApplicationRecord.get(publication, transaction, id);
  return application.$query(transaction.knex).patchAndFetch({ disabledAt: null });
}

/** Deletes the application with its codes and tokens. Throws NotFound. */
export async function deleteOauthApplication(
  publication: Tenant,
  transaction: Transaction,
  id: string,
): Promise<OauthApplication> {
  const application = await OauthApplicationRecord.get(publication, transaction, id);
  await application.$query(transaction.knex).delete();
  return application;
}

/** Whether an application that is not disabled may send its client secret in the body. */
export async function hasClientSecretPost(publication: Tenant, connection: Connection): Promise<boolean> {
  const fields = { clientSecretPost: true, disabledAt: null };
  return (await OauthApplicationRecord.find(publication, connection, fields)) !== undefined;
}

/** Throws NotFound. */
export function getOauthApplication(
  publication: Tenant,
  connection: Connection,
  id: string,
): Promise<OauthApplication> {
  return OauthApplicationRecord.get(publication, connection, id);
}

/** Newest first. */
export function listOauthApplications(publication: Tenant, connection: Connection): Promise<OauthApplication[]> {
  return OauthApplicationRecord.in(publication, connection).orderBy('id', 'desc').execute();
}

function checkSettings(given: ApplicationSettings, policy: RegistrationPolicy): CheckedSettings {
  const redirectUri = checkRedirectUri(given.redirectUri, policy);
  return {
    name: checkName(given.name),
    redirectUri,
    moreRedirectUris: checkMoreRedirectUris(redirectUri, given.moreRedirectUris ?? [], policy),
    postLogoutRedirectUri: given.postLogoutRedirectUri
      ? checkRegisteredUri('post_logout_redirect_uri', given.postLogoutRedirectUri, policy)
      : null,
    backchannelLogoutUri: given.backchannelLogoutUri
      ? checkRegisteredUri('backchannel_logout_uri', given.backchannelLogoutUri, policy)
      : null,
    // Decisions 39: a new application takes its redirect URI exactly, unless its publisher allows more.
    redirectUriExact: given.redirectUriExact ?? true,
    requirePkce: given.requirePkce ?? false,
    clientSecretPost: given.clientSecretPost ?? false,
    backchannelLogoutOnEndSession: given.backchannelLogoutOnEndSession ?? false,
    issParameter: given.issParameter ?? true,
  };
}

/** All redirect URIs, the first one first. */
export function redirectUrisOf({
  redirectUri,
  moreRedirectUris,
}: Pick<OauthApplication, 'redirectUri' | 'moreRedirectUris'>): string[] {
  // Written below from texts.
  return [redirectUri, ...(JSON.parse(moreRedirectUris) as string[])];
}

/** @returns JSON of those that are not said already. Throws InvalidValue. */
function checkMoreRedirectUris(first: string, given: readonly string[], policy: RegistrationPolicy): string {
  const more = [...new Set(given.map((uri) => checkRedirectUri(uri, policy)))].filter((uri) => uri !== first);
  if (more.length >= REDIRECT_URIS_MAX)
    throw new InvalidValue('redirect_uri', `an application has at most ${REDIRECT_URIS_MAX} redirect URIs`);
  return JSON.stringify(more);
}

function withoutUndefined<Given extends object>(given: Given): Given {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given;
}

function checkName(text: string): string {
  const name = parseName(text);
  if (name === null) throw new InvalidValue('name', 'name is required');
  return name;
}
