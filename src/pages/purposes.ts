// What an e-mailed code was asked for (the intents of src/models/people/email-code.ts), one case each: what the right code does, where it leads, and
// where it is asked for again.
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../database/connection.ts';
import { activationPath } from '../models/people/activation.ts';
import { findOrCreateVerifiedCustomer, renameCustomer } from '../models/people/customer.ts';
import type { Intent, SubscribeIntent } from '../models/people/email-code.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import type { LiveSession } from '../models/sign-in/session.ts';
import type { Service } from '../service.ts';
import type { Language } from '../views/language.ts';
import { joinFreeOffering } from './free-offering/free-offering-join.ts';
import { takeActivation } from './sign-in/activate-customer.ts';
import { takeNewAddress } from './account/email-address.ts';
import { eraseAccount } from './account/erase-account.ts';
import { continueOrigins } from './sign-in/application.ts';
import { takeGiftProof } from './gift/gift-claim.ts';
import { startSessionFor } from './sign-in/start-session.ts';
import { pathWith } from './visit.ts';

/** An address that this browser has just proved, in the transaction that used the code up: whoever throws undoes that. */
export interface Proof<Wanted extends Intent = Intent> {
  readonly publication: PublicationRow;
  readonly transaction: Transaction;
  readonly request: FastifyRequest;
  readonly language: Language;
  readonly email: string;
  readonly intent: Wanted;
  /** The session that the browser has had until now. */
  readonly session: LiveSession | undefined;
}

/** What a proof led to. */
export interface Proved {
  /** Set-Cookie header values. */
  readonly cookies: readonly string[];
  /** Where to go, unless it is where the intent leads. */
  readonly location?: string;
}

export async function takeProof(service: Service, proof: Proof): Promise<Proved> {
  const { publication, transaction, email, intent } = proof;
  switch (intent.purpose) {
    case 'sign-in': {
      const customer = await findOrCreateVerifiedCustomer(publication, transaction, service.clock, { email, name: null });
      return { cookies: [await startSessionFor(service, proof, customer.id)] };
    }
    case 'email-change':
      return takeNewAddress(service, { ...proof, intent });
    case 'erasure':
      return eraseAccount(service, { ...proof, intent });
    case 'activation':
      return takeActivation(service, { ...proof, intent });
    case 'free-offering':
      return joinFreeOffering(service, { ...proof, intent });
    case 'gift-claim':
      return takeGiftProof(service, { ...proof, intent });
    case 'gift':
    case 'subscribe': {
      const { name } = intent;
      const customer = await findOrCreateVerifiedCustomer(publication, transaction, service.clock, { email, name });
      if (customer.name === null && name !== null) await renameCustomer(publication, transaction, service.clock, customer.id, name);
      return { cookies: [await startSessionFor(service, proof, customer.id)] };
    }
  }
}

/** Where the right code leads. */
export function destinationOf(intent: Intent): string {
  switch (intent.purpose) {
    case 'sign-in':
      return intent.returnTo ?? '/';
    case 'email-change':
      return '/?done=email';
    case 'erasure':
      return '/account-erased';
    case 'activation':
      return '/?done=activated';
    case 'free-offering':
      return pathWith('/free_offering/subscribed', { continue_url: intent.continueUrl });
    case 'gift':
      return pathWith('/gift', { choice: intent.choice });
    case 'gift-claim':
      return '/gift/claim';
    case 'subscribe':
      return addressOf(intent);
  }
}

/** Where the address was asked for. */
export function startOf({ secretKeys }: Service, intent: Intent): string {
  switch (intent.purpose) {
    case 'sign-in':
      return pathWith('/sign-in', { return_to: intent.returnTo });
    case 'email-change':
      return '/email-address';
    case 'erasure':
      return '/erase-account';
    case 'activation':
      return activationPath(secretKeys, intent.customerId);
    case 'free-offering':
      return pathWith('/free_offering/subscribe', { continue_url: intent.continueUrl });
    case 'gift':
      return pathWith('/gift', { choice: intent.choice });
    case 'gift-claim':
      return '/gift/claim';
    case 'subscribe':
      return addressOf(intent);
  }
}

/** Where besides this site the page behind the code may lead at once, as a source of the Content-Security-Policy: see `continueOrigins`. */
export function laterOriginsOf(intent: Intent): string[] {
  return intent.purpose === 'subscribe' ? continueOrigins(intent.continueUrl ?? undefined) : [];
}

/** The subscribe page, as it was left. */
function addressOf({ offer, choice, continueUrl, discountCode }: SubscribeIntent): string {
  return pathWith(offer === null ? '/subscribe' : `/offers/${offer}/subscribe`, { choice, code: discountCode, continue_url: continueUrl });
}
