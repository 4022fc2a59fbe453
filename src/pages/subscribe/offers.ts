// `/offers`: the publication's offers with prices, and the free offering (service.md, Endpoints A).
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/form.ts';
import { findFreeOffering } from '../../models/catalog/free-offering.ts';
import { listOffers } from '../../models/catalog/offer.ts';
import type { OfferChoice } from '../../payments/checkout/terms.ts';
import { findGateway } from '../../payments/gateways.ts';
import type { Service } from '../../service.ts';
import { findContinueUrl, pathWith } from '../../site/destinations.ts';
import type { FreeOfferingOnPage } from '../../views/page-data.ts';
import { showPage } from '../../views/render.ts';
import type { Visit } from '../visit.ts';
import { findSignedIn } from '../visitor.ts';
import { choiceName } from './choice.ts';
import { toPriceOnPage, type PriceOnPage } from './price-text.ts';
import { findSale } from './sale.ts';
import { termsText } from './terms-text.ts';

interface OfferOnPage {
  readonly slug: string;
  /** Where one subscribes to it. */
  readonly href: string;
  readonly name: string;
  readonly description: string | null;
  /** `terms`: a trial; empty without. */
  readonly prices: readonly (PriceOnPage & { readonly terms: string })[];
}

declare module '../../views/templates.ts' {
  interface Templates {
    'subscribe/offers': {
      readonly offers: readonly OfferOnPage[];
      readonly freeOffering: FreeOfferingOnPage | undefined;
      readonly freeOfferingLink: string;
      readonly isSignedIn: boolean;
      /** Whether they can be given to others. */
      readonly areGiven: boolean;
    };
  }
}

export async function showOffers(service: Service, visit: Visit): Promise<FastifyReply> {
  const { request, reply, publication, query, language } = visit;
  const { database } = service;
  const code = valueOf(query, 'code');
  const continueUrl = await findContinueUrl(service, publication, valueOf(query, 'continue_url'));
  const signedIn = await findSignedIn(service, publication, request);
  const forSale = await listOffers(publication, database);
  const gateway = await findGateway(service, publication);
  const sale = gateway && (await findSale(service, visit, { gateway, offers: forSale, signedIn, typed: '' }));
  const termsOf = (choice: OfferChoice): string => {
    const terms = sale?.terms.get(choiceName(choice));
    return sale === undefined || terms === undefined ? '' : termsText(terms, choice.price, sale.now, language);
  };
  const offers = forSale.map((offer) => ({
    slug: offer.slug,
    href: pathWith(`/offers/${offer.slug}/subscribe`, { code, continue_url: continueUrl }),
    name: offer.name,
    description: offer.description,
    prices: offer.prices.map((price) => ({ ...toPriceOnPage(price, language), terms: termsOf({ offer, price }) })),
  }));
  const freeOffering = await findFreeOffering(publication, database);
  const isSignedIn = signedIn !== undefined;
  // A signed-in customer would only find a message there (rule 6), so the link leads to the form itself.
  const freeOfferingLink = pathWith(isSignedIn ? '/free_offering/subscribe' : '/free_offering', {
    continue_url: continueUrl,
  });
  return showPage(reply, publication, 'subscribe/offers', {
    offers,
    freeOffering,
    freeOfferingLink,
    isSignedIn,
    areGiven: sale !== undefined && offers.length > 0,
  });
}
