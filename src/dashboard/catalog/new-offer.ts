// `/dashboard/:publication/new-offer`: makes an offer with what it needs in one step: its plan, new or existing, and a
// price a month, a year, or both. A price that the plan has already is used again.
import type { FastifyReply } from 'fastify';
import type { Transaction } from '../../database/connection.ts';
import { createOffer } from '../../models/catalog/offer.ts';
import { createPlan, listPlans, type Plan } from '../../models/catalog/plan.ts';
import { createPrice, listPrices, type Interval } from '../../models/catalog/price.ts';
import { InvalidValue } from '../../models/errors.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import type { Service } from '../../service.ts';
import { fieldsOf, FRESH, type FormState } from '../../site/form.ts';
import { runAct, toFault } from '../act.ts';
import { goTo, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { CURRENCIES, parseMoney } from './money-field.ts';
import { toDays } from './offer-form.ts';

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

const BLANK: Typed = {
  name: '',
  slug: '',
  description: '',
  plan: '',
  currency: 'EUR',
  month: '',
  year: '',
  trialDays: '',
};

export function showNewOffer(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, BLANK, FRESH);
}

export async function submitNewOffer(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { form, session, language } = visit;
  const typed = fieldsOf(form, FIELDS);
  try {
    await runAct(service, visit, async (transaction) => {
      const { id, slug } = await create(service, session.publication, transaction, typed);
      return { result: null, act: { name: 'offer.create', recordId: id, recordName: slug } };
    });
  } catch (error) {
    return show(service, visit, typed, toFault(language, error));
  }
  return goTo(visit, '/offers', 'offer-created');
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
  const known = (await listPrices(publication, transaction)).filter(({ planId }) => planId === plan.id);
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
  });
}

/** Throws InvalidValue for a field that is no amount, and where both are empty. */
function amountsOf(typed: Typed): { amount: number; interval: Interval }[] {
  if (!CURRENCIES.some((known) => known === typed.currency)) throw new InvalidValue('currency', 'unknown currency');
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
  if (id === '') return createPlan(publication, transaction, clock, { slug, name });
  const found = (await listPlans(publication, transaction)).find((plan) => plan.id === id);
  if (found === undefined) throw new InvalidValue('plan', 'unknown plan');
  return found;
}

/** A slug from a name: "Die Zeitung für alle" becomes die-zeitung-fuer-alle. Empty where nothing is left. */
function toSlug(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss');
  const words =
    plain
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 64).replace(/-$/, '');
}

async function show(service: Service, visit: Visit, typed: Typed, state: FormState): Promise<FastifyReply> {
  const { publication } = visit.session;
  const plans = (await listPlans(publication, service.database)).map(({ id, name }) => ({ id, name }));
  const addressStart = `${publication.siteUrl}/offers/`;
  const data = { plans, currencies: CURRENCIES, addressStart, ...typed };
  return showDashboard(service, visit, 'dashboard/catalog/new-offer', data, state);
}
