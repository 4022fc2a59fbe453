// The pages on which a publisher changes a price, sees how far that has come, and takes it back.
import { EDITORS, EVERYBODY, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import { showChangePrice, submitPriceChange } from './change-price.ts';
import { showPriceChange, undo } from './price-change.ts';
import { showPriceChanges } from './price-changes.ts';

export const PRICING_ROUTES: readonly Page[] = [
  { path: `${ROOT}/price-changes`, roles: EVERYBODY, show: showPriceChanges },
  {
    path: `${ROOT}/change-price`,
    roles: EDITORS,
    isSensitive: true,
    show: showChangePrice,
    form: {
      holder: 'session',
      roles: EDITORS,
      isSensitive: true,
      submit: submitPriceChange,
      startAgain: `${ROOT}/change-price`,
    },
  },
  {
    path: `${ROOT}/price-changes/undo`,
    form: {
      holder: 'session',
      roles: EDITORS,
      isSensitive: true,
      submit: undo,
      startAgain: `${ROOT}/price-changes`,
    },
  },
  { path: `${ROOT}/price-changes/:change`, roles: EVERYBODY, show: showPriceChange },
];
