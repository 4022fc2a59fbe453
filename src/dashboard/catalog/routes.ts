// The pages on which a publisher arranges what is for sale.
import { EDITORS, EVERYBODY, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import { showNewOffer, submitNewOffer } from './new-offer.ts';
import { showOfferForm, submitOffer } from './offer-form.ts';
import { archive, showCatalogOffers, unarchive } from './offers.ts';

export const CATALOG_ROUTES: readonly Page[] = [
  { path: `${ROOT}/offers`, roles: EVERYBODY, show: showCatalogOffers },
  {
    path: `${ROOT}/offers/archive`,
    form: { holder: 'session', roles: EDITORS, submit: archive, startAgain: `${ROOT}/offers` },
  },
  {
    path: `${ROOT}/offers/unarchive`,
    form: { holder: 'session', roles: EDITORS, submit: unarchive, startAgain: `${ROOT}/offers` },
  },
  {
    path: `${ROOT}/new-offer`,
    roles: EDITORS,
    show: showNewOffer,
    form: { holder: 'session', roles: EDITORS, submit: submitNewOffer, startAgain: `${ROOT}/new-offer` },
  },
  {
    path: `${ROOT}/offers/:offer`,
    roles: EDITORS,
    show: showOfferForm,
    form: { holder: 'session', roles: EDITORS, submit: submitOffer, startAgain: `${ROOT}/offers` },
  },
];
