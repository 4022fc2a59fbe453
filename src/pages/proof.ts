// An address that a visitor has just proved by an e-mailed code, and what each purpose of a code does with it. The purposes themselves stand
// with their pages; src/pages/purposes.ts is the list of all.
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../database/connection.ts';
import type { EmailAddress } from '../models/email-address.ts';
import type { Intent } from '../models/people/email-code.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import type { LiveSession } from '../models/sign-in/session.ts';
import type { Service } from '../service.ts';
import type { Language } from '../views/language.ts';

/** In the transaction that used the code up: whoever throws undoes that. */
export interface Proof<Wanted extends Intent = Intent> {
  readonly publication: PublicationRow;
  readonly transaction: Transaction;
  readonly request: FastifyRequest;
  readonly language: Language;
  readonly address: EmailAddress;
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

/** What a code can be asked for. */
export interface Purpose<Wanted extends Intent = Intent> {
  /** What the right code does. */
  take(service: Service, proof: Proof<Wanted>): Promise<Proved>;
  /** Where the right code leads. */
  destination(intent: Wanted): string;
  /** Where the address was asked for, and is asked for again. */
  start(service: Service, intent: Wanted): string;
  /** Where besides this site the page behind the code may lead at once, as sources of the Content-Security-Policy. None where it is left out. */
  laterOrigins?(intent: Wanted): string[];
  /** The authorization request that it returns to. None where it is left out. */
  returnPath?(intent: Wanted): string | null;
  /** Whether somebody who is signed in by now has all that was asked for. */
  readonly isSignInAlone?: true;
  /** Whether the right code erases, of which the page behind the code warns. */
  readonly isErasure?: true;
}

/** The intent of one purpose. */
export type IntentOf<Name extends Intent['purpose']> = Extract<Intent, { purpose: Name }>;
