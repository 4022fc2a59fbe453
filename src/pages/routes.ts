// The door of the hosted pages (service.md, Endpoints A): every route of a page is in this list, and a form is taken only after it was
// found to come from our own page. Whatever fails comes out as a page.
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readQuery } from '../http/form.ts';
import type { Service } from '../service.ts';
import { findBrowserOf } from '../site/browser-cookie.ts';
import { MethodNotAllowed, showError } from '../site/errors.ts';
import { registerLogo } from '../site/logo.ts';
import { getPublication } from '../site/publication.ts';
import { findSessionOf } from '../site/session-cookie.ts';
import { SharedPages } from '../site/shared-pages.ts';
import { registerAssets } from '../views/assets.ts';
import { languageOf } from '../views/language.ts';
import { goTo, registerViews } from '../views/render.ts';
import { showAccount, updateAccount } from './account/account.ts';
import { requestEmailChange, showEmailAddress } from './account/email-address.ts';
import { requestErasure, showAccountErased, showEraseAccount } from './account/erase-account.ts';
import { downloadCsv, downloadJson } from './account/my-data.ts';
import {
  cancelOwnSubscription,
  changeCard,
  resumeOwnSubscription,
  showCancel,
  showCard,
  showPortal,
} from './account/own-subscription.ts';
import { showReceipt } from './account/receipt.ts';
import { showUpgrade, upgrade } from './account/upgrade.ts';
import { confirmEmailCode, sendAnotherEmailCode, showEmailCode } from './email-code.ts';
import { checkOwnForm, readPageForm } from './form.ts';
import { showFreeOfferingSubscribe, subscribeToFreeOffering } from './free-offering/free-offering-subscribe.ts';
import { showFreeOfferingSubscribed } from './free-offering/free-offering-subscribed.ts';
import { showFreeOffering } from './free-offering/free-offering.ts';
import { acceptGift, requestGift, showGiftAccept, showGiftClaim, takeGiftCode } from './gift/gift-claim.ts';
import { changeDelivery, showGiftDetails } from './gift/gift-details.ts';
import { showGift, takeGift } from './gift/gift.ts';
import { merge, requestActivation, showActivateCustomer } from './sign-in/activate-customer.ts';
import { showActivate, takeActivationCode } from './sign-in/activate.ts';
import { requestSignInCode, showSignIn } from './sign-in/sign-in.ts';
import { endListedSession, signOut, signOutEverywhere } from './sign-in/sign-out.ts';
import { showCheckout } from './subscribe/checkout.ts';
import { showOfferSubscribe, subscribeToOffer } from './subscribe/offer-subscribe.ts';
import { showOffer } from './subscribe/offer.ts';
import { showOffers } from './subscribe/offers.ts';
import { showSubscribe, subscribe } from './subscribe/subscribe.ts';
import type { ShowPage, TakeForm, TakeSessionForm, Visit } from './visit.ts';

/** `startAgain` is where a visitor with a stale form finds a fresh one. */
type Form = { readonly startAgain: string } & (
  | { readonly holder: 'browser'; readonly take: TakeForm }
  | { readonly holder: 'session'; readonly take: TakeSessionForm }
);

export interface Page {
  readonly path: string;
  readonly show?: ShowPage;
  /** Whether everybody who comes without a cookie sees the same. */
  readonly isShared?: true;
  readonly form?: Form;
}

