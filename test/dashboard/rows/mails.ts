import { setMailWords } from '../../../src/models/publication/mail-words.ts';
import { ALL, OWNER, type Given, type Rows } from './row.ts';

const params = async () => ({ mail: 'paid' });

async function given({ service, site }: Given): Promise<Record<string, string>> {
  await service.database.transaction((transaction) =>
    setMailWords(site.publication, transaction, { mail: 'paid', language: 'en', opening: 'Dear {name},' }),
  );
  return {};
}

export const MAILS_ROWS: Rows = {
  '/mails': { see: ALL },
  '/mails/:mail': {
    see: ALL,
    send: OWNER,
    params,
    act: {
      name: 'mail-words.set',
      fields: async () => ({ opening_en: 'Dear {name},', closing_de: 'Bis bald' }),
      table: 'mail_words',
      adds: 2,
      recordName: 'paid',
    },
  },
  '/mails/:mail/reset': {
    send: OWNER,
    params,
    act: {
      name: 'mail-words.reset',
      page: '/mails/:mail',
      fields: given,
      table: 'mail_words',
      adds: -1,
      recordName: 'paid',
    },
  },
};
