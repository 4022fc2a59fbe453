// `/dashboard/:publication/offers`: the offers with their page links ready to copy, those for sale and those that are
// archived, which can be brought back (decisions 40).
import type { FastifyReply } from 'fastify';
import {
  archiveOffer,
  listArchivedOffers,
  listOffers,
  unarchiveOffer,
  type OfferForSale,
} from '../../models/catalog/offer.ts';
import type { Service } from '../../service.ts';
import { fieldOf } from '../../site/form.ts';
import { priceText } from '../../views/price-text.ts';
import { actAndGo } from '../act.ts';
import { EDITORS } from '../navigation.ts';
import { showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';

interface OfferOnPage {
  readonly slug: string;
  readonly name: string;
  readonly plan: string;
  readonly prices: readonly string[];
  readonly pageUrl: string;
  readonly subscribeUrl: string;
  readonly editHref: string;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/catalog/offers': DashboardData & {
      readonly offers: readonly OfferOnPage[];
      readonly archived: readonly OfferOnPage[];
      /** Whether the visitor may change anything here. */
      readonly isEditor: boolean;
    };
  }
}

export async function showCatalogOffers(service: Service, visit: Visit): Promise<FastifyReply> {
  const { publication, role } = visit.session;
  const toRow = (offer: OfferForSale): OfferOnPage => toOfferOnPage(visit, offer);
  const [offers, archived] = await Promise.all([
    listOffers(publication, service.database),
    listArchivedOffers(publication, service.database),
  ]);
  return showDashboard(service, visit, 'dashboard/catalog/offers', {
    offers: offers.map(toRow),
    archived: archived.map(toRow),
    isEditor: EDITORS.includes(role),
  });
}

export function archive(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const slug = fieldOf(visit.form, 'offer');
  return actAndGo(service, visit, { path: '/offers', done: 'offer-archived' }, async (transaction) => {
    await archiveOffer(visit.session.publication, transaction, service.clock, slug);
    return { name: 'offer.archive', recordId: null, recordName: slug };
  });
}

export function unarchive(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const slug = fieldOf(visit.form, 'offer');
  return actAndGo(service, visit, { path: '/offers', done: 'offer-unarchived' }, async (transaction) => {
    await unarchiveOffer(visit.session.publication, transaction, slug);
    return { name: 'offer.unarchive', recordId: null, recordName: slug };
  });
}

function toOfferOnPage(visit: Visit, { slug, name, plan, prices }: OfferForSale): OfferOnPage {
  const pageUrl = `${visit.session.publication.siteUrl}/offers/${slug}`;
  return {
    slug,
    name,
    plan: plan.name,
    prices: prices.map((price) => priceText(price, visit.language)),
    pageUrl,
    subscribeUrl: `${pageUrl}/subscribe`,
    editHref: `/dashboard/${visit.publicationId}/offers/${slug}`,
  };
}
