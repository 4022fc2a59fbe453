import { expect } from 'vitest';
import { ALL, EDITORS, type Given, type Rows } from './row.ts';

const supporter = async () => ({ offer: 'supporter' });

/** An offer that is not for sale any more. */
async function archivedOffer({ site, owner, base }: Given): Promise<{ offer: string }> {
  await owner.submit(await owner.open(`${base}/new-offer`), { name: 'Archived', month: '1' }, `${base}/new-offer`);
  await owner.submit(await owner.open(`${base}/offers`), { offer: 'archived' }, `${base}/offers/archive`);
  expect((await site.newBrowser().get('/offers/archived')).statusCode).toBe(404);
  return { offer: 'archived' };
}

export const CATALOG_ROWS: Rows = {
  '/offers': { see: ALL },
  '/offers/archive': {
    send: EDITORS,
    act: {
      name: 'offer.archive',
      page: '/offers',
      fields: supporter,
      table: 'offers',
      adds: 0,
      recordName: 'supporter',
    },
  },
  '/offers/unarchive': {
    send: EDITORS,
    act: {
      name: 'offer.unarchive',
      page: '/offers',
      fields: archivedOffer,
      table: 'offers',
      adds: 0,
      recordName: 'archived',
    },
  },
  '/new-offer': {
    see: EDITORS,
    send: EDITORS,
    act: {
      name: 'offer.create',
      fields: async () => ({ name: 'Every Story', month: '5', year: '49.90', currency: 'EUR' }),
      table: 'offers',
      adds: 1,
    },
  },
  '/offers/:offer': {
    see: EDITORS,
    send: EDITORS,
    params: supporter,
    act: { name: 'offer.update', fields: async () => ({ name: 'Renamed' }), table: 'offers', adds: 0 },
  },
};
