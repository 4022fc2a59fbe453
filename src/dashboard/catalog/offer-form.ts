// `/dashboard/:publication/offers/:offer`: changes what an offer says and its trial; existing subscriptions stay as they
// are.
import type { FastifyReply } from 'fastify';
import { findOffer, updateOffer, type OfferForSale } from '../../models/catalog/offer.ts';
import { NotFound } from '../../models/errors.ts';
import type { Service } from '../../service.ts';
import { fieldsOf, FRESH, type FormState } from '../../site/form.ts';
import { priceText } from '../../views/price-text.ts';
import { runAct, toFault } from '../act.ts';
import { goTo, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';

const FIELDS = { name: 'name', description: 'description', trialDays: 'trial_days' } as const;
type Typed = Readonly<Record<keyof typeof FIELDS, string>>;

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/catalog/offer-form': DashboardData &
      Typed & { readonly heading: string; readonly slug: string; readonly plan: string; readonly prices: string };
  }
}

export async function showOfferForm(service: Service, visit: Visit): Promise<FastifyReply> {
  const offer = await getOffer(service, visit);
  const { name, description, trialDays } = offer;
  return show(
    service,
    visit,
    offer,
    { name, description: description ?? '', trialDays: String(trialDays ?? 0) },
    FRESH,
  );
}

export async function submitOffer(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { form, session, language } = visit;
  const offer = await getOffer(service, visit);
  const typed = fieldsOf(form, FIELDS);
  try {
    await runAct(service, visit, async (transaction) => {
      const change = { name: typed.name, description: typed.description, trialDays: toDays(typed.trialDays) };
      await updateOffer(session.publication, transaction, offer.slug, change);
      return { result: null, act: { name: 'offer.update', recordId: offer.id, recordName: offer.slug } };
    });
  } catch (error) {
    return show(service, visit, offer, typed, toFault(language, error));
  }
  return goTo(visit, '/offers', 'saved');
}

/** Parses digits, and 0 for an empty field; NaN is refused by the model. */
export function toDays(text: string): number {
  const typed = text.trim();
  return typed === '' ? 0 : /^\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN;
}

/** Throws NotFound. */
async function getOffer({ database }: Service, { request, session }: Visit): Promise<OfferForSale> {
  const { offer: slug = '' } = request.params as { offer?: string };
  const found = await findOffer(session.publication, database, slug);
  if (found === undefined) throw new NotFound('No such offer');
  return found;
}

async function show(
  service: Service,
  visit: Visit,
  { name: heading, slug, plan, prices }: OfferForSale,
  typed: Typed,
  state: FormState,
): Promise<FastifyReply> {
  const texts = prices.map((price) => priceText(price, visit.language)).join(', ');
  const data = { heading, slug, plan: plan.name, prices: texts, ...typed };
  return showDashboard(service, visit, 'dashboard/catalog/offer-form', data, state);
}
