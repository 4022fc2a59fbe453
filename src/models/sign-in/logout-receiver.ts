// Which applications are told that a session ended: each that got an access token in it and has a back-channel logout URI
// (service.md, Events; decisions 24).
import type { Connection } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import type { Tenant } from '../record.ts';
import { AccessTokenRecord } from './access-token.ts';
import { OauthApplicationRecord } from './oauth-application.ts';

/** `end_session` reaches only applications that asked for it; service.md knows the sign-out button alone. */
export type LogoutTrigger = 'sign_out' | 'end_session';

export interface LogoutReceiver {
  applicationId: string;
  backchannelLogoutUri: string;
}

/** Where a logout token goes and what it must say. */
export interface LogoutDestination {
  clientId: string;
  backchannelLogoutUri: string;
  /** The issuer. */
  siteUrl: string;
}

const destination = statement<LogoutDestination>(
  'logout_destination',
  `select a.client_id, a.backchannel_logout_uri, p.site_url
    from oauth_applications a join publications p on p.id = a.publication_id
    where a.publication_id = :publicationId and a.id = :applicationId and a.backchannel_logout_uri is not null`,
);

export function listLogoutReceivers(
  publication: Tenant,
  connection: Connection,
  sid: string,
  trigger: LogoutTrigger,
): Promise<LogoutReceiver[]> {
  const gotToken = AccessTokenRecord.in(publication, connection, { sessionId: sid }).whereColumn(
    'access_tokens.applicationId',
    'oauth_applications.id',
  );
  const asked = trigger === 'end_session' ? { backchannelLogoutOnEndSession: true } : {};
  return OauthApplicationRecord.in(publication, connection, asked)
    .whereNotNull('backchannelLogoutUri')
    .whereExists(gotToken)
    .select('id as applicationId', 'backchannelLogoutUri')
    .castTo<LogoutReceiver[]>()
    .execute();
}

/** As registered now; undefined once the application or its URI is gone. */
export function findLogoutDestination(
  publication: Tenant,
  connection: Connection,
  applicationId: string,
): Promise<LogoutDestination | undefined> {
  return connection.first(destination, { publicationId: publication.id, applicationId });
}
