// What is known of a mail's recipient when it is queued, and again before it is sent: whose address it is, and whether
// the suppression list (mail-problem.ts) keeps the mail from it. It is one query with one row, whatever is found.
import type { Connection } from '../../database/connection.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { statement, type Dialect } from '../../database/statement.ts';
import { normalizeEmail } from '../email-address.ts';
import type { Tenant } from '../record.ts';
import { recipientMacs } from './delivery-recipient.ts';

interface Row {
  /** Of bounces and of a complaint on the suppression list. */
  readonly bounces: number | string;
  readonly complaints: number | string;
  /** Those of them that name nobody. */
  readonly unnamed: number | string;
  readonly customerId: string | null;
}

const text = (macs: string): string => `select (select c.id from customers c where c.publication_id = :publicationId
      and c.email_normalized = :emailNormalized and c.gone_at is null) as customer_id,
    sum(case when p.kind <> 'complaint' then 1 else 0 end) as bounces, sum(case when p.kind = 'complaint' then 1 else 0 end) as complaints,
    sum(case when p.id is not null and p.customer_id is null then 1 else 0 end) as unnamed
  from (select 1 as one) given left join mail_problems p
    on p.publication_id = :publicationId and p.dead_at is not null and p.recipient_mac in (${macs})`;
const find = statement<Row>('recipient_of_mail', {
  sqlite: text('select value from json_each(:macs)'),
  postgres: text('select value from json_array_elements_text(:macs::json) given_macs (value)'),
} satisfies Record<Dialect, string>);

export interface MailRecipient {
  /** The person whose address it is now. */
  readonly customerId: string | undefined;
  /** Why the mail must not be sent, for the log of deliveries. */
  readonly stopped: string | undefined;
  /** Whether its problems were reported when the address was nobody's. */
  readonly isUnnamed: boolean;
}

/**
 * Our choice: an address that bounced gets nothing; one that complained gets what its owner asks for at that moment, such
 * as a code to sign in, and nothing else.
 */
export async function findRecipient(
  publication: Tenant,
  connection: Connection,
  secretKeys: SecretKeys,
  { email, isAskedFor }: { readonly email: string; readonly isAskedFor?: boolean | undefined },
): Promise<MailRecipient> {
  const found = await connection.first(find, {
    publicationId: publication.id,
    emailNormalized: normalizeEmail(email),
    macs: JSON.stringify(recipientMacs(secretKeys, publication, email)),
  });
  const count = (number: number | string | undefined): number => Number(number ?? 0);
  return {
    customerId: found?.customerId ?? undefined,
    stopped:
      count(found?.bounces) > 0
        ? 'not sent: mails to this address bounced'
        : count(found?.complaints) > 0 && isAskedFor !== true
          ? 'not sent: the reader complained of mails'
          : undefined,
    isUnnamed: count(found?.unnamed) > 0,
  };
}
