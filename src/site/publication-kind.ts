// Publications' sites as a kind of site for the page machine: how a site and a session are found, and which errors only
// these sites have.
import { NotFound } from '../models/errors.ts';
import type { LiveSession } from '../models/sign-in/session.ts';
import { GatewayUnavailable } from '../payments/gateway.ts';
import { findPublicationOf, type PublicationSite } from './publication.ts';
import { findSessionOf } from './session-cookie.ts';
import type { Place, SiteKind } from './site.ts';

export interface PublicationPlace extends Place {
  readonly publication: PublicationSite;
}

/** An activation URL that was used already or is not valid. */
export class ActivationOver extends Error {
  override readonly name = 'ActivationOver';
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
  findSession: (service, { publication }, request) => findSessionOf(service, publication, request),
  roleOf: () => 'customer',
  signInPath: () => '/',
  errors: [
    {
      of: ActivationOver,
      status: 410,
      heading: 'error.activation-over',
      paragraphs: ['error.activation-over-reason', 'error.activation-over-advice'],
      link: 'sign-in.heading',
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
