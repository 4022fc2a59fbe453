import { randomBytes } from 'node:crypto';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { createCustomer } from '../../../src/models/people/customer.ts';
import { subscribeToNewsletter } from '../../../src/models/people/newsletter-subscription.ts';
import { addNote } from '../../../src/models/people/note.ts';
import { startSession } from '../../../src/models/sign-in/session.ts';
import { queueMessage } from '../../../src/outbound/mail.ts';
import { givenMailReport } from '../../support/publications/mail-report.ts';
import { toPayingSite } from '../../support/publications/paying.ts';
import { BERLIN } from '../../support/publications/postal.ts';
import { ALL, EDITORS, type Given, type Rows } from './row.ts';

type Fields = Record<string, string>;

const newEmail = () => `reader-${randomBytes(5).toString('hex')}@example.org`;

/** A reader of the publication, another one each time. */
export async function reader({ service, site }: Given): Promise<{ readonly customer: string }> {
  const { database, clock, secretKeys } = service;
  const email = parseEmailAddress(newEmail());
  const { id } = await database.transaction((transaction) =>
    createCustomer(site.publication, transaction, clock, secretKeys, { email, name: 'Ada Lovelace' }),
  );
  return { customer: id };
}

async function payer({ site }: Given): Promise<Fields> {
  const paying = toPayingSite(site);
  const { id } = await paying.payingCustomer(newEmail());
  const [payment] = await paying.rows<{ id: string }>('payments', 'id');
  return { customer: id, payment: payment?.id ?? '' };
}

async function readerWithNote(given: Given): Promise<Fields> {
  const { database, clock } = given.service;
  const { customer } = await reader(given);
  const author = { id: null, name: 'Grace' };
  const note = await database.transaction((transaction) =>
    addNote(given.site.publication, transaction, clock, { customerId: customer, author, text: 'Called.' }),
  );
  return { customer, note };
}

async function readerWithSession(given: Given): Promise<Fields> {
  const { database, clock } = given.service;
  const { customer: customerId } = await reader(given);
  await database.transaction((transaction) =>
    startSession(given.site.publication, transaction, clock, { customerId, browser: null }),
  );
  return { customer: customerId };
}

async function readerWithMail(given: Given): Promise<Fields> {
  const { database, clock, secretKeys } = given.service;
  const { customer } = await reader(given);
  const { email } = await database.knex('customers').where({ id: customer }).first();
  const mail = { to: email, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', purpose: 'renewal' };
  await database.transaction((transaction) =>
    queueMessage(given.site.publication, transaction, clock, secretKeys, mail),
  );
  return { customer };
}

/** A reader whose address bounced. */
async function readerWhoseMailsBounced(given: Given): Promise<Fields> {
  const { customer } = await reader(given);
  const { email } = await given.service.database.knex('customers').where({ id: customer }).first();
  await givenMailReport(given.service, given.site.publication, email);
  return { customer };
}

async function readerOfNewsletters(given: Given): Promise<Fields> {
  const { database, clock } = given.service;
  const { customer: customerId } = await reader(given);
  const { publication } = given.site;
  const newsletters = await database.knex('newsletters').where({ publicationId: publication.id }).select('id');
  for (const { id: newsletterId } of newsletters as { id: string }[])
    await database.transaction((transaction) =>
      subscribeToNewsletter(publication, transaction, clock, { customerId, newsletterId }),
    );
  return { customer: customerId };
}

const act = (name: string, table: string, adds: number) => ({ name, page: '/people/:customer', table, adds });
const ofCustomer = (name: string, fields: Fields) => ({
  ...act(name, 'customers', 0),
  page: '/people/:customer/details',
  fields: async () => fields,
});

export const PERSON_ROWS: Rows = {
  '/people/:customer': { see: ALL, params: reader },
  '/people/:customer/details': { see: EDITORS, params: reader },
  '/people/:customer/name': {
    send: EDITORS,
    params: reader,
    act: ofCustomer('customer.update', { name: 'Grace Hopper' }),
  },
  '/people/:customer/address': {
    send: EDITORS,
    isSensitive: true,
    params: reader,
    act: ofCustomer('customer.update', { email: 'grace@example.org' }),
  },
  '/people/:customer/postal-address': {
    see: EDITORS,
    send: EDITORS,
    params: reader,
    act: {
      name: 'customer-postal-address.update',
      fields: async () => ({ ...BERLIN, step: '' }),
      table: 'customers',
      adds: 0,
    },
  },
  '/people/:customer/receipts/:payment': { see: ALL, params: payer },
  '/people/:customer/allow-mail': {
    send: EDITORS,
    params: readerWhoseMailsBounced,
    act: act('mail-problem.lift', 'mail_problems', -1),
  },
  '/people/:customer/mails/resend': {
    send: EDITORS,
    params: readerWithMail,
    act: act('mail.resend', 'deliveries', 0),
  },
  '/people/:customer/sessions/end': {
    send: EDITORS,
    params: readerWithSession,
    act: act('customer.end-session', 'sessions', 0),
  },
  '/people/:customer/sessions/end-all': {
    send: EDITORS,
    params: readerWithSession,
    act: act('customer.sign-out', 'sessions', 0),
  },
  '/people/:customer/newsletters/join': {
    send: EDITORS,
    params: reader,
    act: act('customer.join', 'newsletter_subscriptions', 1),
  },
  '/people/:customer/newsletters/leave': {
    send: EDITORS,
    params: readerOfNewsletters,
    act: act('customer.leave', 'newsletter_subscriptions', -1),
  },
  '/people/:customer/notes': {
    send: EDITORS,
    params: reader,
    act: { ...act('note.create', 'customer_notes', 1), fields: async () => ({ note: 'Wants paper.' }) },
  },
  '/people/:customer/notes/:note': {
    see: EDITORS,
    send: EDITORS,
    params: readerWithNote,
    act: { name: 'note.update', fields: async () => ({ note: 'Called twice.' }), table: 'customer_notes', adds: 0 },
  },
  '/people/:customer/notes/:note/remove': {
    send: EDITORS,
    params: readerWithNote,
    act: { ...act('note.remove', 'customer_notes', -1), page: '/people/:customer/notes/:note' },
  },
};
