import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { createCustomer } from '../../../src/models/people/customer.ts';
import { givenMailReport } from '../../support/publications/mail-report.ts';
import { ALL, EDITORS, type Given, type Rows } from './row.ts';

/** A reader of the publication. */
export async function reader(at: Given, name = 'reader'): Promise<Record<string, string>> {
  const { service, site } = at;
  const { database, clock, secretKeys } = service;
  const email = parseEmailAddress(emailOf(at, name));
  const { id } = await database.transaction((transaction) =>
    createCustomer(site.publication, transaction, clock, secretKeys, { email, name: 'Ada Lovelace' }),
  );
  return { customer: id };
}

/** A reader whose address bounced. */
async function bounced(at: Given): Promise<Record<string, string>> {
  const made = await reader(at, 'bounced');
  await givenMailReport(at.service, at.site.publication, emailOf(at, 'bounced'));
  return made;
}

function emailOf({ site }: Given, name: string): string {
  return `${name}@${site.publication.siteHost.split(':')[0] ?? ''}`;
}

export const PERSON_ROWS: Rows = {
  '/people/:customer': { see: ALL, params: (at) => reader(at) },
  '/people/:customer/allow-mail': {
    send: EDITORS,
    params: bounced,
    act: { name: 'mail-problem.lift', page: '/people/:customer', table: 'mail_problems', adds: -1 },
  },
};
