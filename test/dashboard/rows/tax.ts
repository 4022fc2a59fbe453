import { EU_RATES_AS_OF } from '../../../src/models/tax/eu-rates.ts';
import { setRate } from '../../../src/models/tax/tax-rate.ts';
import { ALL, OWNER, type Given, type Rows } from './row.ts';

async function givenRate({ service, site }: Given): Promise<Record<string, string>> {
  const rate = { country: 'AT', productKind: 'print', percent: '10' };
  await service.database.transaction((transaction) => setRate(site.publication, transaction, rate));
  return { row: 'AT/print' };
}

export const TAX_ROWS: Rows = {
  '/tax': {
    see: ALL,
    send: OWNER,
    act: {
      name: 'seller.set',
      fields: async () => ({ seller_name: 'Echo Press' }),
      table: 'sellers',
      adds: 1,
      recordName: 'Echo Press',
    },
  },
  '/tax/rates': {
    send: OWNER,
    act: {
      name: 'tax-rate.set',
      page: '/tax',
      fields: async () => ({ rate_country: 'AT', rate_kind: 'print', rate: '10' }),
      table: 'tax_rates',
      adds: 1,
      recordName: 'AT print',
    },
  },
  '/tax/rates/remove': {
    send: OWNER,
    act: {
      name: 'tax-rate.remove',
      page: '/tax',
      fields: givenRate,
      table: 'tax_rates',
      adds: -1,
      recordName: 'AT print',
    },
  },
  '/tax/rates/eu': {
    send: OWNER,
    act: { name: 'tax-rate.eu', page: '/tax', table: 'tax_rates', adds: 71, recordName: EU_RATES_AS_OF },
  },
  '/tax/plans': {
    send: OWNER,
    act: {
      name: 'plan.kind',
      page: '/tax',
      fields: async ({ site }) => ({ [`kind_${site.plan.id}`]: 'print' }),
      table: 'plans',
      adds: 0,
      recordName: 'supporter',
    },
  },
};
