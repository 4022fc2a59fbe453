// The subscribe pages, of which `/subscribe`, `/offers/:offer` and `/offers/:offer/subscribe` are three views (service.md, Endpoints A,
// rules 2 to 5): who is signed out creates an account first, who is signed in chooses and goes on to pay, who has a subscription is led on.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/form.ts';
import type { OfferForSale } from '../../models/catalog/offer.ts';
import type { SubscribeIntent } from '../../models/people/email-code.ts';
import type { Service } from '../../service.ts';
import { keepBrowserOf } from '../../site/browser-cookie.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { findContinueUrl } from '../../site/destinations.ts';
import { goTo, showPage } from '../../views/render.ts';
import { faulty, fieldOf, FRESH, type FormState } from '../form.ts';
import type { Purpose } from '../proof.ts';
import { continueOrigins } from '../sign-in/application.ts';
import { isOpenedByVisitor, signUp, startSignUp, type Account } from '../sign-in/sign-up.ts';
import { pathWith, type FormVisit, type Visit } from '../visit.ts';
import { answerOf } from '../visitor-table.ts';
import { findSignedIn, stateOfSubscriber, type SignedIn } from '../visitor.ts';
import { showAlreadySubscribed } from './already-subscribed.ts';
import { canBePaid, cardPageOrigins, goToCheckout, showNoPayments } from './checkout.ts';
import { choiceName, findChoice } from './choice.ts';
import { toChoicesOnPage } from './offer-choice.ts';
import { findSale, type Sale } from './sale.ts';

/** One of the pages: what can be chosen on it. */
export interface SubscribePage {
  readonly path: '/subscribe' | '/offers/:offer' | '/offers/:offer/subscribe';
  readonly offers: readonly OfferForSale[];
  /** The one offer that the page is about. */
  readonly offer: OfferForSale | undefined;
}

interface SignUp extends Account {
  readonly choice: string | undefined;
  readonly continueUrl: string | undefined;
  /** A discount code; empty for none. */
  readonly code: string;
}

export async function visitSubscribePage(service: Service, visit: Visit, page: SubscribePage): Promise<FastifyReply> {
  const { request, reply, publication, query } = visit;
  const continueUrl = await findContinueUrl(service, publication, valueOf(query, 'continue_url'));
  const signedIn = await findSignedIn(service, publication, request);
  const answer = answerOf(page.path, stateOfSubscriber(signedIn), continueUrl);
  if (answer === 'to continue_url' && continueUrl !== undefined) return goTo(reply, publication, continueUrl);
  if (answer === 'message or upgrade' && signedIn !== undefined)
    return showAlreadySubscribed(service, visit, page.offers, signedIn);
  if (!(await canBePaid(service, publication))) return showNoPayments(visit);
  const wanted = {
    email: valueOf(query, 'email') ?? '',
    name: '',
    choice: valueOf(query, 'choice'),
    continueUrl,
    code: valueOf(query, 'code') ?? '',
  };
  if (answer === 'account first' && wanted.email !== '' && page.offers.length > 0 && isOpenedByVisitor(request)) {
    const browser = keepBrowserOf(publication, request);
    return createAccount(service, visit, page, wanted, browser.value, [browser.setCookie]);
  }
  const sale = await findSale(service, visit, page.offers, signedIn, wanted.code);
  return showForm(service, visit, page, wanted, signedIn, sale, {
    ...FRESH,
    errors: sale.fault === undefined ? [] : [sale.fault],
  });
}

