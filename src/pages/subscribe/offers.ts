// `/offers`: the publication's offers with prices, and the free offering (service.md, Endpoints A).
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { findFreeOffering } from '../../models/catalog/free-offering.ts';
import { listOffers, type OfferForSale } from '../../models/catalog/offer.ts';
import { listActiveSubscriptions } from '../../models/money/subscription-record.ts';
import type { OfferChoice } from '../../payments/checkout/terms.ts';
import { findGateway } from '../../payments/gateways.ts';
import type { Service } from '../../service.ts';
import { findContinueUrl, pathWith, signInPath } from '../../site/destinations.ts';
import { benefitsIn, describedIn, freeOfferingIn, type OwnLines, type OwnWords } from '../../views/own-words.ts';
import type { FreeOfferingOnPage } from '../../views/page-data.ts';
import { toPriceOnPage, type PriceOnPage } from '../../views/price-text.ts';
import { renderHtml, showPage } from '../../views/render.ts';
import type { Templates } from '../../views/templates.ts';
import type { Visit } from '../visit.ts';
import { findSignedIn, type SignedIn } from '../visitor.ts';
import { choiceName } from './choice.ts';
import { savingOf } from './offer-choice.ts';
import { quoteOffers, type QuoteVisit } from './quote.ts';
import { termsText } from './terms-text.ts';

interface OfferOnPage {
  /** The page of the offer, to which its name leads. */
  readonly pageHref: string;
  /** The page to subscribe to the offer; the account for whoever has its plan. */
  readonly href: string;
  readonly name: OwnWords;
  readonly description: OwnWords | null;
  readonly benefits: OwnLines;
  readonly isRecommended: boolean;
  /** Whether the visitor has its plan. */
  readonly isOwn: boolean;
  /** Whether its button is the filled one. */
  readonly isFilled: boolean;
  /** `terms`: the trial; `saving`: what a year costs less than twelve months. Each is empty for none. */
  readonly prices: readonly (PriceOnPage & { readonly terms: string; readonly saving: string })[];
}

declare module '../../views/templates.ts' {
  interface Templates {
    'subscribe/offers': {
      readonly offers: readonly OfferOnPage[];
      readonly freeOffering: FreeOfferingOnPage | undefined;
      readonly freeOfferingLink: string;
      readonly isSignedIn: boolean;
      /** Where a subscriber signs in, who is led on from there. */
      readonly signInHref: string;
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
    { share: { description: publication } },
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
  const held = await heldPlans(service, visit, signedIn);
  const filled = filledOf(forSale, held);
  const offers = forSale.map((offer) => ({
    ...linksOf(offer, held, { code, continue_url: continueUrl }),
    ...describedIn(offer, language),
    benefits: benefitsIn(offer, language),
    isRecommended: offer.recommended,
    isOwn: held.has(offer.plan.id),
    isFilled: offer === filled,
    prices: offer.prices.map((price) => ({
      ...toPriceOnPage(price, language),
      saving: savingOf(offer, price, language),
      terms: termsOf({ offer, price }),
    })),
  }));
  const freeOffering = await findFreeOffering(publication, database);
  const isSignedIn = signedIn !== undefined;
  // `/free_offering` shows a signed-in customer only a message (rule 6), so the link goes to the form.
  const freeOfferingLink = pathWith(isSignedIn ? '/free_offering/subscribe' : '/free_offering', {
    continue_url: continueUrl,
  });
  return {
    offers,
    freeOffering: freeOffering && freeOfferingIn(freeOffering, language),
    freeOfferingLink,
    isSignedIn,
    signInHref: signInPath('/subscribe', continueUrl),
    areGiven: quote !== undefined && forSale.some(({ giftable }) => giftable),
  };
}

/** The ids of the plans that the visitor has. */
async function heldPlans(
  { database }: Service,
  { publication }: QuoteVisit,
  signedIn: SignedIn | undefined,
): Promise<ReadonlySet<string>> {
  if (signedIn === undefined) return new Set();
  const active = await listActiveSubscriptions(publication, database, signedIn.customer.id);
  return new Set(active.map(({ planId }) => planId));
}

/** Our choice: one button is filled, that of the recommended offer, or of the first that the visitor does not have. */
function filledOf(offers: readonly OfferForSale[], held: ReadonlySet<string>): OfferForSale | undefined {
  const others = offers.filter(({ plan }) => !held.has(plan.id));
  return others.find(({ recommended }) => recommended) ?? others[0];
}

function linksOf(
  { slug, plan }: OfferForSale,
  held: ReadonlySet<string>,
  kept: Readonly<Record<string, string | undefined>>,
): Pick<OfferOnPage, 'pageHref' | 'href'> {
  return {
    pageHref: pathWith(`/offers/${slug}`, kept),
    href: held.has(plan.id) ? '/' : pathWith(`/offers/${slug}/subscribe`, kept),
  };
}
