// `/dashboard/:publication/new-offer`: makes an offer with what it needs in one step: its plan, new or existing, and a
// price a month, a year, or both. A price that the plan has already is used again.
import type { FastifyReply } from 'fastify';
import type { Transaction } from '../../database/connection.ts';
import { createOffer, listArchivedOffers, listOffers } from '../../models/catalog/offer.ts';
import { createPlan, listPlans, type Plan } from '../../models/catalog/plan.ts';
import { createPrice, listPrices, type Interval } from '../../models/catalog/price.ts';
import { freeSlug, toSlug } from '../../models/catalog/slug.ts';
import { InvalidValue } from '../../models/errors.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import type { Service } from '../../service.ts';
import { fieldsOf, FRESH, type FormState } from '../../site/form.ts';
import { runAct } from '../act.ts';
import { goTo, pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { currenciesOf, isCurrency, parseMoney } from './money-field.ts';
import { toDays } from './offer-form.ts';
import { toTakenFault } from './taken.ts';

const FIELDS = {
  name: 'name',
  slug: 'slug',
  description: 'description',
  /** The id of a plan; empty for a new one. */
  plan: 'plan',
  currency: 'currency',
  month: 'month',
  year: 'year',
  trialDays: 'trial_days',
  gifts: 'gifts',
  benefits: 'benefits',
  recommended: 'recommended',
} as const;
type Typed = Readonly<Record<keyof typeof FIELDS, string>>;

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/catalog/new-offer': DashboardData &
      Typed & {
        readonly plans: readonly { readonly id: string; readonly name: string }[];
        readonly currencies: readonly string[];
        /** What the address of the offer's page begins with. */
        readonly addressStart: string;
      };
  }
}

const BLANK: Omit<Typed, 'currency'> = {
  name: '',
  slug: '',
  description: '',
  plan: '',
  month: '',
  year: '',
  trialDays: '',
  gifts: 'on',
  benefits: '',
  recommended: '',
};

export function showNewOffer(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, BLANK, FRESH);
}

export async function submitNewOffer(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { form, session } = visit;
  const typed = fieldsOf(form, FIELDS);
  try {
    await runAct(service, visit, async (transaction) => {
      const { id, slug } = await create(service, session.publication, transaction, typed);
      return { result: null, act: { name: 'offer.create', recordId: id, recordName: slug } };
    });
  } catch (error) {
    const taken = await findOfferOfSlug(service, session.publication, typed.slug.trim() || toSlug(typed.name));
    return show(service, visit, typed, toTakenFault(visit, error, taken && pathOf(visit, `/offers/${taken}`)));
  }
  return goTo(visit, '/offers', 'offer-created');
}

/** Returns the id of the offer that has the slug, for sale or archived. */
async function findOfferOfSlug(
  { database }: Service,
  publication: PublicationRow,
  slug: string,
): Promise<string | undefined> {
  const all = [...(await listOffers(publication, database)), ...(await listArchivedOffers(publication, database))];
  return all.find((offer) => offer.slug === slug)?.id;
}

/** Throws InvalidValue, NotFound for an unknown plan, and Conflict for a slug in use. */
async function create(
  { clock }: Service,
  publication: PublicationRow,
  transaction: Transaction,
  typed: Typed,
): Promise<{ id: string; slug: string }> {
  const slug = typed.slug.trim() || toSlug(typed.name);
  const amounts = amountsOf(typed);
  const plan = await planFor(clock, publication, transaction, { ...typed, slug });
  const known = (await listPrices(publication, transaction)).filter(
    ({ planId, archivedAt }) => planId === plan.id && archivedAt === null,
  );
  const priceIds: string[] = [];
  for (const { amount, interval } of amounts) {
    const { currency } = typed;
    const same = known.find((one) => one.amount === amount && one.interval === interval && one.currency === currency);
    const price =
      same ?? (await createPrice(publication, transaction, clock, { planId: plan.id, amount, currency, interval }));
    priceIds.push(price.id);
  }
  return createOffer(publication, transaction, clock, {
    slug,
    name: typed.name,
    description: typed.description,
    planId: plan.id,
    priceIds,
    trialDays: toDays(typed.trialDays),
    benefits: typed.benefits,
    giftable: typed.gifts === 'on',
    recommended: typed.recommended === 'on',
  });
}

/** Throws InvalidValue for a field that is no amount, and where both are empty. */
function amountsOf(typed: Typed): { amount: number; interval: Interval }[] {
  if (!isCurrency(typed.currency)) throw new InvalidValue('currency', 'unknown currency');
  const amounts = (['month', 'year'] as const).flatMap((interval) => {
    const amount = parseMoney(typed[interval], typed.currency);
    if (amount === undefined || amount === 0) throw new InvalidValue(interval, 'not an amount');
    return amount === null ? [] : [{ amount, interval }];
  });
  if (amounts.length === 0) throw new InvalidValue('price', 'an offer needs a price');
  return amounts;
}

async function planFor(
  clock: Service['clock'],
  publication: PublicationRow,
  transaction: Transaction,
  { plan: id, slug, name }: Typed,
): Promise<Plan> {
  const plans = await listPlans(publication, transaction);
  // The slug was made or typed for the offer; a plan that has it already keeps it.
  const free = freeSlug(
    slug,
    plans.map((plan) => plan.slug),
  );
  if (id === '') return createPlan(publication, transaction, clock, { slug: free, name });
  const found = plans.find((plan) => plan.id === id && plan.archivedAt === null);
  if (found === undefined) throw new InvalidValue('plan', 'unknown plan');
  return found;
}

async function show(
  service: Service,
  visit: Visit,
  typed: Omit<Typed, 'currency'> & Partial<Typed>,
  state: FormState,
): Promise<FastifyReply> {
  const { publication } = visit.session;
  const plans = (await listPlans(publication, service.database)).filter(({ archivedAt }) => archivedAt === null);
  const currencies = currenciesOf(await listPrices(publication, service.database));
  const addressStart = `${publication.siteUrl}/offers/`;
  const data = { plans, currencies, addressStart, currency: currencies[0] ?? 'EUR', ...typed };
  return showDashboard(service, visit, 'dashboard/catalog/new-offer', data, state);
}
