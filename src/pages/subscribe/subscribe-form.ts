// The form of `/subscribe`, `/offers/:offer` and `/offers/:offer/subscribe` (service.md, Endpoints A, rules 2 to 5): a
// signed-out visitor creates an account first, a signed-in customer chooses, reads the summary and pays, a subscriber is
// redirected or offered an upgrade.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import type { OfferForSale } from '../../models/catalog/offer.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import { findHindrance } from '../../payments/checkout/hindrance.ts';
import type { OfferChoice } from '../../payments/checkout/terms.ts';
import type { PaymentGateway } from '../../payments/gateway.ts';
import { cardPageOriginsOf, findGateway } from '../../payments/gateways.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie } from '../../site/browser-cookie.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { findContinueUrl, pathWith } from '../../site/destinations.ts';
import { faulty, fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { describedIn } from '../../views/own-words.ts';
import type { FormData } from '../../views/page-data.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import { lacksAddress, postalAddressPath } from '../postal.ts';
import { continueOrigins } from '../sign-in/application.ts';
import { isOpenedByVisitor, startSignUp, type Account } from '../sign-in/sign-up.ts';
import { taxDetailsPath } from '../tax.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { answerOf } from '../visitor-table.ts';
import { findSignedIn, stateForOffers, type SignedIn } from '../visitor.ts';
import { showAlreadySubscribed } from './already-subscribed.ts';
import { redirectToCheckout, showNoPayments } from './checkout.ts';
import { choiceName, findChoice } from './choice.ts';
import { appliedCode, discountIn, type DiscountOnPage } from './discount-field.ts';
import { toChoicesOnPage, type OfferChoicesOnPage } from './offer-choice.ts';
import { findPause, showPaused } from './paused.ts';
import { quoteOffers, type Quote } from './quote.ts';
import { findTax } from './summary-tax.ts';
import { showSummary } from './summary.ts';

/** The data that all subscribe pages share. */
interface SubscribeFormOnPage extends DiscountOnPage {
  readonly action: string;
  readonly offers: readonly OfferChoicesOnPage[];
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

/** A subscribe page and its offers. */
export interface SubscribePage {
  readonly path: '/subscribe' | '/offers/:offer' | '/offers/:offer/subscribe';
  readonly offers: readonly OfferForSale[];
  /** The offer of an offer's own page. */
  readonly offer: OfferForSale | undefined;
}

interface SignUp extends Account {
  readonly choice: string | undefined;
  readonly continueUrl: string | undefined;
  /** A discount code; empty for none. */
  readonly code: string;
}

/** What the form is rendered from. */
interface Shown {
  readonly page: SubscribePage;
  readonly gateway: PaymentGateway;
  readonly wanted: SignUp;
  readonly signedIn: SignedIn | undefined;
  readonly quote: Quote;
}

interface NewAccount extends Pick<Shown, 'page' | 'gateway' | 'wanted'> {
  /** The quote, where it is known already. */
  readonly quote?: Quote;
  readonly browser: string;
  readonly cookies: readonly string[];
}

export async function showSubscribePage(service: Service, visit: Visit, page: SubscribePage): Promise<FastifyReply> {
  const { request, reply, publication, query } = visit;
  const continueUrl = await findContinueUrl(service, publication, valueOf(query, 'continue_url'));
  const signedIn = await findSignedIn(service, publication, request);
  const answer = answerOf(page.path, stateForOffers(signedIn), continueUrl);
  if (answer === 'to continue_url' && continueUrl !== undefined) return redirectTo(reply, continueUrl);
  // The page of an offer shows it to whoever is signed in; the choice leads to its summary on the others.
  const asked = page.path === '/offers/:offer' ? undefined : valueOf(query, 'choice');
  const choice = findChoice(page.offers, asked);
  if (
    answer === 'message or upgrade' &&
    signedIn !== undefined &&
    (choice === undefined || !(await mayBuy(service, publication, signedIn, choice)))
  )
    return showAlreadySubscribed(service, visit, page.offers, signedIn);
  const paused = await findPause(service, visit, signedIn);
  if (paused !== undefined) return showPaused(visit, paused);
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
    const made = { browser: browser.value, cookies: [browser.setCookie] };
    return createAccount(service, visit, { page, gateway, wanted, ...made });
  }
  const quote = await quoteOffers(service, visit, { gateway, offers: page.offers, signedIn, typedCode: wanted.code });
  const shown = { page, gateway, wanted, signedIn, quote };
  if (signedIn !== undefined && choice !== undefined) {
    if (lacksAddress(choice.offer.plan, signedIn.customer)) return askForAddress(visit, shown, choice);
    return summarize(service, visit, shown, choice, FRESH);
  }
  const errors = quote.fault === undefined ? [] : [quote.fault];
  return showForm(service, visit, shown, { ...FRESH, errors });
}

export async function submitSubscribeForm(
  service: Service,
  visit: FormVisit,
  page: SubscribePage,
): Promise<FastifyReply> {
  const { request, reply, publication, form, browser, language } = visit;
  const continueUrl = await findContinueUrl(service, publication, fieldOf(form, 'continue_url'));
  const signedIn = await findSignedIn(service, publication, request);
  const { code, isOnlyThis } = discountIn(form);
  const [email, name] = [fieldOf(form, 'email'), fieldOf(form, 'name')];
  const wanted = { email, name, choice: fieldOf(form, 'choice'), continueUrl, code };
  const choice = findChoice(page.offers, wanted.choice);
  if (stateForOffers(signedIn) === 'subscribed' && !(await mayBuy(service, publication, signedIn, choice)))
    return redirectTo(reply, addressOf(page, { continue_url: continueUrl }));
  const gateway = await findGateway(service, publication);
  if (gateway === undefined) return showNoPayments(visit);
  const quote = await quoteOffers(service, visit, { gateway, offers: page.offers, signedIn, typedCode: code });
  const isSummary = fieldOf(form, 'page') === 'summary' && signedIn !== undefined;
  const shown = { page, gateway, wanted, signedIn, quote };
  const again = (state: FormState): Promise<FastifyReply> =>
    isSummary && choice !== undefined
      ? summarize(service, visit, shown, choice, state)
      : showForm(service, visit, shown, state);
  if (choice === undefined) return again(faulty([{ field: 'choice', message: language.t('fault.choice') }]));
  const refusal = quote.refusals.get(choiceName(choice));
  if (refusal !== undefined) return again(faulty([refusal]));
  if (isOnlyThis) return again(FRESH);
  if (signedIn === undefined)
    return createAccount(service, visit, { page, gateway, wanted, quote, browser, cookies: [] });
  // Our choice: what is paid is shown whole before, so the button of the summary alone leads to the card page.
  if (!isSummary) return redirectTo(reply, summaryPath(shown, choice));
  if (lacksAddress(choice.offer.plan, signedIn.customer)) return askForAddress(visit, shown, choice);
  const expected = await findTax(service, visit, signedIn.customer, choice);
  if (expected?.isCountryMissing === true) return redirectTo(reply, taxDetailsOf(shown, choice));
  // Terms that changed since the summary was shown are shown again before the checkout.
  if (fieldOf(form, 'terms') !== quote.termsHash) return again(FRESH);
  return redirectToCheckout(service, visit, signedIn, { choice, code, continueUrl });
}

/** Decisions 44: whoever has a plan that is free, a gift or paid elsewhere may buy another one. */
async function mayBuy(
  service: Service,
  publication: PublicationRow,
  signedIn: SignedIn | undefined,
  choice: OfferChoice | undefined,
): Promise<boolean> {
  if (signedIn === undefined || choice === undefined) return false;
  const wanted = { customerId: signedIn.customer.id, planId: choice.offer.plan.id };
  return (await findHindrance(service, publication, wanted)) === undefined;
}

/** Asks for the address before the summary, which shows it. */
function askForAddress({ reply }: Visit, shown: Pick<Shown, 'page' | 'wanted'>, choice: OfferChoice): FastifyReply {
  return redirectTo(reply, postalAddressPath(summaryPath(shown, choice)));
}

function summaryPath({ page, wanted: { code, continueUrl } }: Pick<Shown, 'page' | 'wanted'>, choice: OfferChoice) {
  return addressOf(page, { choice: choiceName(choice), code, continue_url: continueUrl });
}

async function summarize(
  service: Service,
  visit: Visit,
  { page, gateway, wanted, signedIn, quote }: Shown,
  choice: OfferChoice,
  state: FormState,
): Promise<FastifyReply> {
  const { code, continueUrl } = wanted;
  const expected = signedIn === undefined ? undefined : await findTax(service, visit, signedIn.customer, choice);
  const taxDetails = taxDetailsOf({ page, wanted }, choice);
  if (expected?.isCountryMissing === true) return redirectTo(visit.reply, taxDetails);
  const browser = ensureBrowserCookie(visit.publication, visit.request);
  const summary = {
    choice,
    quote,
    code,
    csrfToken: csrfTokenFor(service.secretKeys, visit.publication, browser.value),
    action: addressOf(page, {}),
    chooseAgain: pathWith('/offers', { continue_url: continueUrl }),
    continueUrl,
    email: signedIn?.session.email ?? '',
    postalAddress: signedIn?.customer.postalAddress ?? null,
    changeAddress: postalAddressPath(summaryPath({ page, wanted }, choice)),
    expected,
    taxDetails,
  };
  const formActionOrigins = [...cardPageOriginsOf(gateway), ...continueOrigins(continueUrl)];
  return showSummary(visit, summary, state, { cookies: [browser.setCookie], formActionOrigins });
}

/** Where the customer says where they live, and from where the summary is shown next. */
function taxDetailsOf({ page, wanted: { code, continueUrl } }: Pick<Shown, 'page' | 'wanted'>, choice: OfferChoice) {
  return taxDetailsPath(addressOf(page, { choice: choiceName(choice), code, continue_url: continueUrl }));
}

/** The path where the flow continues; for an offer's own page, its subscribe page. */
function addressOf(
  { offer }: Pick<SubscribePage, 'offer'>,
  parameters: Readonly<Record<string, string | null | undefined>>,
): string {
  return pathWith(offer === undefined ? '/subscribe' : `/offers/${offer.slug}/subscribe`, parameters);
}

/** Rules 3 and 4: the visitor creates an account by verifying an e-mail address. */
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
    const offering = { gateway, offers: page.offers, signedIn: undefined, typedCode: code };
    const quote = given.quote ?? (await quoteOffers(service, visit, offering));
    return showForm(service, visit, { page, gateway, wanted, signedIn: undefined, quote }, state);
  };
  return startSignUp(service, visit, { account: wanted, browser, cookies, toIntent, showAgain });
}

async function showForm(
  service: Service,
  { request, reply, publication, language }: Visit,
  { page, gateway, wanted, signedIn, quote }: Shown,
  state: FormState,
): Promise<FastifyReply> {
  const { email, name, choice, continueUrl, code } = wanted;
  const browser = ensureBrowserCookie(publication, request);
  const form = {
    csrfToken: csrfTokenFor(service.secretKeys, publication, browser.value),
    errors: state.errors,
    action: addressOf(page, {}),
    offers: toChoicesOnPage(page.offers, choice, quote, language),
    code,
    applied: appliedCode(quote.terms.values(), state.errors),
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
    { ...form, offer: describedIn(page.offer, language) },
    page.path === '/offers/:offer' ? { ...options, share: { description: page.offer } } : options,
  );
}
