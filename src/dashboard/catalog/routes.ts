// The pages on which a publisher arranges what is for sale.
import { EDITORS, EVERYBODY, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import { showCodeForm, showNewCode, submitCode, submitNewCode } from './code-form.ts';
import { archiveOnCodes, showCodes, unarchiveOnCodes } from './codes.ts';
import { restore, showCatalogFreeOffering, submitFreeOffering, withdraw } from './free-offering.ts';
import { refundOnGifts, resendOnGifts, showGifts } from './gifts.ts';
import { showNewOffer, submitNewOffer } from './new-offer.ts';
import { showNewPlan, submitNewPlan } from './new-plan.ts';
import { showNewNewsletter, showNewsletterForm, submitNewNewsletter, submitNewsletter } from './newsletter-form.ts';
import { archiveOnNewsletters, moveOnNewsletters, showNewsletters, unarchiveOnNewsletters } from './newsletters.ts';
import { showOfferForm, submitOffer } from './offer-form.ts';
import { showOfferLinks } from './offer-links.ts';
import { archive, moveOnOffers, showCatalogOffers, unarchive } from './offers.ts';
import { sendAddresses } from './plan-addresses.ts';
import {
  addPrice,
  archiveOnPlan,
  archivePriceOnPlan,
  showPlan,
  submitPlan,
  unarchiveOnPlan,
  unarchivePriceOnPlan,
} from './plan.ts';
import { moveOnPlans, showPlans } from './plans.ts';

type Form = Extract<NonNullable<Page['form']>, { readonly holder: 'session' }>;
type Show = NonNullable<Page['show']>;

/** A form that editors send. @param back the page with a fresh one */
function sent(submit: Form['submit'], back: string): Form {
  return { holder: 'session', roles: EDITORS, submit, startAgain: ROOT + back };
}

function list(path: string, show: Show): Page {
  return { path: ROOT + path, roles: EVERYBODY, show };
}

/** @param back the page with a fresh form, where the path has parameters */
function form(path: string, show: Show, submit: Form['submit'], back = path): Page {
  return { path: ROOT + path, roles: EDITORS, show, form: sent(submit, back) };
}

function act(path: string, submit: Form['submit'], back: string): Page {
  return { path: ROOT + path, form: sent(submit, back) };
}

export const CATALOG_ROUTES: readonly Page[] = [
  list('/offers', showCatalogOffers),
  act('/offers/archive', archive, '/offers'),
  act('/offers/unarchive', unarchive, '/offers'),
  act('/offers/move', moveOnOffers, '/offers'),
  form('/new-offer', showNewOffer, submitNewOffer),
  form('/offers/:offer', showOfferForm, submitOffer, '/offers'),
  list('/offers/:offer/links', showOfferLinks),
  list('/plans', showPlans),
  act('/plans/move', moveOnPlans, '/plans'),
  form('/new-plan', showNewPlan, submitNewPlan),
  form('/plans/:plan', showPlan, submitPlan, '/plans'),
  { path: `${ROOT}/plans/:plan/addresses.csv`, roles: EDITORS, show: sendAddresses, isSensitive: true },
  act('/plans/:plan/archive', archiveOnPlan, '/plans'),
  act('/plans/:plan/unarchive', unarchiveOnPlan, '/plans'),
  act('/plans/:plan/prices', addPrice, '/plans'),
  act('/plans/:plan/prices/archive', archivePriceOnPlan, '/plans'),
  act('/plans/:plan/prices/unarchive', unarchivePriceOnPlan, '/plans'),
  list('/newsletters', showNewsletters),
  act('/newsletters/archive', archiveOnNewsletters, '/newsletters'),
  act('/newsletters/unarchive', unarchiveOnNewsletters, '/newsletters'),
  act('/newsletters/move', moveOnNewsletters, '/newsletters'),
  form('/new-newsletter', showNewNewsletter, submitNewNewsletter),
  form('/newsletters/:newsletter', showNewsletterForm, submitNewsletter, '/newsletters'),
  { ...list('/free-offering', showCatalogFreeOffering), form: sent(submitFreeOffering, '/free-offering') },
  act('/free-offering/withdraw', withdraw, '/free-offering'),
  act('/free-offering/restore', restore, '/free-offering'),
  list('/codes', showCodes),
  act('/codes/archive', archiveOnCodes, '/codes'),
  act('/codes/unarchive', unarchiveOnCodes, '/codes'),
  form('/new-code', showNewCode, submitNewCode),
  form('/codes/:code', showCodeForm, submitCode, '/codes'),
  list('/gifts', showGifts),
  act('/gifts/resend', resendOnGifts, '/gifts'),
  { path: `${ROOT}/gifts/refund`, form: { ...sent(refundOnGifts, '/gifts'), isSensitive: true } },
];