export const PAGES: readonly Page[] = [
  { path: '/', show: showAccount, form: { holder: 'session', take: updateAccount, startAgain: '/' } },
  { path: '/offers', show: showOffers, isShared: true },
  { path: '/subscribe', show: showSubscribe, form: { holder: 'browser', take: subscribe, startAgain: '/subscribe' } },
  { path: '/offers/:offer', show: showOffer },
  {
    path: '/offers/:offer/subscribe',
    show: showOfferSubscribe,
    form: { holder: 'browser', take: subscribeToOffer, startAgain: '/offers' },
  },
  { path: '/checkouts/:id', show: showCheckout },
  { path: '/upgrade', show: showUpgrade, form: { holder: 'session', take: upgrade, startAgain: '/' } },
  {
    path: '/subscriptions/:id/cancel',
    show: showCancel,
    form: { holder: 'session', take: cancelOwnSubscription, startAgain: '/' },
  },
  { path: '/subscriptions/:id/resume', form: { holder: 'session', take: resumeOwnSubscription, startAgain: '/' } },
  { path: '/subscriptions/:id/portal', show: showPortal },
  { path: '/subscriptions/:id/card', show: showCard, form: { holder: 'session', take: changeCard, startAgain: '/' } },
  { path: '/receipts/:id', show: showReceipt },
  { path: '/gift', show: showGift, form: { holder: 'browser', take: takeGift, startAgain: '/gift' } },
  {
    path: '/gift/claim',
    show: showGiftClaim,
    form: { holder: 'browser', take: takeGiftCode, startAgain: '/gift/claim' },
  },
  {
    path: '/gift/claim/:token',
    show: showGiftAccept,
    form: { holder: 'browser', take: requestGift, startAgain: '/gift/claim' },
  },
  { path: '/gift/claim/:token/accept', form: { holder: 'session', take: acceptGift, startAgain: '/gift/claim' } },
  { path: '/gifts/:id', show: showGiftDetails, form: { holder: 'session', take: changeDelivery, startAgain: '/' } },
  { path: '/free_offering', show: showFreeOffering, isShared: true },
  {
    path: '/free_offering/subscribe',
    show: showFreeOfferingSubscribe,
    form: { holder: 'browser', take: subscribeToFreeOffering, startAgain: '/free_offering/subscribe' },
  },
  { path: '/free_offering/subscribed', show: showFreeOfferingSubscribed },
  { path: '/sign-in', show: showSignIn, form: { holder: 'browser', take: requestSignInCode, startAgain: '/sign-in' } },
  {
    path: '/email-code/:id',
    show: showEmailCode,
    form: { holder: 'browser', take: confirmEmailCode, startAgain: '/sign-in' },
  },
  { path: '/email-code/:id/another', form: { holder: 'browser', take: sendAnotherEmailCode, startAgain: '/sign-in' } },
  {
    path: '/activate',
    show: showActivate,
    form: { holder: 'browser', take: takeActivationCode, startAgain: '/activate' },
  },
  {
    path: '/activate/:token',
    show: showActivateCustomer,
    form: { holder: 'browser', take: requestActivation, startAgain: '/activate' },
  },
  { path: '/activate/:token/merge', form: { holder: 'session', take: merge, startAgain: '/' } },
  {
    path: '/email-address',
    show: showEmailAddress,
    form: { holder: 'session', take: requestEmailChange, startAgain: '/' },
  },
  { path: '/my-data.json', show: downloadJson },
  { path: '/my-data.csv', show: downloadCsv },
  {
    path: '/erase-account',
    show: showEraseAccount,
    form: { holder: 'session', take: requestErasure, startAgain: '/' },
  },
  { path: '/account-erased', show: showAccountErased },
  { path: '/sessions/:id/end', form: { holder: 'session', take: endListedSession, startAgain: '/' } },
  { path: '/sign-out', form: { holder: 'session', take: signOut, startAgain: '/' } },
  { path: '/sign-out-everywhere', form: { holder: 'session', take: signOutEverywhere, startAgain: '/' } },
];

/** Serves the hosted pages, their stylesheets and their errors. */
export async function registerPages(app: FastifyInstance, service: Service): Promise<void> {
  await app.register(async (scope) => {
    if (!scope.hasRequestDecorator('cookies')) await scope.register(cookie);
    await registerViews(scope);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.setErrorHandler((error, request, reply) => showError(service, request, reply, error));
    registerAssets(scope);
    registerLogo(scope, service);
    const shared = new SharedPages(service.database);
    for (const page of PAGES) registerPage(scope, service, shared, page);
  });
}

/** The page of a failure that has a status but no page of its own, such as 404 for an unknown address. */
export function sendErrorPage(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
): Promise<FastifyReply> {
  return showError(service, request, reply, { statusCode: status });
}

function registerPage(
  scope: FastifyInstance,
  service: Service,
  shared: SharedPages,
  { path, show, form, isShared }: Page,
): void {
  if (show !== undefined && isShared) registerShared(scope, service, shared, path, show);
  else if (show !== undefined)
    scope.get(path, async (request, reply) => show(service, await toVisit(service, request, reply)));
  if (form !== undefined)
    scope.post(path, async (request, reply) => takeForm(service, form, await toVisit(service, request, reply)));
  const allowed = [...(show === undefined ? [] : ['GET', 'HEAD']), ...(form === undefined ? [] : ['POST'])];
  const refuse = async (): Promise<never> => {
    throw new MethodNotAllowed(allowed.join(', '));
  };
  const method = scope.supportedMethods.filter((name) => !allowed.includes(name));
  scope.route({ method, url: path, exposeHeadRoute: false, onRequest: refuse, handler: refuse });
}

function registerShared(
  scope: FastifyInstance,
  service: Service,
  shared: SharedPages,
  path: string,
  show: ShowPage,
): void {
  const onSend = async (request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> => {
    shared.keep(request, reply, body);
    return body;
  };
  scope.get(
    path,
    { onSend },
    async (request, reply) => shared.answer(request, reply) ?? show(service, await toVisit(service, request, reply)),
  );
}

async function toVisit(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
  const publication = await getPublication(service, request);
  return {
    request,
    reply,
    publication,
    query: readQuery(request.raw.url ?? ''),
    language: languageOf(publication, request.headers),
  };
}

async function takeForm(service: Service, form: Form, visit: Visit): Promise<FastifyReply> {
  const { request, reply, publication } = visit;
  const reading = await readPageForm(request);
  const check = (holder: string | undefined): void =>
    checkOwnForm(service.secretKeys, publication, { request, form: reading, holder, startAgain: form.startAgain });
  if (form.holder === 'browser') {
    const browser = findBrowserOf(publication, request);
    check(browser);
    return form.take(service, { ...visit, form: reading, browser: browser ?? '' });
  }
  const session = await findSessionOf(service, publication, request);
  // A second click on "sign out", or a page left open: there is nothing left to do.
  if (session === undefined) return goTo(reply, publication, form.startAgain);
  check(session.id);
  return form.take(service, { ...visit, form: reading, session });
}
