// `/`: the customer account page; signed-out visitors are prompted to sign in (service.md, Endpoints A).
import type { FastifyReply } from 'fastify';
import { findFreeOffering } from '../models/free-offering.ts';
import { listNewslettersOf } from '../models/newsletter.ts';
import { listPlans } from '../models/plan.ts';
import type { PublicationRow } from '../models/publication.ts';
import { Session } from '../models/session.ts';
import { Subscription } from '../models/subscription.ts';
import type { Service } from '../service.ts';
import { csrfTokenFor } from '../site/csrf.ts';
import { showPage } from '../site/render.ts';
import type { SessionOnPage } from '../site/templates.ts';
import { FRESH } from './form.ts';
import { languageOf } from './language.ts';
import { showSignInForm } from './sign-in.ts';
import { findSignedIn, type SignedIn } from './visitor.ts';
import type { Visit } from './visit.ts';

/** Our choice: nobody reads more; "sign out everywhere" ends the others, too. */
const SESSIONS_SHOWN = 10;

export async function showAccount(service: Service, visit: Visit): Promise<FastifyReply> {
  const { request, reply, publication } = visit;
  const { database, secretKeys } = service;
  const signedIn = await findSignedIn(service, publication, request);
  if (signedIn === undefined) return showSignInForm(service, visit, { email: '', returnTo: undefined }, FRESH);
  const { session, customer } = signedIn;
  return showPage(reply, publication, 'account', {
    csrfToken: csrfTokenFor(secretKeys, publication, session.id),
    name: customer.name,
    email: session.email,
    newsletters: await listNewslettersOf(publication, database, customer.id),
    planNames: await listPlanNames(service, publication, customer.id),
    sessions: await listSessions(service, publication, signedIn, languageOf(publication, request)),
    hasFreeOffering: (await findFreeOffering(publication, database)) !== undefined,
  });
}

async function listPlanNames({ database }: Service, publication: PublicationRow, customerId: string): Promise<string[]> {
  const active = await Subscription.in(publication, database).where({ customerId, status: 'active' }).orderBy('id', 'desc').execute();
  if (active.length === 0) return [];
  const names = new Map((await listPlans(publication, database)).map(({ id, name }) => [id, name]));
  return active.flatMap(({ planId }) => names.get(planId) ?? []);
}

async function listSessions({ database, clock }: Service, publication: PublicationRow, { session, customer }: SignedIn, language: string): Promise<SessionOnPage[]> {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const live = await Session.in(publication, database)
    .where({ customerId: customer.id })
    .whereNull('endedAt')
    .where('expiresAt', '>', clock.now().getTime())
    .orderBy('id', 'desc')
    .limit(SESSIONS_SHOWN)
    .execute();
  return live.map(({ id, browser, createdAt }) => ({
    browser: browser ?? 'A browser',
    signedInOn: day.format(createdAt),
    isThisOne: id === session.id,
  }));
}
