// The service's own statements by their names, so that the reference servers run the very same SQL.
import { allStatements, statement, type Statement } from '../../../src/database/statement.ts';
import '../../../src/models/people/customer.ts';
import '../../../src/models/people/customer-list.ts';
import '../../../src/models/money/subscription.ts';

// A row alone: the service's own statement writes its event, too.
statement(
  'raw_insert_customer',
  `insert into customers (id, publication_id, email, email_normalized, name, activation_code_mac, email_verified_at, created_at)
    values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
);

export function statementCalled(name: string): Statement<unknown> {
  const found = allStatements().find((each) => each.name === name);
  if (found === undefined) throw new Error(`the service has no statement ${name}`);
  return found;
}
