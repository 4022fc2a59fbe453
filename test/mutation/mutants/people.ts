// Faults by which a person is given, or erases, what is somebody else's.
import type { Mutant } from '../mutant.ts';

/** The condition in which the text ends holds for every row. */
function withoutLastCondition(find: string): string {
  return find.replace(/(\S+ (?:=|like) \?)$/, '($1 or true)');
}

/** @param find ends in the condition that keeps other people's rows out */
function inDownload(what: string, find: string): Mutant {
  const tests = ['test/pages/account/my-data.test.ts'];
  return {
    what: `The download of one's own data holds ${what}`,
    file: 'src/models/lifecycle/export.ts',
    find,
    replace: withoutLastCondition(find),
    part: 'sqlite',
    tests,
  };
}

interface Given {
  readonly file?: string;
  readonly replace?: string;
  readonly test?: string;
}

/** @param find ends in the condition that keeps other people's rows out, unless `replace` is given */
function inErasure(
  what: string,
  find: string,
  { file = 'customer-erasure', replace = withoutLastCondition(find), test = 'test/pages/erase-account' }: Given = {},
): Mutant {
  return {
    what: `Erasing one person ${what}`,
    file: `src/models/${file}.ts`,
    find,
    replace,
    part: 'sqlite',
    tests: [`${test}.test.ts`],
  };
}

