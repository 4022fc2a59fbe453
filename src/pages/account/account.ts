// `/`: the account page of the customer, where details are updated; signed-out visitors are prompted to sign in
// (service.md, Endpoints A).
import type { FastifyReply } from 'fastify';
import { valueOf, type FormReading } from '../../http/bodies/form.ts';
import type { Newsletter } from '../../models/catalog/newsletter.ts';
import { parseName } from '../../models/email-address.ts';
import { wantsSignInMails } from '../../models/people/customer-mail-choice.ts';
import { renameCustomer } from '../../models/people/customer.ts';
import {
  listJoinable,
  listNewslettersOf,
  subscribeToNewsletter,
  unsubscribeFromNewsletter,
} from '../../models/people/newsletter-subscription.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import { listSessions, type LiveSession } from '../../models/sign-in/session.ts';
import type { Service } from '../../service.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { faulty, fieldOf, FRESH, parseField, type FormState } from '../../site/form.ts';
import { browserText } from '../../views/browser-text.ts';
import { formatDay } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import { describedIn, listOfWords } from '../../views/own-words.ts';
import type { FormError, NewsletterOnPage } from '../../views/page-data.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import type { TextKey } from '../../views/text.ts';
import { postalAddressPath } from '../postal.ts';
import { showSignInForm } from '../sign-in/sign-in.ts';
import type { SessionFormVisit, SessionVisit, Visit } from '../visit.ts';
import { findSignedIn } from '../visitor.ts';
import { findPaid, type PaidOnPage } from './paid.ts';
import { findSentByPost, type SentByPost } from './sent-by-post.ts';

interface NewsletterChoice extends NewsletterOnPage {
  readonly id: string;
  readonly isReceived: boolean;
}

interface SessionOnPage {
  readonly id: string;
  readonly browser: string;
  readonly signedInOn: string;
  readonly isThisOne: boolean;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'account/account': {
      readonly csrfToken: string;
      readonly errors: readonly FormError[];
      /** Confirms the step that redirected here; empty for none. */
      readonly notice: string;
      readonly name: string;
      readonly email: string;
      readonly newsletters: readonly NewsletterChoice[];
      readonly paid: PaidOnPage;
      readonly sentByPost: SentByPost;
      readonly sessions: readonly SessionOnPage[];
      /** Whether the list of sessions is unfolded, after one of it was ended. */
      readonly areSessionsOpen: boolean;
      readonly hasSignInMails: boolean;
    };
  }
}

/** Our choice: the newest sessions are listed; "sign out everywhere" ends the others, too. */
const SESSIONS_SHOWN = 25;

/** The confirmation for each value of `done` in the query. */
const NOTICES: Readonly<Record<string, TextKey>> = {
  saved: 'account.saved',
  newsletters: 'account.newsletters-saved',
  email: 'account.email-changed',
  session: 'account.session-ended',
  activated: 'account.activated',
  merged: 'account.merged',
  canceled: 'paid.canceled-now',
  resumed: 'paid.resumed-now',
  paused: 'pause.done',
  switched: 'paid.switched-now',
  card: 'paid.card-now',
  gift: 'gift.accepted',
  address: 'account.address-saved',
};

/** What may have brought a plan that is sent by post. */
const BRINGS_PLAN: ReadonlySet<string> = new Set(['activated', 'merged', 'switched', 'gift']);

export async function showAccount(service: Service, visit: Visit): Promise<FastifyReply> {
  const { request, publication, query } = visit;
  const signedIn = await findSignedIn(service, publication, request);
  if (signedIn === undefined) return showSignInForm(service, visit, { email: '', returnTo: undefined }, FRESH);
  const { session, customer } = signedIn;
  const step = valueOf(query, 'done') ?? '';
  const done = NOTICES[step];
  if (BRINGS_PLAN.has(step)) {
    const { planName, address } = await findSentByPost(service, publication, session.customerId, visit.language);
    if (planName !== undefined && address.length === 0)
      return redirectTo(visit.reply, postalAddressPath(`/?done=${step}`));
  }
  const newsletters = await listChoices(service, visit, session.customerId);
  const notice = done === undefined ? '' : visit.language.t(done);
  return showDetails(service, { ...visit, session }, { name: customer.name ?? '', newsletters, notice }, FRESH);
}

