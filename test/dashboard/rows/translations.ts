import { updatePublication } from '../../../src/models/publication/publication.ts';
import { ALL, EDITORS, OWNER, type Given, type Rows } from './row.ts';

const params = async () => ({ language: 'de' });

/** A form of the publication is there where it says something in its own language. */
async function described({ service, site }: Given): Promise<Record<string, string>> {
  const { database } = service;
  await database.transaction((transaction) =>
    updatePublication(transaction, site.publication.id, { description: 'Stories.' }),
  );
  return { language: 'de' };
}

export const TRANSLATIONS_ROWS: Rows = {
  '/translations': { see: ALL },
  '/translations/:language': {
    see: ALL,
    send: EDITORS,
    params,
    act: {
      name: 'offer.translate',
      fields: async ({ service, site }) => {
        const offer = await service.database
          .knex('offers')
          .where({ publicationId: site.publication.id, slug: 'supporter' })
          .first();
        return { kind: 'offer', record: String(offer?.id), name: 'Leser' };
      },
      table: 'offers',
      adds: 0,
    },
  },
  '/translations/:language/publication': {
    send: OWNER,
    params: described,
    act: {
      name: 'publication.translate',
      page: '/translations/:language',
      fields: async () => ({ description: 'Geschichten.' }),
      table: 'continue_hosts',
      adds: 0,
      recordName: 'de',
    },
  },
};