export async function takeSubscribeForm(
  service: Service,
  visit: FormVisit,
  page: SubscribePage,
): Promise<FastifyReply> {
  const { request, reply, publication, form, browser, language } = visit;
  const continueUrl = await findContinueUrl(service, publication, fieldOf(form, 'continue_url'));
  const signedIn = await findSignedIn(service, publication, request);
  const wanted = {
    email: fieldOf(form, 'email'),
    name: fieldOf(form, 'name'),
    choice: fieldOf(form, 'choice'),
    continueUrl,
    code: fieldOf(form, 'code').trim(),
  };
  const choice = findChoice(page.offers, wanted.choice);
  if (stateOfSubscriber(signedIn) === 'subscribed')
    return goTo(reply, publication, addressOf(page, { continue_url: continueUrl }));
  if (!(await canBePaid(service, publication))) return showNoPayments(visit);
  const sale = await findSale(service, visit, page.offers, signedIn, wanted.code);
  const again = (state: FormState): Promise<FastifyReply> =>
    showForm(service, visit, page, wanted, signedIn, sale, state);
  if (choice === undefined) return again(faulty([{ field: 'choice', message: language.t('fault.choice') }]));
  const refusal = sale.refusals.get(choiceName(choice));
  if (refusal !== undefined) return again(faulty([refusal]));
  if (fieldOf(form, 'step') === 'code') return again(FRESH);
  if (signedIn === undefined) return createAccount(service, visit, page, wanted, browser, []);
  // What costs something else than the page said is shown first.
  if (fieldOf(form, 'terms') !== sale.key) return again(FRESH);
  return goToCheckout(service, visit, signedIn, choice, { code: wanted.code, continueUrl });
}

/** The page's address; that of an offer's own page is the subscribe page, where the flow goes on. */
function addressOf(
  { offer }: Pick<SubscribePage, 'offer'>,
  parameters: Readonly<Record<string, string | null | undefined>>,
): string {
  return pathWith(offer === undefined ? '/subscribe' : `/offers/${offer.slug}/subscribe`, parameters);
}

/** Rules 3 and 4. */
function createAccount(
  service: Service,
  visit: Visit,
  page: SubscribePage,
  wanted: SignUp,
  browser: string,
  cookies: readonly string[],
): Promise<FastifyReply> {
  const { choice, continueUrl, code } = wanted;
  const toIntent = (name: string | null) =>
    ({
      purpose: 'subscribe',
      offer: page.offer?.slug ?? null,
      choice: choice ?? null,
      name,
      continueUrl: continueUrl ?? null,
      ...(code === '' ? {} : { discountCode: code }),
    }) as const;
  const showAgain = async (state: FormState) =>
    showForm(
      service,
      visit,
      page,
      wanted,
      undefined,
      await findSale(service, visit, page.offers, undefined, code),
      state,
    );
  return startSignUp(service, visit, { account: wanted, browser, cookies, toIntent, showAgain });
}

async function showForm(
  service: Service,
  { request, reply, publication, language }: Visit,
  page: SubscribePage,
  { email, name, choice, continueUrl, code }: SignUp,
  signedIn: SignedIn | undefined,
  sale: Sale,
  state: FormState,
): Promise<FastifyReply> {
  const browser = keepBrowserOf(publication, request);
  const form = {
    csrfToken: csrfTokenFor(service.secretKeys, publication, browser.value),
    errors: state.errors,
    action: addressOf(page, {}),
    offers: toChoicesOnPage(page.offers, choice, sale, language),
    terms: sale.key,
    code,
    isSignedIn: signedIn !== undefined,
    email: signedIn?.session.email ?? email,
    name,
    continueUrl: continueUrl ?? '',
  };
  const options = {
    ...state,
    cookies: [browser.setCookie],
    formActionOrigins: [...(await cardPageOrigins(service, publication)), ...continueOrigins(continueUrl)],
  };
  if (page.offer === undefined) return showPage(reply, publication, 'subscribe/subscribe', form, options);
  return showPage(
    reply,
    publication,
    page.path === '/offers/:offer' ? 'subscribe/offer' : 'subscribe/offer-subscribe',
    { ...form, offer: page.offer },
    options,
  );
}

/** The subscribe page, as it was left. */
function pageOf({ offer, choice, continueUrl, discountCode }: SubscribeIntent): string {
  return pathWith(offer === null ? '/subscribe' : `/offers/${offer}/subscribe`, {
    choice,
    code: discountCode,
    continue_url: continueUrl,
  });
}

export const SUBSCRIBE: Purpose<SubscribeIntent> = {
  take: signUp,
  destination: pageOf,
  start: (_service, intent) => pageOf(intent),
  laterOrigins: ({ continueUrl }) => continueOrigins(continueUrl ?? undefined),
};
