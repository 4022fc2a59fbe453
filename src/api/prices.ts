// Prices of the data API (decisions 15).
import type { components } from '../../generated/types.ts';
import type { DataApiHandlers } from '../http/operation.ts';
import { getPrice, pageOfPrices, type Price } from '../models/catalog/price.ts';
import type { Service } from '../service.ts';
import type { Caller } from './caller.ts';

export function priceHandlers({ database }: Service): Pick<DataApiHandlers<Caller>, 'listPrices' | 'getPrice'> {
  return {
    async listPrices({ query }, { publication }) {
      const { objects, nextPage } = await pageOfPrices(publication, database, query);
      return { status: 200, body: { objects: objects.map(toPriceObject), next_page: nextPage } };
    },

    async getPrice({ params }, { publication }) {
      return { status: 200, body: toPriceObject(await getPrice(publication, database, params.id)) };
    },
  };
}

function toPriceObject({ id, planId, amount, currency, interval, archivedAt }: Price): components['schemas']['Price'] {
  return { id, plan_id: planId, amount, currency, interval, archived: archivedAt !== null };
}
