// Sign-up on a subscribe page (service.md, Endpoints A, rules 3 and 4): a signed-out visitor creates an account first,
// by verifying an e-mail address. The intent is stored with the code, and the flow resumes once the code is entered.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseEmailAddress, parseName } from '../../models/email-address.ts';
import { renameCustomer } from '../../models/people/customer.ts';
import type { Intent } from '../../models/people/email-code.ts';
import type { Service } from '../../service.ts';
import { sendEmailCode } from '../../site/email-code.ts';
import { faulty, parseField, type FormState } from '../../site/form.ts';
import { redirectTo } from '../../views/render.ts';
import type { Proof, ProofResult } from '../proof.ts';
import type { Visit } from '../visit.ts';
import { findOrCreateOwner } from './owner.ts';
import { startSessionFor } from './start-session.ts';
import { tooManyCodes } from './too-many-codes.ts';

/** The fields of a signed-out visitor. */
export interface Account {
  readonly email: string;
  readonly name: string;
}

interface SignUp {
  readonly account: Account;
  /** The value of the browser cookie. */
  readonly browser: string;
  readonly cookies: readonly string[];
  /** @param name as it is stored, or null for none */
  readonly toIntent: (name: string | null) => Intent;
  readonly showAgain: (state: FormState) => Promise<FastifyReply>;
}

/** Sends a code and redirects to the page where it is entered, or shows the form again with its errors. */
export async function startSignUp(
  service: Service,
  visit: Visit,
  { account, browser, cookies, toIntent, showAgain }: SignUp,
): Promise<FastifyReply> {
  const { request, reply, publication, language } = visit;
  const address = parseField(language, () => parseEmailAddress(account.email));
  const name = parseField(language, () => parseName(account.name));
  if (address.value === undefined || name.value === undefined)
    return showAgain(faulty([...address.errors, ...name.errors]));
  const sent = await sendEmailCode(service, publication, {
    address: address.value,
    browser,
    request,
    intent: toIntent(name.value),
    language,
  });
  if (sent.state === 'sent') return redirectTo(reply, `/email-code/${sent.id}`, cookies);
  return showAgain(tooManyCodes(service, visit, sent));
}

/**
 * Finds or creates the customer with the verified address, adds the name where the customer has none, and signs them
 * in.
 */
export async function signUp(
  service: Service,
  proof: Proof<Extract<Intent, { name: string | null }>>,
): Promise<ProofResult> {
  const { publication, transaction, intent } = proof;
  const { name } = intent;
  const customer = await findOrCreateOwner(service, proof, name);
  if (customer.name === null && name !== null)
    await renameCustomer(publication, transaction, service.clock, customer.id, name);
  return { cookies: [await startSessionFor(service, proof, customer.id)] };
}

/**
 * Our choice: a link with `email` sends a code only when a visitor follows it; images, frames and prefetches get the
 * form and send nothing.
 */
export function isOpenedByVisitor({ method, headers }: FastifyRequest): boolean {
  const isPrefetch = `${String(headers['sec-purpose'] ?? '')} ${String(headers['purpose'] ?? '')}`.includes('prefetch');
  const destination = headers['sec-fetch-dest'];
  return method === 'GET' && !isPrefetch && (destination === undefined || destination === 'document');
}
