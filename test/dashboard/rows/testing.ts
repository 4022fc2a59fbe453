import { addMailboxMessage } from '../../../src/models/outbox/mailbox-message.ts';
import { EDITORS, type Given, type Rows } from './row.ts';

/** A mail to a reader. */
async function message({ service, site }: Given): Promise<Record<string, string>> {
  const mail = { to: 'ada@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
  await service.database.transaction((transaction) =>
    addMailboxMessage(site.publication, transaction, service.clock, mail),
  );
  const { id } = await service.database.knex('mailbox_messages').where({ publicationId: site.publication.id }).first();
  return { message: id };
}

export const TESTING_ROWS: Rows = {
  '/mailbox': { see: EDITORS },
  '/mailbox/:message': { see: EDITORS, params: message },
  '/mailbox/:message/html': { see: EDITORS, params: message },
};
