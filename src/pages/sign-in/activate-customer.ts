// `/activate/:token`: activates a customer whom the publisher created (decisions 10). Whoever opens it need not be that
// person, so the page shows a known address masked. A signed-out visitor verifies an e-mail address first, and is signed in as its owner where it belongs to another customer. A signed-in customer
// confirms that the two records are merged.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { parseEmailAddress } from '../../models/email-address.ts';
import { attachEmail } from '../../models/lifecycle/customer-email.ts';
import { mergeCustomer } from '../../models/lifecycle/merge.ts';
import { listSubscribedPlans } from '../../models/money/subscription-record.ts';
import { recordTurn } from '../../models/outbox/turn.ts';
import { activationPath } from '../../models/people/activation.ts';
import { findByActivationToken, type UnactivatedCustomer } from '../../models/people/unactivated-customer.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie } from '../../site/browser-cookie.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { sendEmailCode } from '../../site/email-code.ts';
import { faulty, fieldOf, FRESH, parseField, type FormState } from '../../site/form.ts';
import { ActivationOver } from '../../site/publication-kind.ts';
import { findSessionOf } from '../../site/session-cookie.ts';
import { maskAddress } from '../../views/masked-address.ts';
import { nameIn, type OwnWords } from '../../views/own-words.ts';
import type { FormData } from '../../views/page-data.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import type { IntentOf, Proof, ProofResult, Purpose } from '../proof.ts';
import type { FormVisit, SessionFormVisit, Visit } from '../visit.ts';
import { findOrCreateOwner } from './owner.ts';
import { startSessionFor } from './start-session.ts';
import { tooManyCodes } from './too-many-codes.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'sign-in/activate-customer': FormData & {
      readonly path: string;
      readonly email: string;
      /** The address on file, masked; empty for none. */
      readonly knownAddress: string;
    };
    'sign-in/activate-merge': {
      readonly csrfToken: string;
      readonly path: string;
      readonly email: string;
      readonly planNames: readonly OwnWords[];
    };
  }
}

export async function showActivateCustomer(service: Service, visit: Visit): Promise<FastifyReply> {
  const { request, reply, publication, query, language } = visit;
  const customer = await getCustomer(service, visit);
  const session = await findSessionOf(service, publication, request);
  if (session === undefined || valueOf(query, 'address') === 'another')
    return showForm(service, visit, { customer, email: '' }, FRESH);
  const plans = await listSubscribedPlans(publication, service.database, customer.id);
  const csrfToken = csrfTokenFor(service.secretKeys, publication, session.id);
  return showPage(reply, publication, 'sign-in/activate-merge', {
    csrfToken,
    path: pathOf(service, customer),
    email: session.email,
    planNames: plans.map((plan) => nameIn(plan, language)),
  });
}

export async function requestActivation(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { request, reply, publication, form, browser, language } = visit;
  const customer = await getCustomer(service, visit);
  const email = fieldOf(form, 'email');
  const { value: address, errors } = parseField(language, () => parseEmailAddress(email));
  if (address === undefined) return showForm(service, visit, { customer, email }, faulty(errors));
  const intent = { purpose: 'activation', customerId: customer.id } as const;
  const sent = await sendEmailCode(service, publication, { address, browser, request, intent, language });
  if (sent.state === 'sent') return redirectTo(reply, `/email-code/${sent.id}`);
  return showForm(service, visit, { customer, email }, tooManyCodes(service, visit, sent));
}

/** Throws ActivationOver where the customer was activated meanwhile. */
async function applyActivation(service: Service, proof: Proof<IntentOf<'activation'>>): Promise<ProofResult> {
  const { publication, transaction, address, intent } = proof;
  const { clock, secretKeys } = service;
  const { customerId } = intent;
  const state = await attachEmail(publication, transaction, clock, { customerId, address });
  if (state === 'over') throw new ActivationOver();
  if (state === 'changed') await recordTurn(publication, transaction, clock, { turn: 'activated', customerId });
  if (state === 'changed') return { cookies: [await startSessionFor(service, proof, customerId)] };
  const owner = await findOrCreateOwner(service, proof);
  return {
    cookies: [await startSessionFor(service, proof, owner.id)],
    location: activationPath(secretKeys, customerId),
  };
}

/** Merges the other record into that of the signed-in customer. */
export async function merge(service: Service, visit: SessionFormVisit): Promise<FastifyReply> {
  const { reply, publication, session } = visit;
  const { id: fromId } = await getCustomer(service, visit);
  await service.database.transaction(async (transaction) => {
    const merged = await mergeCustomer(publication, transaction, service.clock, { fromId, intoId: session.customerId });
    if (merged.state === 'over') throw new ActivationOver();
  });
  return redirectTo(reply, '/?done=merged');
}

/** Throws ActivationOver for a used and for an unknown token; the page does not say which. */
async function getCustomer(
  { database, secretKeys }: Service,
  { request, publication }: Visit,
): Promise<UnactivatedCustomer> {
  const { token = '' } = request.params as { token?: string };
  const customer = await findByActivationToken(publication, database, secretKeys, token);
  if (customer === undefined) throw new ActivationOver();
  return customer;
}

function pathOf({ secretKeys }: Service, { id }: UnactivatedCustomer): string {
  return activationPath(secretKeys, id);
}

function showForm(
  service: Service,
  { request, reply, publication }: Visit,
  { customer, email }: { readonly customer: UnactivatedCustomer; readonly email: string },
  state: FormState,
): FastifyReply {
  const browser = ensureBrowserCookie(publication, request);
  const csrfToken = csrfTokenFor(service.secretKeys, publication, browser.value);
  const knownAddress = customer.email === null ? '' : maskAddress(customer.email);
  const data = { csrfToken, errors: state.errors, path: pathOf(service, customer), email, knownAddress };
  return showPage(reply, publication, 'sign-in/activate-customer', data, { ...state, cookies: [browser.setCookie] });
}

export const ACTIVATION: Purpose<IntentOf<'activation'>> = {
  securityEvent: 'sign_in',
  isAddressTyped: true,
  apply: applyActivation,
  destination: () => '/?done=activated',
  start: ({ secretKeys }, { customerId }) => activationPath(secretKeys, customerId),
};
