// Publications' sites as a kind of site for the page machine: how a site and a session are found, and which errors only
// these sites have.
import { NotFound } from '../models/errors.ts';
import type { LiveSession } from '../models/sign-in/session.ts';
import { GatewayUnavailable, OutcomeUnknown } from '../payments/gateway.ts';
import { pathWith, toReturnPath } from './destinations.ts';
import { PageError } from './errors.ts';
import { findFormerPublicationOf, findMovedSiteOf, findPublicationOf, type PublicationSite } from './publication.ts';
import { findSessionOf } from './session-cookie.ts';
import type { Place, SiteKind } from './site.ts';

export interface PublicationPlace extends Place {
  readonly publication: PublicationSite;
}

/** An activation URL that was used already or is not valid. */
export class ActivationOver extends Error {
  override readonly name = 'ActivationOver';
}

/** A link to give another card that was used, or whose grace period is over, or that is not valid. */
export class CardLinkOver extends Error {
  override readonly name = 'CardLinkOver';
}

/** The link in the mail with a code, opened in a browser that did not ask for it. */
export class EmailCodeElsewhere extends Error {
  override readonly name = 'EmailCodeElsewhere';
}

/** A sign-in link that was used already, is too old, or is not valid. */
export class SignInLinkOver extends Error {
  override readonly name = 'SignInLinkOver';
}

/** A link that undoes a change of address and is too old, was used already or is not valid. */
export class UndoOver extends Error {
  override readonly name = 'UndoOver';
}

/** The proved address is the former one of an account, which its owner may still bring back. */
export class AddressLeft extends PageError {
  override readonly name = 'AddressLeft';
  override readonly startAgain: string;

  /** @param undoPath of the link that undoes the change */
  constructor(undoPath: string) {
    super('the account has another address now');
    this.startAgain = undoPath;
  }
}

/** The page for an unknown path links to the offers. */
const NOT_FOUND = {
  status: 404,
  heading: 'error.not-found',
  paragraphs: ['error.not-found-advice'],
  link: 'error.not-found-link',
  href: '/offers',
} as const;

export const PUBLICATION: SiteKind<PublicationPlace, LiveSession, 'customer'> = {
  findPlace: async (service, request) => {
    const publication = await findPublicationOf(service, request);
    return publication && { site: publication, publication };
  },
  findFormer: async (service, request) => {
    const publication = await findFormerPublicationOf(service, request);
    return publication && { site: publication, publication };
  },
  findMoved: findMovedSiteOf,
  findSession: (service, { publication }, request) => findSessionOf(service, publication, request),
  roleOf: () => 'customer',
  signInPath: (target) => {
    const returnTo = toReturnPath(target);
    return returnTo === undefined ? '/' : pathWith('/sign-in', { return_to: returnTo });
  },
  targets: ['return_to', 'continue_url'],
  errors: [
    {
      of: ActivationOver,
      status: 410,
      heading: 'error.activation-over',
      paragraphs: ['error.activation-over-reason', 'error.activation-over-advice'],
      link: 'sign-in.heading',
    },
    {
      of: CardLinkOver,
      status: 410,
      heading: 'error.card-link-over',
      paragraphs: ['error.card-link-over-advice'],
      link: 'free-offering.account',
    },
    {
      of: EmailCodeElsewhere,
      status: 410,
      heading: 'error.code-elsewhere',
      paragraphs: ['error.code-elsewhere-advice', 'error.code-elsewhere-again'],
      link: 'sign-in.heading',
    },
    {
      of: SignInLinkOver,
      status: 410,
      heading: 'error.activation-over',
      paragraphs: ['error.sign-in-link-over-reason', 'error.sign-in-link-over-advice'],
      link: 'sign-in.heading',
    },
    {
      of: UndoOver,
      status: 410,
      heading: 'error.activation-over',
      paragraphs: ['error.undo-over-reason', 'error.undo-over-advice'],
      link: 'sign-in.heading',
    },
    {
      of: AddressLeft,
      status: 409,
      heading: 'error.address-left',
      paragraphs: ['error.address-left-reason', 'error.address-left-advice'],
      link: 'mail.changed-undo-button',
    },
    {
      of: OutcomeUnknown,
      status: 503,
      heading: 'error.outcome-unknown',
      paragraphs: ['error.outcome-unknown-reason', 'error.outcome-unknown-advice'],
      link: 'account.back',
      warning: 'a payment gateway did not answer a write',
    },
    {
      of: GatewayUnavailable,
      status: 503,
      heading: 'error.payments',
      paragraphs: ['error.payments-reason', 'error.payments-advice'],
      link: 'account.back',
      warning: 'a payment gateway does not answer',
    },
    { of: NotFound, ...NOT_FOUND },
    { of: 404, ...NOT_FOUND },
    { of: 414, ...NOT_FOUND },
  ],
};