/** Updates the name. */
export async function updateAccount(service: Service, visit: SessionFormVisit): Promise<FastifyReply> {
  const { reply, publication, session, form, language } = visit;
  const { database, clock } = service;
  const name = fieldOf(form, 'name');
  const { errors } = parseField(language, () => parseName(name));
  if (errors.length > 0) {
    const newsletters = await listChoices(service, visit, session.customerId);
    return showDetails(service, visit, { name, newsletters, notice: '' }, faulty(errors));
  }
  await database.transaction((transaction) =>
    renameCustomer(publication, transaction, clock, session.customerId, name),
  );
  return redirectTo(reply, '/?done=saved');
}

/** `/newsletters`: subscribes to those that are ticked, and unsubscribes from the others. */
export async function chooseNewsletters(service: Service, visit: SessionFormVisit): Promise<FastifyReply> {
  const { reply, publication, session, form } = visit;
  const { database, clock } = service;
  const { customerId } = session;
  const newsletters = choicesIn(form, await listChoices(service, visit, customerId));
  await database.transaction(async (transaction) => {
    for (const { id: newsletterId, isReceived } of newsletters) {
      if (isReceived) await subscribeToNewsletter(publication, transaction, clock, { customerId, newsletterId });
      else await unsubscribeFromNewsletter(publication, transaction, clock, { customerId, newsletterId });
    }
  });
  return redirectTo(reply, '/?done=newsletters');
}

/** Customers may leave every newsletter that they receive, and join those that are for them (decisions 42). */
async function listChoices(
  { database }: Service,
  { publication, language }: Visit,
  customerId: string,
): Promise<NewsletterChoice[]> {
  const received = await listNewslettersOf(publication, database, customerId);
  const joinable = await listJoinable(publication, database, customerId);
  const isReceived = ({ id }: Newsletter): boolean => received.some((newsletter) => newsletter.id === id);
  const others = received.filter(({ id }) => joinable.every((newsletter) => newsletter.id !== id));
  return [...joinable, ...others].map((newsletter) => ({
    id: newsletter.id,
    ...describedIn(newsletter, language),
    isReceived: isReceived(newsletter),
  }));
}

function choicesIn(form: FormReading, choices: readonly NewsletterChoice[]): NewsletterChoice[] {
  const chosen = new Set(form.pairs.filter(({ name }) => name === 'newsletter').map(({ value }) => value));
  return choices.map((choice) => ({ ...choice, isReceived: chosen.has(choice.id) }));
}

async function showDetails(
  service: Service,
  { reply, publication, language, session, query }: SessionVisit,
  shown: { readonly name: string; readonly newsletters: readonly NewsletterChoice[]; readonly notice: string },
  state: FormState,
): Promise<FastifyReply> {
  const paid = await findPaid(service, publication, session.customerId, language);
  const received = shown.newsletters.filter(({ isReceived }) => isReceived).map(({ name }) => name);
  const free = listOfWords(received, language);
  const sentByPost = await findSentByPost(service, publication, session.customerId, language);
  const sessions = await sessionsOnPage(service, publication, session, language);
  const hasSignInMails = await wantsSignInMails(publication, service.database, session.customerId);
  const csrfToken = csrfTokenFor(service.secretKeys, publication, session.id);
  const areSessionsOpen = valueOf(query, 'done') === 'session';
  return showPage(
    reply,
    publication,
    'account/account',
    {
      csrfToken,
      errors: state.errors,
      email: session.email,
      paid: { ...paid, free },
      sentByPost,
      sessions,
      areSessionsOpen,
      hasSignInMails,
      ...shown,
    },
    state,
  );
}

async function sessionsOnPage(
  { database, clock }: Service,
  publication: PublicationRow,
  session: LiveSession,
  language: Language,
): Promise<SessionOnPage[]> {
  const { customerId } = session;
  const live = await listSessions(publication, database, clock, { customerId, limit: SESSIONS_SHOWN });
  return live.map(({ id, browser, createdAt }) => ({
    id,
    browser: browserText(browser, language),
    signedInOn: formatDay(createdAt, language.tag),
    isThisOne: id === session.id,
  }));
}
