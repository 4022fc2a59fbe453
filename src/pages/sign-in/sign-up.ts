// Sign-up on a subscribe page (service.md, Endpoints A, rules 3 and 4): a signed-out visitor creates an account first, by proving an e-mail
// address. What was wanted is kept with the code, and the flow goes on from there once the code is entered.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseEmailAddress, parseName } from '../../models/email-address.ts';
import { findOrCreateVerifiedCustomer, renameCustomer } from '../../models/people/customer.ts';
import type { Intent } from '../../models/people/email-code.ts';
import type { Service } from '../../service.ts';
import { sendEmailCode } from '../../site/email-code.ts';
import { faulty, parseField, type FormState } from '../../site/form.ts';
import { goTo } from '../../views/render.ts';
import type { Proof, Proved } from '../proof.ts';
import type { Visit } from '../visit.ts';
import { tooManyCodes } from './limited.ts';
import { startSessionFor } from './start-session.ts';

/** What a signed-out visitor types. */
export interface Account {
  readonly email: string;
  readonly name: string;
}

interface SignUp {
  readonly account: Account;
  /** The value of the browser cookie. */
  readonly browser: string;
  readonly cookies: readonly string[];
  /** @param name as it is kept, or null for none */
  readonly toIntent: (name: string | null) => Intent;
  readonly showAgain: (state: FormState) => Promise<FastifyReply>;
}

/** Mails a code and leads to the page where it is entered, or shows the form again with what is wrong with it. */
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
    ip: request.ip,
    intent: toIntent(name.value),
    language,
  });
  if (sent.state === 'sent') return goTo(reply, publication, `/email-code/${sent.id}`, cookies);
  return showAgain(tooManyCodes(language, sent.resetsIn));
}

/** Finds or records the person who proved the address, by the name that they gave where none is known yet, and signs them in. */
export async function signUp(
  service: Service,
  proof: Proof<Extract<Intent, { name: string | null }>>,
): Promise<Proved> {
  const { publication, transaction, address, intent } = proof;
  const { name } = intent;
  const customer = await findOrCreateVerifiedCustomer(publication, transaction, service.clock, { address, name });
  if (customer.name === null && name !== null)
    await renameCustomer(publication, transaction, service.clock, customer.id, name);
  return { cookies: [await startSessionFor(service, proof, customer.id)] };
}

/** Our choice: a link with `email` mails a code only when a visitor follows it; images, frames and prefetches get the form and send nothing. */
export function isOpenedByVisitor({ method, headers }: FastifyRequest): boolean {
  const isPrefetch = `${String(headers['sec-purpose'] ?? '')} ${String(headers['purpose'] ?? '')}`.includes('prefetch');
  const destination = headers['sec-fetch-dest'];
  return method === 'GET' && !isPrefetch && (destination === undefined || destination === 'document');
}
