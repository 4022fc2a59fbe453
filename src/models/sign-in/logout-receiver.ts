// Which applications get a notice when a session ends: those that got an access token in it and have a back-channel
// logout URI (service.md, Events; decisions 24).
import type { Connection } from '../../database/connection.ts';
import { givenRows } from '../../database/given-rows.ts';
import { statement } from '../../database/statement.ts';
import type { Tenant } from '../record.ts';

/** `end_session` notifies only the applications that asked for it; service.md knows the sign-out button alone. */
export type LogoutTrigger = 'sign_out' | 'end_session';

export interface LogoutReceiver {
  applicationId: string;
  backchannelLogoutUri: string;
}

/** An application of any publication. */
export interface ApplicationName {
  readonly publicationId: string;
  readonly applicationId: string;
}

/** Where a logout token is sent, and the audience and issuer that it names. */
export interface LogoutDestination {
  clientId: string;
  backchannelLogoutUri: string;
  /** The issuer. */
  siteUrl: string;
}

// Runs in the transaction that ends a session, for every sign-out.
const signedIn = `select a.id as application_id, a.backchannel_logout_uri from oauth_applications a
  where a.publication_id = :publicationId and a.backchannel_logout_uri is not null and exists (select 1 from access_tokens t
    where t.publication_id = a.publication_id and t.session_id = :sid and t.application_id = a.id)`;
const receivers: Record<LogoutTrigger, ReturnType<typeof statement<LogoutReceiver>>> = {
  sign_out: statement('logout_receivers_at_sign_out', signedIn),
  end_session: statement('logout_receivers_at_end_session', `${signedIn} and a.backchannel_logout_on_end_session`),
};
const given = givenRows({ publicationId: 'text', applicationId: 'text' });
const lookingIn = (
  rows: string,
): string => `select a.publication_id, a.id as application_id, a.client_id, a.backchannel_logout_uri, p.site_url
    from ${rows} join oauth_applications a on a.publication_id = given.publication_id and a.id = given.application_id
      join publications p on p.id = a.publication_id where a.backchannel_logout_uri is not null`;
const destinations = statement<LogoutDestination & ApplicationName>('logout_destinations', {
  sqlite: lookingIn(given.sqlite),
  postgres: lookingIn(given.postgres),
});

export function listLogoutReceivers(
  publication: Tenant,
  connection: Connection,
  sid: string,
  trigger: LogoutTrigger,
): Promise<LogoutReceiver[]> {
  return connection.all(receivers[trigger], { publicationId: publication.id, sid });
}

/** Finds destinations as they are registered now, in the order of the applications; undefined once an application or its URI is gone. */
export async function findLogoutDestinations(
  connection: Connection,
  applications: readonly ApplicationName[],
): Promise<(LogoutDestination | undefined)[]> {
  const rows = await connection.all(destinations, { given: JSON.stringify(applications) });
  const found = new Map(rows.map((row) => [nameOf(row), row]));
  return applications.map((application) => found.get(nameOf(application)));
}

function nameOf({ publicationId, applicationId }: ApplicationName): string {
  return `${publicationId} ${applicationId}`;
}
