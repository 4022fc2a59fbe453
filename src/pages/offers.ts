// `/offers`: the publication's offers with prices, and the free offering (service.md, Endpoints A).
import type { FastifyReply } from 'fastify';
import { valueOf } from '../http/form.ts';
import { findFreeOffering } from '../models/free-offering.ts';
import { listOffers } from '../models/offer.ts';
import type { Service } from '../service.ts';
import { findContinueUrl } from '../site/destinations.ts';
import { showPage } from '../site/render.ts';
import { findSessionOf } from '../site/session-cookie.ts';
import { toPriceOnPage } from './price-text.ts';
import { pathWith, type Visit } from './visit.ts';

export async function showOffers(service: Service, { request, reply, publication, query, language }: Visit): Promise<FastifyReply> {
  const { database } = service;
  const continueUrl = await findContinueUrl(service, publication, valueOf(query, 'continue_url'));
  const offers = (await listOffers(publication, database)).map(({ slug, name, description, prices }) => ({
    slug,
    href: pathWith(`/offers/${slug}/subscribe`, { continue_url: continueUrl }),
    name,
    description,
    prices: prices.map((price) => toPriceOnPage(price, language)),
  }));
  const freeOffering = await findFreeOffering(publication, database);
  const isSignedIn = (await findSessionOf(service, publication, request)) !== undefined;
  // A signed-in customer would only find a message there (rule 6), so the link leads to the form itself.
  const freeOfferingLink = pathWith(isSignedIn ? '/free_offering/subscribe' : '/free_offering', { continue_url: continueUrl });
  return showPage(reply, publication, 'offers', { offers, freeOffering, freeOfferingLink, isSignedIn });
}
