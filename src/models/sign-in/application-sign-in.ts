// The applications that a person signed in to, as far as the sessions are kept in which they did.
import type { Connection } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import type { Tenant } from '../record.ts';

export interface ApplicationSignIn {
  readonly sessionId: string;
  readonly applicationId: string;
  readonly name: string;
  /** The last time, in milliseconds. */
  readonly at: number;
}

const signIns = statement<ApplicationSignIn>(
  'application_sign_ins_of_customer',
  `select t.session_id, a.id as application_id, a.name, max(t.created_at) as at from sessions s
    join access_tokens t on t.publication_id = s.publication_id and t.session_id = s.id
    join oauth_applications a on a.publication_id = t.publication_id and a.id = t.application_id
    where s.publication_id = :publicationId and s.customer_id = :customerId
    group by t.session_id, a.id, a.name order by at desc`,
);

/** Lists each session with each application that it signed in to, the latest first. */
export function listApplicationSignIns(
  publication: Tenant,
  connection: Connection,
  customerId: string,
): Promise<ApplicationSignIn[]> {
  return connection.all(signIns, { publicationId: publication.id, customerId });
}
