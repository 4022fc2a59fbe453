// `/dashboard/:publication/offers/:offer`: changes what an offer says, its prices, its trial and whether it can be given;
// existing subscriptions stay as they are. An archived offer can get another address.
import type { FastifyReply } from 'fastify';
import { setOfferPrices } from '../../models/catalog/offer-prices.ts';
import { getOffer, listArchivedOffers, listOffers, updateOffer, type Offer } from '../../models/catalog/offer.ts';
import { listPrices } from '../../models/catalog/price.ts';
import type { Service } from '../../service.ts';
import { fieldsOf, FRESH, type FormState } from '../../site/form.ts';
import { priceText } from '../../views/price-text.ts';
import { runAct } from '../act.ts';
import { goTo, pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { valuesOf } from './choices.ts';
import { toTakenFault } from './taken.ts';

const FIELDS = {
  name: 'name',
  slug: 'slug',
  description: 'description',
  trialDays: 'trial_days',
  gifts: 'gifts',
  benefits: 'benefits',
  recommended: 'recommended',
} as const;

type Typed = Readonly<Record<keyof typeof FIELDS, string>> & { readonly priceIds: readonly string[] };

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/catalog/offer-form': DashboardData &
      Omit<Typed, 'priceIds'> & {
        readonly id: string;
        readonly action: string;
        readonly heading: string;
        readonly plan: string;
        readonly planHref: string;
        readonly isArchived: boolean;
        /** The first price that it has, which a price change begins with; empty if there is none. */
        readonly pricedId: string;
        /** What the address of the offer's page begins with. */
        readonly addressStart: string;
        /** The prices of its plan that can be bought. */
        readonly prices: readonly { readonly id: string; readonly text: string; readonly isChecked: boolean }[];
      };
  }
}

export async function showOfferForm(service: Service, visit: Visit): Promise<FastifyReply> {
  const offer = await offerOf(service, visit);
  const { name, slug, description, trialDays, giftable, benefits, recommended, prices } = offer;
  const typed = {
    name,
    slug,
    description: description ?? '',
    trialDays: String(trialDays ?? 0),
    gifts: giftable ? 'on' : '',
    benefits: benefits.join('\n'),
    recommended: recommended ? 'on' : '',
    priceIds: prices.map(({ id }) => id),
  };
  return show(service, visit, offer, typed, FRESH);
}

export async function submitOffer(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { form, session } = visit;
  const { publication } = session;
  const offer = await offerOf(service, visit);
  const typed = { ...fieldsOf(form, FIELDS), priceIds: valuesOf(form, 'price') };
  const { name, description, benefits } = typed;
  // An archived offer may be of a plan without a price to choose.
  const isPriced = (await pricesOf(service, visit, offer.plan.id)).length > 0;
  const slug = offer.archivedAt === null || typed.slug.trim() === '' ? undefined : typed.slug.trim();
  try {
    await runAct(service, visit, async (transaction) => {
      const switches = { giftable: typed.gifts === 'on', recommended: typed.recommended === 'on' };
      const change = { name, slug, description, benefits, trialDays: toDays(typed.trialDays), ...switches };
      await updateOffer(publication, transaction, offer.id, change);
      if (isPriced) await setOfferPrices(publication, transaction, offer.id, typed.priceIds);
      return { result: null, act: { name: 'offer.update', recordId: offer.id, recordName: offer.slug } };
    });
  } catch (error) {
    const all = [
      ...(await listOffers(publication, service.database)),
      ...(await listArchivedOffers(publication, service.database)),
    ];
    const taken = all.find((other) => other.slug === slug && other.id !== offer.id);
    const state = toTakenFault(visit, error, taken && pathOf(visit, `/offers/${taken.id}`));
    return show(service, visit, offer, typed, state);
  }
  return goTo(visit, '/offers', 'saved');
}

/** Parses digits, and 0 for an empty field; NaN is refused by the model. */
export function toDays(text: string): number {
  const typed = text.trim();
  return typed === '' ? 0 : /^\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN;
}

/** Throws NotFound. */
export function offerOf({ database }: Service, visit: Visit): Promise<Offer> {
  return getOffer(visit.session.publication, database, offerIn(visit));
}

/** The id or slug in the path. */
function offerIn({ request }: Visit): string {
  const { offer = '' } = request.params as { offer?: string };
  return offer;
}

async function pricesOf({ database }: Service, { session }: Visit, ofPlan: string) {
  const prices = await listPrices(session.publication, database);
  return prices.filter(({ planId, archivedAt }) => planId === ofPlan && archivedAt === null);
}

async function show(
  service: Service,
  visit: Visit,
  { id, name: heading, plan, prices: its, archivedAt }: Offer,
  typed: Typed,
  state: FormState,
): Promise<FastifyReply> {
  const { priceIds, ...fields } = typed;
  const prices = (await pricesOf(service, visit, plan.id)).map((price) => ({
    id: price.id,
    text: priceText(price, visit.language),
    isChecked: priceIds.includes(price.id),
  }));
  const addressStart = `${visit.session.publication.siteUrl}/offers/`;
  const planHref = pathOf(visit, `/plans/${plan.id}`);
  const isArchived = archivedAt !== null;
  const data = {
    id,
    action: pathOf(visit, `/offers/${offerIn(visit)}`),
    heading,
    plan: plan.name,
    planHref,
    isArchived,
    pricedId: its[0]?.id ?? '',
    addressStart,
    prices,
    ...fields,
  };
  return showDashboard(service, visit, 'dashboard/catalog/offer-form', data, state);
}
