// The subscribe pages, of which `/subscribe`, `/offers/:offer` and `/offers/:offer/subscribe` are three views (service.md, Endpoints A,
// rules 2 to 5): who is signed out creates an account first, who is signed in chooses and goes on to pay, who has a subscription is led on.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/form.ts';
import type { OfferForSale } from '../../models/catalog/offer.ts';
import type { SubscribeIntent } from '../../models/people/email-code.ts';
import type { PaymentGateway } from '../../payments/gateway.ts';
import { cardPageOriginsOf, findGateway } from '../../payments/gateways.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie } from '../../site/browser-cookie.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { findContinueUrl, pathWith } from '../../site/destinations.ts';
import { faulty, fieldOf, FRESH, type FormState } from '../../site/form.ts';
import type { FormData } from '../../views/page-data.ts';
import { goTo, showPage } from '../../views/render.ts';
import type { Purpose } from '../proof.ts';
import { continueOrigins } from '../sign-in/application.ts';
import { isOpenedByVisitor, signUp, startSignUp, type Account } from '../sign-in/sign-up.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { answerOf } from '../visitor-table.ts';
import { findSignedIn, stateOfSubscriber, type SignedIn } from '../visitor.ts';
import { showAlreadySubscribed } from './already-subscribed.ts';
import { goToCheckout, showNoPayments } from './checkout.ts';
import { choiceName, findChoice } from './choice.ts';
import { toChoicesOnPage, type OfferChoicesOnPage } from './offer-choice.ts';
import { findSale, type Sale } from './sale.ts';

/** What the subscribe pages share. */
interface SubscribeFormOnPage {
  readonly action: string;
  readonly offers: readonly OfferChoicesOnPage[];
  /** Names the terms that are shown. */
  readonly terms: string;
  /** As typed. */
  readonly code: string;
  readonly isSignedIn: boolean;
  readonly email: string;
  readonly name: string;
  readonly continueUrl: string;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'subscribe/subscribe': FormData & SubscribeFormOnPage;
    'subscribe/offer': FormData &
      SubscribeFormOnPage & { readonly offer: Pick<OfferChoicesOnPage, 'name' | 'description'> };
    'subscribe/offer-subscribe': FormData &
      SubscribeFormOnPage & { readonly offer: Pick<OfferChoicesOnPage, 'name' | 'description'> };
  }
  interface Parts {
    'subscribe-form': FormData & SubscribeFormOnPage & { readonly isNamed: boolean };
  }
}

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

/** What the form is made of. */
interface Shown {
  readonly page: SubscribePage;
  readonly gateway: PaymentGateway;
  readonly wanted: SignUp;
  readonly signedIn: SignedIn | undefined;
  readonly sale: Sale;
}

interface NewAccount extends Pick<Shown, 'page' | 'gateway' | 'wanted'> {
  /** Where it was found before. */
  readonly sale?: Sale;
  readonly browser: string;
  readonly cookies: readonly string[];
}

export async function visitSubscribePage(service: Service, visit: Visit, page: SubscribePage): Promise<FastifyReply> {
  const { request, reply, publication, query } = visit;
  const continueUrl = await findContinueUrl(service, publication, valueOf(query, 'continue_url'));
  const signedIn = await findSignedIn(service, publication, request);
  const answer = answerOf(page.path, stateOfSubscriber(signedIn), continueUrl);
  if (answer === 'to continue_url' && continueUrl !== undefined) return goTo(reply, publication, continueUrl);
  if (answer === 'message or upgrade' && signedIn !== undefined)
    return showAlreadySubscribed(service, visit, page.offers, signedIn);
  const gateway = await findGateway(service, publication);
  if (gateway === undefined) return showNoPayments(visit);
  const wanted = {
    email: valueOf(query, 'email') ?? '',
    name: '',
    choice: valueOf(query, 'choice'),
    continueUrl,
    code: valueOf(query, 'code') ?? '',
  };
  if (answer === 'account first' && wanted.email !== '' && page.offers.length > 0 && isOpenedByVisitor(request)) {
    const browser = ensureBrowserCookie(publication, request);
    return createAccount(service, visit, {
      page,
      gateway,
      wanted,
      browser: browser.value,
      cookies: [browser.setCookie],
    });
  }
  const sale = await findSale(service, visit, { gateway, offers: page.offers, signedIn, typed: wanted.code });
  const errors = sale.fault === undefined ? [] : [sale.fault];
  return showForm(service, visit, { page, gateway, wanted, signedIn, sale }, { ...FRESH, errors });
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
  const gateway = await findGateway(service, publication);
  if (gateway === undefined) return showNoPayments(visit);
  const sale = await findSale(service, visit, { gateway, offers: page.offers, signedIn, typed: wanted.code });
  const again = (state: FormState): Promise<FastifyReply> =>
    showForm(service, visit, { page, gateway, wanted, signedIn, sale }, state);
  if (choice === undefined) return again(faulty([{ field: 'choice', message: language.t('fault.choice') }]));
  const refusal = sale.refusals.get(choiceName(choice));
  if (refusal !== undefined) return again(faulty([refusal]));
  if (fieldOf(form, 'step') === 'code') return again(FRESH);
  if (signedIn === undefined)
    return createAccount(service, visit, { page, gateway, wanted, sale, browser, cookies: [] });
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
function createAccount(service: Service, visit: Visit, given: NewAccount): Promise<FastifyReply> {
  const { page, gateway, wanted, browser, cookies } = given;
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
  const showAgain = async (state: FormState) => {
    const offering = { gateway, offers: page.offers, signedIn: undefined, typed: code };
    const sale = given.sale ?? (await findSale(service, visit, offering));
    return showForm(service, visit, { page, gateway, wanted, signedIn: undefined, sale }, state);
  };
  return startSignUp(service, visit, { account: wanted, browser, cookies, toIntent, showAgain });
}

async function showForm(
  service: Service,
  { request, reply, publication, language }: Visit,
  { page, gateway, wanted, signedIn, sale }: Shown,
  state: FormState,
): Promise<FastifyReply> {
  const { email, name, choice, continueUrl, code } = wanted;
  const browser = ensureBrowserCookie(publication, request);
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
    formActionOrigins: [...cardPageOriginsOf(gateway), ...continueOrigins(continueUrl)],
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