export const PEOPLE_MUTANTS: readonly Mutant[] = [
  inDownload('whoever comes first in place of the person', 'from customers where publication_id = ? and id = ?'),
  inDownload("everybody's newsletters", 'where ns.publication_id = ? and ns.customer_id = ?'),
  inDownload(
    "everybody's subscriptions",
    'left join prices r on r.id = s.price_id\n      where s.publication_id = ? and s.customer_id = ?',
  ),
  inDownload("everybody's billing records", 'from billings where publication_id = ? and customer_id = ?'),
  inDownload("everybody's checkouts", 'where k.publication_id = ? and k.customer_id = ?'),
  inDownload("everybody's payments", 'from payments where publication_id = ? and customer_id = ?'),
  inDownload(
    "everybody's records at the payment gateway",
    'from gateway_customers where publication_id = ? and customer_id = ?',
  ),
  inDownload("everybody's gifts", 'where g.publication_id = ? and g.customer_id = ?'),
  inDownload('gifts that anybody claimed', 'where g.publication_id = ? and g.claimant_id = ?'),
  inDownload("everybody's trials", 'where t.publication_id = ? and t.customer_id = ?'),
  inDownload('discount codes that anybody used', 'where r.publication_id = ? and r.customer_id = ?'),
  inDownload("everybody's sessions", 'from sessions\n      where publication_id = ? and customer_id = ?'),
  inDownload(
    "everybody's sign-ins to applications",
    'join oauth_applications a on a.id = t.application_id\n      where s.publication_id = ? and s.customer_id = ?',
  ),
  inDownload(
    "everybody's authorization codes",
    'join oauth_applications a on a.id = c.application_id\n      where s.publication_id = ? and s.customer_id = ?',
  ),
  inDownload("everybody's events", 'from events where publication_id = ? and customer_id = ?'),
  inDownload(
    "everybody's events that are not in the log yet",
    'from pending_events where publication_id = ? and customer_id = ?',
  ),
  inDownload('codes that were mailed to anybody', 'where publication_id = ? and (email_normalized = ?'),
  inDownload('codes that were mailed for anybody', 'or intent like ?'),
  inDownload(
    'codes that were mailed to the same address by another publication',
    'from email_codes\n    where publication_id = ?',
  ),
  inDownload('gifts that wait for anybody', 'from gifts where publication_id = ? and recipient_email_normalized = ?'),
  inDownload('gifts that wait for the same address at another publication', 'from gifts where publication_id = ?'),
  inDownload('letters to anybody', 'where publication_id = ? and recipient_mac = ?'),

  inErasure('erases everybody', 'email_verified_at = null\n    where publication_id = ? and id = ?'),
  inErasure(
    'erases what there is of the address of whoever comes first',
    'select email from customers where publication_id = ? and id = ?',
  ),
  inErasure("cancels everybody's subscriptions", 'canceled_at = ? where publication_id = ? and customer_id = ?'),
  inErasure(
    "removes everybody's newsletters",
    'delete from newsletter_subscriptions where publication_id = ? and customer_id = ?',
  ),
  inErasure("removes everybody's sessions", 'delete from sessions where publication_id = ? and customer_id = ?'),
  inErasure(
    'removes the codes that were mailed to anybody',
    'delete from email_codes where publication_id = ? and email_normalized = ?',
  ),
  inErasure(
    'removes the codes that were mailed for anybody',
    'delete from email_codes where publication_id = ? and intent like ?',
  ),
  inErasure(
    'removes the codes that another publication mailed to the same address',
    "'delete from email_codes where publication_id = ? and email_normalized = ?",
    {
      replace: "'delete from email_codes where (publication_id = ? or true) and email_normalized = ?",
    },
  ),
  inErasure('empties letters to anybody', 'where publication_id = ? and recipient_mac = ?'),
  inErasure('erases what events tell of anybody', 'set personal = null where publication_id = ? and customer_id = ?', {
    file: 'event-person',
  }),
  inErasure(
    'takes the words out of gifts that anybody bought',
    'then recipient_email_normalized end where publication_id = ? and customer_id = ?',
    { file: 'gift' },
  ),
  inErasure(
    'takes the words out of gifts that anybody claimed',
    'set message = null where publication_id = ? and claimant_id = ?',
    { file: 'gift' },
  ),
  inErasure(
    'takes the address off gifts that wait for anybody',
    'message = null where publication_id = ? and recipient_email_normalized = ?',
    { file: 'gift' },
  ),
  inErasure(
    'takes the address off gifts that wait for the same address at another publication',
    'message = null where publication_id = ? and recipient_email_normalized = ?',
    {
      file: 'gift',
      replace: 'message = null where (publication_id = ? or true) and recipient_email_normalized = ?',
    },
  ),
  inErasure(
    'takes the way back out of checkouts that anybody began',
    'redirect_url = null where publication_id = ? and customer_id = ?',
    { file: 'checkout' },
  ),
  inErasure(
    "forgets everybody's records at the payment gateway",
    'delete from gateway_customers where publication_id = ? and customer_id = ?',
    { file: 'gateway-customer' },
  ),
  inErasure(
    'removes every answer that is kept for an Idempotency-Key',
    "decrypt('idempotency-answer', body).includes(customerId)",
    { file: 'idempotency-answer', replace: "decrypt('idempotency-answer', body) !== customerId" },
  ),
  inErasure(
    'removes the answer that another publication keeps under the same Idempotency-Key',
    'delete from idempotency_answers where publication_id = ?',
    { file: 'idempotency-answer' },
  ),
  inErasure(
    "ends everybody's sessions",
    'update sessions set ended_at = ? where publication_id = ? and customer_id = ? and id <> ?',
    {
      file: 'session',
      replace: 'update sessions set ended_at = ? where publication_id = ? and (customer_id = ? or true) and id <> ?',
    },
  ),
  inErasure(
    'leaves what the payment gateway calls them',
    '  await forgetGatewayCustomers(publication, transaction, customerId);\n',
    { replace: '' },
  ),
  inErasure('leaves their newsletters', '  await transaction.run(removeNewsletters, [publication.id, customerId]);\n', {
    replace: '',
  }),
  inErasure(
    'leaves the codes for an address that was never proved',
    '  await transaction.run(removeOwnIntents, [publication.id, `%${customerId}%`]);\n',
    { replace: '' },
  ),
  inErasure(
    'leaves the words that they wrote to others',
    '  await transaction.run(forgetBuyer, [publication.id, customerId]);\n',
    { file: 'gift', replace: '' },
  ),
  inErasure(
    'leaves the words that came with a gift to them',
    '  await transaction.run(forgetClaimant, [publication.id, customerId]);\n',
    { file: 'gift', replace: '' },
  ),
  inErasure(
    'leaves where their checkouts came from',
    '  await eraseFromCheckouts(publication, transaction, customerId);\n',
    { replace: '' },
  ),
];
