// The service's own statements by their names, so that the reference servers run the very same SQL.
import { allStatements, type Statement } from '../../../src/database/statement.ts';
import '../../../src/models/people/customer.ts';
import '../../../src/models/people/customer-list.ts';
import '../../../src/models/money/subscription.ts';

export function statementCalled(name: string): Statement<unknown> {
  const found = allStatements().find((statement) => statement.name === name);
  if (found === undefined) throw new Error(`the service has no statement ${name}`);
  return found;
}
