// The interface of a purpose of an e-mailed code: what happens once the visitor has verified the address. Each purpose
// stands with its page; src/pages/purposes.ts lists all of them.
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../database/connection.ts';
import type { EmailAddress } from '../models/email-address.ts';
import type { Intent } from '../models/people/email-code.ts';
import type { LiveSession } from '../models/sign-in/session.ts';
import type { SecurityEventKind } from '../security/kinds.ts';
import type { Service } from '../service.ts';
import type { PublicationSite } from '../site/publication.ts';
import type { Language } from '../views/language.ts';
import type { TextKey } from '../views/text.ts';

/** A verified address, in the transaction that redeems the code: an error rolls both back. */
export interface Proof<Wanted extends Intent = Intent> {
  readonly publication: PublicationSite;
  readonly transaction: Transaction;
  readonly request: FastifyRequest;
  readonly language: Language;
  readonly address: EmailAddress;
  readonly intent: Wanted;
  /** The value of the browser cookie. */
  readonly browser: string;
  /** The session that the browser had before. */
  readonly session: LiveSession | undefined;
}

/** How the visit continues after the code. */
export interface ProofResult {
  /** Set-Cookie header values. */
  readonly cookies: readonly string[];
  /** Where to redirect, in place of the destination of the purpose. */
  readonly location?: string;
}

/** A purpose of an e-mailed code. */
export interface Purpose<Wanted extends Intent = Intent> {
  /** What the right code did, as a kind of security event. */
  readonly securityEvent: SecurityEventKind;
  /** Does what the code was requested for. */
  apply(service: Service, proof: Proof<Wanted>): Promise<ProofResult>;
  /** Where the right code redirects to. */
  destination(intent: Wanted): string;
  /** The page with the form that requests a code. */
  start(service: Service, intent: Wanted): string;
  /**
   * Sources of the Content-Security-Policy, beside the site itself, to which the destination may redirect. None by
   * default.
   */
  formActionOrigins?(intent: Wanted): string[];
  /** The authorization request that the sign-in returns to. None by default. */
  returnPath?(intent: Wanted): string | null;
  /** Whether the purpose is fulfilled for a visitor who is signed in already. */
  readonly isSignInOnly?: true;
  /**
   * Whether the visitor has typed the address and may correct it on the page of the code: all that was asked for stays.
   */
  readonly isAddressTyped?: true;
  /** What the page of the code says of it besides. Nothing by default. */
  readonly lead?: TextKey;
  /** Whether the right code erases the account, so that the page warns of it. */
  readonly isErasure?: true;
}

/** The intent of one purpose. */
export type IntentOf<Name extends Intent['purpose']> = Extract<Intent, { purpose: Name }>;
