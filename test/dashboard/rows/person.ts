import { randomBytes } from 'node:crypto';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { createCustomer } from '../../../src/models/people/customer.ts';
import { ALL, type Given, type Rows } from './row.ts';

/** A new reader of the publication. */
export async function reader({ service, site }: Given): Promise<Record<string, string>> {
  const { database, clock, secretKeys } = service;
  const email = parseEmailAddress(`reader-${randomBytes(4).toString('hex')}@${site.publication.siteHost.split(':')[0] ?? ''}`);
  const { id } = await database.transaction((transaction) =>
    createCustomer(site.publication, transaction, clock, secretKeys, { email, name: 'Ada Lovelace' }),
  );
  return { customer: id };
}

export const PERSON_ROWS: Rows = {
  '/people/:customer': { see: ALL, params: reader },
};
