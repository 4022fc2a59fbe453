// `/dashboard/:publication/offers`: the offers with their page links ready to copy, those for sale and those that are
// archived, which can be brought back (decisions 40).
import type { FastifyReply } from 'fastify';
import {
  archiveOffer,
  listArchivedOffers,
  listOffers,
  moveOffer,
  unarchiveOffer,
  type OfferForSale,
} from '../../models/catalog/offer.ts';
import type { Service } from '../../service.ts';
import { fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { priceText } from '../../views/price-text.ts';
import { actAndGo, runAct, toFault } from '../act.ts';
import { EDITORS } from '../navigation.ts';
import { goTo, pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { mover, withPlaces, type Placed } from './order.ts';

interface OfferOnPage {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly plan: string;
  readonly prices: readonly string[];
  readonly isRecommended: boolean;
  readonly pageUrl: string;
  readonly subscribeUrl: string;
  readonly editHref: string;
  readonly linksHref: string;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/catalog/offers': DashboardData & {
      readonly offers: readonly (OfferOnPage & { readonly place: Placed })[];
      readonly archived: readonly OfferOnPage[];
      /** Whether the visitor may change anything here. */
      readonly isEditor: boolean;
    };
  }
}

export function showCatalogOffers(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, FRESH);
}

async function show(service: Service, visit: Visit, state: FormState): Promise<FastifyReply> {
  const { publication, role } = visit.session;
  const toRow = (offer: OfferForSale): OfferOnPage => toOfferOnPage(visit, offer);
  const [offers, archived] = await Promise.all([
    listOffers(publication, service.database),
    listArchivedOffers(publication, service.database),
  ]);
  const data = {
    offers: withPlaces(offers.map(toRow)),
    archived: archived.map(toRow),
    isEditor: EDITORS.includes(role),
  };
  return showDashboard(service, visit, 'dashboard/catalog/offers', data, state);
}

export const moveOnOffers = mover({
  path: '/offers',
  act: 'offer.move',
  move: moveOffer,
  list: async (publication, transaction) => (await listOffers(publication, transaction)).map(({ id }) => id),
});

export function archive(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const slug = fieldOf(visit.form, 'offer');
  return actAndGo(service, visit, { path: '/offers', done: 'offer-archived' }, async (transaction) => {
    await archiveOffer(visit.session.publication, transaction, service.clock, slug);
    return { name: 'offer.archive', recordId: null, recordName: slug };
  });
}

export async function unarchive(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const slug = fieldOf(visit.form, 'offer');
  try {
    await runAct(service, visit, async (transaction) => {
      await unarchiveOffer(visit.session.publication, transaction, slug);
      return { result: null, act: { name: 'offer.unarchive', recordId: null, recordName: slug } };
    });
  } catch (error) {
    return show(service, visit, toFault(visit.language, error));
  }
  return goTo(visit, '/offers', 'offer-unarchived');
}

function toOfferOnPage(visit: Visit, { id, slug, name, plan, prices, recommended }: OfferForSale): OfferOnPage {
  const pageUrl = `${visit.session.publication.siteUrl}/offers/${slug}`;
  const href = pathOf(visit, `/offers/${id}`);
  return {
    id,
    slug,
    name,
    plan: plan.name,
    prices: prices.map((price) => priceText(price, visit.language)),
    isRecommended: recommended,
    pageUrl,
    subscribeUrl: `${pageUrl}/subscribe`,
    editHref: href,
    linksHref: `${href}/links`,
  };
}
