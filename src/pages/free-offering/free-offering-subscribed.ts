// `/free_offering/subscribed`: the confirmation page after sign-up, with a link to continue_url (service.md, Endpoints
// A, rule 1).
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import type { Service } from '../../service.ts';
import { findContinueUrl, pathWith } from '../../site/destinations.ts';
import { freeOfferingIn } from '../../views/own-words.ts';
import type { FreeOfferingOnPage } from '../../views/page-data.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import type { Visit } from '../visit.ts';
import { findSignedIn } from '../visitor.ts';
import { getFreeOffering } from './free-offering.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'free-offering/free-offering-subscribed': {
      readonly offering: FreeOfferingOnPage;
      readonly email: string;
      readonly continueUrl: string | undefined;
      /** The publication's own website. */
      readonly homeUrl: string | null;
    };
  }
}

export async function showFreeOfferingSubscribed(
  service: Service,
  { request, reply, publication, query, language }: Visit,
): Promise<FastifyReply> {
  const offering = await getFreeOffering(service, publication);
  const continueUrl = await findContinueUrl(service, publication, valueOf(query, 'continue_url'));
  const signedIn = await findSignedIn(service, publication, request);
  if (signedIn === undefined)
    return redirectTo(reply, pathWith('/free_offering/subscribe', { continue_url: continueUrl }));
  return showPage(reply, publication, 'free-offering/free-offering-subscribed', {
    offering: freeOfferingIn(offering, language),
    email: signedIn.session.email,
    continueUrl,
    homeUrl: publication.homeUrl,
  });
}
