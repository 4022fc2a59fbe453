import { expect } from 'vitest';
import { listPriceChanges } from '../../../src/models/money/price-change.ts';
import { ALL, EDITORS, type Given, type Rows } from './row.ts';

const PREVIEW = '/change-price?price_id=:price&new_amount=6&who=keep';

/** Changes the price of the site's offer for new buyers; what is given once is given again. */
async function changed({ service, site, owner, base }: Given): Promise<{ change: string }> {
  const path = `${base}/change-price`;
  const page = await owner.open(`${path}?price_id=${site.price.id}&new_amount=7&who=keep`);
  await owner.submit(page, {}, path);
  const [change] = await listPriceChanges(site.publication, service.database);
  expect(change?.state).toBe('done');
  return { change: change?.id ?? '' };
}

export const PRICING_ROWS: Rows = {
  '/price-changes': { see: ALL },
  '/change-price': {
    see: EDITORS,
    send: EDITORS,
    isSensitive: true,
    params: async ({ site }) => ({ price: site.price.id }),
    act: { name: 'price-change.create', page: PREVIEW, table: 'price_changes', adds: 1 },
  },
  '/price-changes/undo': {
    send: EDITORS,
    isSensitive: true,
    params: changed,
    act: { name: 'price-change.undo', page: '/price-changes/:change', table: 'price_changes', adds: 0 },
  },
  '/price-changes/:change': { see: ALL, params: changed },
};
