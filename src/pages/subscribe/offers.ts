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
import { toPriceOnPage, type PriceOnPage } from '../../views/price-text.ts';
import { renderHtml, showPage } from '../../views/render.ts';
import type { Templates } from '../../views/templates.ts';
import type { Visit } from '../visit.ts';
import { findSignedIn, type SignedIn } from '../visitor.ts';
import { choiceName } from './choice.ts';
import { quoteOffers, type QuoteVisit } from './quote.ts';
import { termsText } from './terms-text.ts';

interface OfferOnPage {
  readonly slug: string;
  /** The page to subscribe to the offer. */
  readonly href: string;
  readonly name: string;
  readonly description: string | null;
  /** `terms`: the trial; empty for none. */
  readonly prices: readonly (PriceOnPage & { readonly terms: string })[];
}

declare module '../../views/templates.ts' {
  interface Templates {
    'subscribe/offers': {
      readonly offers: readonly OfferOnPage[];
      readonly freeOffering: FreeOfferingOnPage | undefined;
      readonly freeOfferingLink: string;
      readonly isSignedIn: boolean;
      /** Whether the offers can be bought as gifts. */
      readonly areGiven: boolean;
    };
  }
}

export async function showOffers(service: Service, visit: Visit): Promise<FastifyReply> {
  const { request, reply, publication, query } = visit;
  const code = valueOf(query, 'code');
  const continueUrl = await findContinueUrl(service, publication, valueOf(query, 'continue_url'));
  const signedIn = await findSignedIn(service, publication, request);
  return showPage(
    reply,
    publication,
    'subscribe/offers',
    await toOffersPage(service, visit, { code, continueUrl, signedIn }),
  );
}

/** The page as a visitor sees it who is signed out, for a preview. */
export async function previewOffers(service: Service, visit: QuoteVisit): Promise<string> {
  const asked = { code: undefined, continueUrl: undefined, signedIn: undefined };
  return renderHtml(visit.publication, visit.language, 'subscribe/offers', await toOffersPage(service, visit, asked));
}

interface Asked {
  readonly code: string | undefined;
  readonly continueUrl: string | undefined;
  readonly signedIn: SignedIn | undefined;
}

async function toOffersPage(
  service: Service,
  visit: QuoteVisit,
  { code, continueUrl, signedIn }: Asked,
): Promise<Templates['subscribe/offers']> {
  const { publication, language } = visit;
  const { database } = service;
  const forSale = await listOffers(publication, database);
  const gateway = await findGateway(service, publication);
  const quote = gateway && (await quoteOffers(service, visit, { gateway, offers: forSale, signedIn, typedCode: '' }));
  const termsOf = (choice: OfferChoice): string => {
    const terms = quote?.terms.get(choiceName(choice));
    return quote === undefined || terms === undefined ? '' : termsText(terms, choice.price, quote.now, language);
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
  // `/free_offering` shows a signed-in customer only a message (rule 6), so the link goes to the form.
  const freeOfferingLink = pathWith(isSignedIn ? '/free_offering/subscribe' : '/free_offering', {
    continue_url: continueUrl,
  });
  return {
    offers,
    freeOffering,
    freeOfferingLink,
    isSignedIn,
    areGiven: quote !== undefined && forSale.some(({ giftable }) => giftable),
  };
}
