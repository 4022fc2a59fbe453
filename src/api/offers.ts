// Offers of the data API (decisions 15), each with the link to its page.
import type { components } from '../../generated/types.ts';
import type { DataApiHandlers } from '../http/operation.ts';
import { getOfferSummary, pageOfOffers, type OfferSummary } from '../models/catalog/offer-list.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import type { Service } from '../service.ts';
import type { Caller } from './caller.ts';
import { toTranslations } from './translations.ts';

export function offerHandlers({ database }: Service): Pick<DataApiHandlers<Caller>, 'listOffers' | 'getOffer'> {
  return {
    async listOffers({ query }, { publication }) {
      const { objects, nextPage } = await pageOfOffers(publication, database, query);
      return {
        status: 200,
        body: { objects: objects.map((offer) => toOfferObject(offer, publication)), next_page: nextPage },
      };
    },

    async getOffer({ params }, { publication }) {
      return { status: 200, body: toOfferObject(await getOfferSummary(publication, database, params.id), publication) };
    },
  };
}

function toOfferObject(offer: OfferSummary, { siteUrl }: PublicationRow): components['schemas']['Offer'] {
  return {
    id: offer.id,
    slug: offer.slug,
    name: offer.name,
    description: offer.description,
    benefits: offer.benefits,
    translations: toTranslations(offer.texts),
    recommended: offer.recommended,
    plan_id: offer.planId,
    price_ids: offer.priceIds,
    archived: offer.archivedAt !== null,
    url: `${siteUrl}/offers/${offer.slug}`,
  };
}
