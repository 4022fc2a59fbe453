// `/free_offering`: the free offering with a subscribe link (service.md, Endpoints A, rules 2 and 6).
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { findFreeOffering, type FreeOffering } from '../../models/catalog/free-offering.ts';
import { NotFound } from '../../models/errors.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import type { Service } from '../../service.ts';
import { findContinueUrl, pathWith, signInPath } from '../../site/destinations.ts';
import { freeOfferingIn } from '../../views/own-words.ts';
import type { FreeOfferingOnPage } from '../../views/page-data.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import type { Visit } from '../visit.ts';
import { answerOf } from '../visitor-table.ts';
import { findSignedIn, stateForFreeOffering } from '../visitor.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'free-offering/free-offering': {
      readonly offering: FreeOfferingOnPage;
      /** Undefined where a message stands in place of the link. */
      readonly subscribeLink: string | undefined;
      readonly message: string;
      /** Where a subscriber signs in, who is led on from there. */
      readonly signInHref: string;
    };
  }
}

export async function showFreeOffering(
  service: Service,
  { request, reply, publication, query, language }: Visit,
): Promise<FastifyReply> {
  const offering = await getFreeOffering(service, publication);
  const continueUrl = await findContinueUrl(service, publication, valueOf(query, 'continue_url'));
  const state = stateForFreeOffering(offering, await findSignedIn(service, publication, request));
  const answer = answerOf('/free_offering', state, continueUrl);
  if (answer === 'to continue_url' && continueUrl !== undefined) return redirectTo(reply, continueUrl);
  const isLinked = answer === 'subscribe link';
  const subscribeLink = isLinked ? pathWith('/free_offering/subscribe', { continue_url: continueUrl }) : undefined;
  const message = language.t(state === 'subscribed' ? 'free-offering.subscribed' : 'free-offering.signed-in');
  return showPage(reply, publication, 'free-offering/free-offering', {
    offering: freeOfferingIn(offering, language),
    subscribeLink,
    message: isLinked ? '' : message,
    signInHref: signInPath('/free_offering', continueUrl),
  });
}

/** Throws NotFound where the publication has none. */
export async function getFreeOffering(service: Service, publication: PublicationRow): Promise<FreeOffering> {
  const offering = await findFreeOffering(publication, service.database);
  if (offering === undefined) throw new NotFound('the publication has no free offering');
  return offering;
}
