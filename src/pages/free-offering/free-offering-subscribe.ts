// `/free_offering/subscribe`: sign-up for the free offering (service.md, Endpoints A, rules 2, 3, 4 and 7). A
// signed-out visitor creates an account by verifying an e-mail address; a signed-in customer only confirms.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import type { FreeOffering } from '../../models/catalog/free-offering.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie } from '../../site/browser-cookie.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { findContinueUrl, pathWith } from '../../site/destinations.ts';
import { fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { freeOfferingIn } from '../../views/own-words.ts';
import type { FormData, FreeOfferingOnPage } from '../../views/page-data.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import { isOpenedByVisitor, startSignUp, type Account } from '../sign-in/sign-up.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { answerOf } from '../visitor-table.ts';
import { findSignedIn, stateForFreeOffering, type SignedIn } from '../visitor.ts';
import { getFreeOffering } from './free-offering.ts';
import { receiveNewsletters } from './receive-newsletters.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'free-offering/free-offering-subscribe': FormData & {
      readonly offering: FreeOfferingOnPage;
      readonly isSignedIn: boolean;
      readonly email: string;
      readonly name: string;
      readonly continueUrl: string;
    };
  }
}

interface SignUp extends Account {
  readonly continueUrl: string | undefined;
}

/** What the form is rendered from. */
interface Shown {
  readonly offering: FreeOffering;
  readonly signUp: SignUp;
  readonly signedIn: SignedIn | undefined;
}

interface NewAccount extends Pick<Shown, 'offering' | 'signUp'> {
  readonly browser: string;
  readonly cookies: readonly string[];
}

export async function showFreeOfferingSubscribe(service: Service, visit: Visit): Promise<FastifyReply> {
  const { request, reply, publication, query } = visit;
  const offering = await getFreeOffering(service, publication);
  const continueUrl = await findContinueUrl(service, publication, valueOf(query, 'continue_url'));
  const signedIn = await findSignedIn(service, publication, request);
  const answer = answerOf('/free_offering/subscribe', stateForFreeOffering(offering, signedIn), continueUrl);
  if (answer === 'to continue_url' && continueUrl !== undefined) return redirectTo(reply, continueUrl);
  if (answer === 'to the free offering') return redirectTo(reply, '/free_offering');
  const email = valueOf(query, 'email') ?? '';
  const signUp = { email, name: '', continueUrl };
  if (signedIn === undefined && email !== '' && isOpenedByVisitor(request)) {
    const browser = ensureBrowserCookie(publication, request);
    return startWith(service, visit, { offering, signUp, browser: browser.value, cookies: [browser.setCookie] });
  }
  return showForm(service, visit, { offering, signUp, signedIn }, FRESH);
}

export async function subscribeToFreeOffering(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { request, reply, publication, form, browser } = visit;
  const offering = await getFreeOffering(service, publication);
  const continueUrl = await findContinueUrl(service, publication, fieldOf(form, 'continue_url'));
  const signedIn = await findSignedIn(service, publication, request);
  if (signedIn !== undefined) {
    await subscribe(service, visit, offering, signedIn);
    return redirectTo(reply, pathWith('/free_offering/subscribed', { continue_url: continueUrl }));
  }
  const signUp = { email: fieldOf(form, 'email'), name: fieldOf(form, 'name'), continueUrl };
  return startWith(service, visit, { offering, signUp, browser, cookies: [] });
}

/** Rule 3: the customer is asked to confirm the address with a code delivered to their inbox. */
function startWith(
  service: Service,
  visit: Visit,
  { offering, signUp, browser, cookies }: NewAccount,
): Promise<FastifyReply> {
  const toIntent = (name: string | null) =>
    ({ purpose: 'free-offering', name, continueUrl: signUp.continueUrl ?? null }) as const;
  const showAgain = (state: FormState) => showForm(service, visit, { offering, signUp, signedIn: undefined }, state);
  return startSignUp(service, visit, { account: signUp, browser, cookies, toIntent, showAgain });
}

async function subscribe(
  { database, clock }: Service,
  { publication }: Visit,
  { newsletters }: FreeOffering,
  { customer }: SignedIn,
): Promise<void> {
  await database.transaction((transaction) =>
    receiveNewsletters(publication, transaction, clock, { customerId: customer.id, newsletters }),
  );
}

async function showForm(
  service: Service,
  { request, reply, publication, language }: Visit,
  { offering, signUp: { email, name, continueUrl }, signedIn }: Shown,
  state: FormState,
): Promise<FastifyReply> {
  const browser = ensureBrowserCookie(publication, request);
  const csrfToken = csrfTokenFor(service.secretKeys, publication, browser.value);
  const shown = { email: signedIn?.session.email ?? email, name, continueUrl: continueUrl ?? '' };
  const isSignedIn = signedIn !== undefined;
  const offered = freeOfferingIn(offering, language);
  const data = { csrfToken, errors: state.errors, offering: offered, isSignedIn, ...shown };
  return showPage(reply, publication, 'free-offering/free-offering-subscribe', data, {
    ...state,
    cookies: [browser.setCookie],
  });
}
