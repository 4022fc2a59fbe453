// The routes of the hosted pages (service.md, Endpoints A), one row each; src/site/pages.ts serves them.
import type { FastifyInstance } from 'fastify';
import type { Service } from '../service.ts';
import { registerLogo } from '../site/logo.ts';
import { registerSite } from '../site/pages.ts';
import { PUBLICATION } from '../site/publication-kind.ts';
import { chooseNewsletters, showAccount, updateAccount } from './account/account.ts';
import { cancelOwnSubscription, showCancel } from './account/cancel.ts';
import { followCardLink, showCardLink } from './account/card-link.ts';
import { requestEmailChange, showEmailAddress } from './account/email-address.ts';
import { requestErasure, showAccountErased, showEraseAccount } from './account/erase-account.ts';
import { downloadCsv, downloadJson } from './account/my-data.ts';
import { changeCard, resumeOwnSubscription, showCard, showPortal } from './account/own-subscription.ts';
import { pauseOwnSubscription, showPause } from './account/pause.ts';
import { readOn, showReadOn } from './account/read-on.ts';
import { showReceipt, showReceipts } from './account/receipt.ts';
import { switchSignInMails } from './account/sign-in-mails.ts';
import { showTaxDetails, submitTaxDetails } from './account/tax-details.ts';
import { showEmailChangeUndone, showUndoEmailChange, undoEmailChange } from './account/undo-email-change.ts';
import { showUnsubscribe, unsubscribe } from './account/unsubscribe.ts';
import { showUpgrade, upgrade } from './account/upgrade.ts';
import { confirmEmailCode, correctAddress, sendAnotherEmailCode, showEmailCode } from './email-code.ts';
import { showFreeOfferingSubscribe, subscribeToFreeOffering } from './free-offering/free-offering-subscribe.ts';
import { showFreeOfferingSubscribed } from './free-offering/free-offering-subscribed.ts';
import { showFreeOffering } from './free-offering/free-offering.ts';
import { acceptGift, requestGift, showGiftAccept, showGiftClaim, submitGiftCode } from './gift/gift-claim.ts';
import { changeDelivery, showGiftDetails } from './gift/gift-details.ts';
import { showGift, submitGift } from './gift/gift.ts';
import { chooseLanguage } from './language.ts';
import { merge, requestActivation, showActivateCustomer } from './sign-in/activate-customer.ts';
import { showActivate, submitActivationCode } from './sign-in/activate.ts';
import { followSignInLink, showSignInLink } from './sign-in/sign-in-link.ts';
import { previewSignIn, requestSignInCode, showSignIn } from './sign-in/sign-in.ts';
import { endListedSession, showSignedOut, signOut, signOutEverywhere } from './sign-in/sign-out.ts';
import { showCheckout } from './subscribe/checkout.ts';
import { showOfferSubscribe, subscribeToOffer } from './subscribe/offer-subscribe.ts';
import { showOffer } from './subscribe/offer.ts';
import { previewOffers, showOffers } from './subscribe/offers.ts';
import { showSubscribe, subscribe } from './subscribe/subscribe.ts';
import { joinNewsletters } from './subscribe/subscribed.ts';
import type { Page } from './visit.ts';

