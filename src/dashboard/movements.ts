// The words for each way in which money moves.
import type { MoneyRow } from '../models/figures/money-list.ts';
import type { TextKey } from '../views/text.ts';

export const MOVEMENTS: Readonly<Record<MoneyRow['movement'], TextKey>> = {
  payment: 'dashboard.money.payment',
  gift: 'dashboard.money.gift',
  refund: 'dashboard.money.refund',
  gift_refund: 'dashboard.money.gift-refund',
  failed: 'dashboard.money.failed',
  correction: 'dashboard.money.correction',
};