export const PAGES: readonly Page[] = [
  { path: '/', show: showAccount, form: { holder: 'session', submit: updateAccount, startAgain: '/' } },
  { path: '/newsletters', form: { holder: 'session', submit: chooseNewsletters, startAgain: '/' } },
  { path: '/offers', show: showOffers, isCacheable: true, isPublic: true },
  {
    path: '/subscribe',
    show: showSubscribe,
    isPublic: true,
    form: { holder: 'browser', submit: subscribe, startAgain: '/subscribe' },
  },
  { path: '/offers/:offer', show: showOffer, isPublic: true },
  {
    path: '/offers/:offer/subscribe',
    show: showOfferSubscribe,
    isPublic: true,
    form: { holder: 'browser', submit: subscribeToOffer, startAgain: '/offers' },
  },
  {
    path: '/checkouts/:id',
    show: showCheckout,
    form: { holder: 'session', submit: joinNewsletters, startAgain: '/' },
  },
  {
    path: '/upgrade',
    roles: ['customer'],
    show: showUpgrade,
    form: { holder: 'session', submit: upgrade, startAgain: '/' },
  },
  {
    path: '/subscriptions/:id/cancel',
    roles: ['customer'],
    show: showCancel,
    form: { holder: 'session', submit: cancelOwnSubscription, startAgain: '/' },
  },
  { path: '/subscriptions/:id/resume', form: { holder: 'session', submit: resumeOwnSubscription, startAgain: '/' } },
  {
    path: '/subscriptions/:id/pause',
    roles: ['customer'],
    show: showPause,
    form: { holder: 'session', submit: pauseOwnSubscription, startAgain: '/' },
  },
  {
    path: '/subscriptions/:id/read-on',
    roles: ['customer'],
    show: showReadOn,
    form: { holder: 'session', submit: readOn, startAgain: '/' },
  },
  { path: '/subscriptions/:id/portal', roles: ['customer'], show: showPortal },
  {
    path: '/subscriptions/:id/card',
    roles: ['customer'],
    show: showCard,
    form: { holder: 'session', submit: changeCard, startAgain: '/' },
  },
  {
    path: '/tax-details',
    roles: ['customer'],
    show: showTaxDetails,
    form: { holder: 'session', submit: submitTaxDetails, startAgain: '/tax-details' },
  },
  { path: '/receipts', roles: ['customer'], show: showReceipts },
  { path: '/card/:token', show: showCardLink, form: { holder: 'link', submit: followCardLink, startAgain: '/' } },
  { path: '/receipts/:id', roles: ['customer'], show: showReceipt },
  {
    path: '/gift',
    show: showGift,
    isPublic: true,
    form: { holder: 'browser', submit: submitGift, startAgain: '/gift' },
  },
  {
    path: '/gift/claim',
    show: showGiftClaim,
    isPublic: true,
    form: { holder: 'browser', submit: submitGiftCode, startAgain: '/gift/claim' },
  },
  {
    path: '/gift/claim/:token',
    show: showGiftAccept,
    form: { holder: 'browser', submit: requestGift, startAgain: '/gift/claim' },
  },
  { path: '/gift/claim/:token/accept', form: { holder: 'session', submit: acceptGift, startAgain: '/gift/claim' } },
  {
    path: '/gifts/:id',
    roles: ['customer'],
    show: showGiftDetails,
    form: { holder: 'session', submit: changeDelivery, startAgain: '/' },
  },
  { path: '/free_offering', show: showFreeOffering, isCacheable: true, isPublic: true },
  {
    path: '/free_offering/subscribe',
    show: showFreeOfferingSubscribe,
    isPublic: true,
    form: { holder: 'browser', submit: subscribeToFreeOffering, startAgain: '/free_offering/subscribe' },
  },
  { path: '/free_offering/subscribed', show: showFreeOfferingSubscribed },
  {
    path: '/sign-in',
    show: showSignIn,
    isPublic: true,
    form: { holder: 'browser', submit: requestSignInCode, startAgain: '/sign-in' },
  },
  {
    path: '/sign-in-link/:token',
    show: showSignInLink,
    form: { holder: 'browser', submit: followSignInLink, startAgain: '/sign-in' },
  },
  {
    path: '/email-code/:id',
    show: showEmailCode,
    form: { holder: 'browser', submit: confirmEmailCode, startAgain: '/sign-in' },
  },
  {
    path: '/email-code/:id/another',
    form: { holder: 'browser', submit: sendAnotherEmailCode, startAgain: '/sign-in' },
  },
  {
    path: '/email-code/:id/address',
    form: { holder: 'browser', submit: correctAddress, startAgain: '/sign-in' },
  },
  {
    path: '/activate',
    show: showActivate,
    isPublic: true,
    form: { holder: 'browser', submit: submitActivationCode, startAgain: '/activate' },
  },
  {
    path: '/activate/:token',
    show: showActivateCustomer,
    form: { holder: 'browser', submit: requestActivation, startAgain: '/activate' },
  },
  { path: '/activate/:token/merge', form: { holder: 'session', submit: merge, startAgain: '/' } },
  {
    path: '/email-address',
    roles: ['customer'],
    show: showEmailAddress,
    form: { holder: 'session', submit: requestEmailChange, startAgain: '/' },
  },
  {
    path: '/email-address/undo/:token',
    show: showUndoEmailChange,
    form: { holder: 'browser', submit: undoEmailChange, startAgain: '/' },
  },
  { path: '/email-address/undone', show: showEmailChangeUndone },
  {
    path: '/unsubscribe/:token',
    show: showUnsubscribe,
    form: { holder: 'link', submit: unsubscribe, startAgain: '/' },
  },
  { path: '/sign-in-mails', form: { holder: 'session', submit: switchSignInMails, startAgain: '/' } },
  { path: '/my-data.json', roles: ['customer'], show: downloadJson },
  { path: '/my-data.csv', roles: ['customer'], show: downloadCsv },
  {
    path: '/erase-account',
    roles: ['customer'],
    show: showEraseAccount,
    form: { holder: 'session', submit: requestErasure, startAgain: '/' },
  },
  { path: '/account-erased', show: showAccountErased },
  { path: '/sessions/:id/end', form: { holder: 'session', submit: endListedSession, startAgain: '/' } },
  { path: '/sign-out', form: { holder: 'session', submit: signOut, startAgain: '/signed-out' } },
  { path: '/sign-out-everywhere', form: { holder: 'session', submit: signOutEverywhere, startAgain: '/signed-out' } },
  { path: '/signed-out', show: showSignedOut },
  { path: '/language/:language', show: chooseLanguage },
];

/** The pages that the dashboard previews with settings that are not saved. */
export const PREVIEWS = { offers: previewOffers, 'sign-in': previewSignIn } as const;

export async function registerPages(app: FastifyInstance, service: Service): Promise<void> {
  registerLogo(app, service);
  await registerSite(app, service, PUBLICATION, PAGES);
}
