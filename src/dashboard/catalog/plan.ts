// `/dashboard/:publication/plans/:plan`: a plan with its prices. It is changed, gets prices, and is archived and brought
// back, as each of its prices is.
import type { FastifyReply } from 'fastify';
import type { Transaction } from '../../database/connection.ts';
import { listArchivedOffers, listOffers } from '../../models/catalog/offer.ts';
import { archivePlan, getPlan, unarchivePlan, updatePlan, type Plan } from '../../models/catalog/plan.ts';
import { archivePrice, createPrice, listPrices, unarchivePrice, type Price } from '../../models/catalog/price.ts';
import { InvalidValue } from '../../models/errors.ts';
import { countWithoutAddress } from '../../models/finding/printer-rows.ts';
import type { Tenant } from '../../models/record.ts';
import type { Service } from '../../service.ts';
import { fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { priceText } from '../../views/price-text.ts';
import { formIdOf, runAct, toFault, type Done } from '../act.ts';
import { goTo, pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { currenciesOf, isCurrency, parseMoney } from './money-field.ts';

interface Typed {
  readonly name: string;
  readonly isSentByPost: boolean;
  readonly amount: string;
  readonly currency: string;
  readonly interval: string;
}

interface PriceOnPage {
  readonly id: string;
  readonly text: string;
  /** The names of the offers that have it, archived ones included. */
  readonly offers: readonly string[];
  readonly isArchived: boolean;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/catalog/plan': DashboardData &
      Typed & {
        readonly id: string;
        readonly heading: string;
        readonly slug: string;
        readonly isArchived: boolean;
        /** How many readers have given no postal address; undefined for a plan that is not sent by post. */
        readonly withoutAddress: number | undefined;
        readonly prices: readonly PriceOnPage[];
        readonly currencies: readonly string[];
        /** The offers for sale that sell it: while there are any, it is not archived. */
        readonly offers: readonly { readonly name: string; readonly href: string }[];
      };
  }
}

export async function showPlan(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, await planOf(service, visit), {}, FRESH);
}

export async function submitPlan(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const plan = await planOf(service, visit);
  const name = fieldOf(visit.form, 'name');
  const isSentByPost = fieldOf(visit.form, 'sent-by-post') === 'yes';
  return act(service, visit, { plan, typed: { name, isSentByPost }, done: 'saved' }, async (transaction) => {
    await updatePlan(publication, transaction, plan.id, { name, sentByPost: isSentByPost });
    return { result: null, act: { name: 'plan.update', recordId: plan.id, recordName: plan.slug } };
  });
}

export async function addPrice(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const plan = await planOf(service, visit);
  const field = (name: string): string => fieldOf(visit.form, name);
  const typed = { amount: field('amount'), currency: field('currency'), interval: field('interval') };
  return act(service, visit, { plan, typed, done: 'price-created' }, async (transaction) => {
    const amount = isCurrency(typed.currency) ? parseMoney(typed.amount, typed.currency) : undefined;
    if (amount === undefined || amount === null || amount === 0) throw new InvalidValue('amount', 'not an amount');
    const given = { ...typed, planId: plan.id, amount };
    const { id } = await createPrice(publication, transaction, service.clock, given);
    return { result: null, act: { name: 'price.create', recordId: id } };
  });
}

export function archiveOnPlan(service: Service, visit: FormVisit): Promise<FastifyReply> {
  return actOnPlan(service, visit, 'plan-archived', async (publication, transaction, { id, slug }) => {
    await archivePlan(publication, transaction, service.clock, id);
    return { result: null, act: { name: 'plan.archive', recordId: id, recordName: slug } };
  });
}

export function unarchiveOnPlan(service: Service, visit: FormVisit): Promise<FastifyReply> {
  return actOnPlan(service, visit, 'plan-unarchived', async (publication, transaction, { id, slug }) => {
    await unarchivePlan(publication, transaction, id);
    return { result: null, act: { name: 'plan.unarchive', recordId: id, recordName: slug } };
  });
}

export function archivePriceOnPlan(service: Service, visit: FormVisit): Promise<FastifyReply> {
  return actOnPlan(service, visit, 'price-archived', async (publication, transaction) => {
    const { id } = await archivePrice(publication, transaction, service.clock, fieldOf(visit.form, 'price'));
    return { result: null, act: { name: 'price.archive', recordId: id } };
  });
}

export function unarchivePriceOnPlan(service: Service, visit: FormVisit): Promise<FastifyReply> {
  return actOnPlan(service, visit, 'price-unarchived', async (publication, transaction) => {
    const { id } = await unarchivePrice(publication, transaction, fieldOf(visit.form, 'price'));
    return { result: null, act: { name: 'price.unarchive', recordId: id } };
  });
}

async function actOnPlan(
  service: Service,
  visit: FormVisit,
  done: string,
  work: (publication: Tenant, transaction: Transaction, plan: Plan) => Promise<Done<null>>,
): Promise<FastifyReply> {
  formIdOf(visit);
  const plan = await planOf(service, visit);
  const { publication } = visit.session;
  return act(service, visit, { plan, typed: {}, done }, (transaction) => work(publication, transaction, plan));
}

/** Acts and shows the plan again, with the fault where there is one. */
async function act(
  service: Service,
  visit: FormVisit,
  { plan, typed, done }: { readonly plan: Plan; readonly typed: Partial<Typed>; readonly done: string },
  work: (transaction: Transaction) => Promise<Done<null>>,
): Promise<FastifyReply> {
  try {
    await runAct(service, visit, work);
  } catch (error) {
    return show(service, visit, plan, typed, toFault(visit.language, error));
  }
  return goTo(visit, `/plans/${plan.id}`, done);
}

async function missingOf({ database, clock }: Service, publication: Tenant, plan: Plan): Promise<number | undefined> {
  if (!plan.sentByPost) return undefined;
  return countWithoutAddress(publication, database, { planId: plan.id, at: clock.now() });
}

/** Throws NotFound. */
function planOf({ database }: Service, { request, session }: Visit): Promise<Plan> {
  const { plan: idOrSlug = '' } = request.params as { plan?: string };
  return getPlan(session.publication, database, idOrSlug);
}

async function show(
  service: Service,
  visit: Visit,
  plan: Plan,
  typed: Partial<Typed>,
  state: FormState,
): Promise<FastifyReply> {
  const { publication } = visit.session;
  const { database } = service;
  const [prices, forSale, archived] = await Promise.all([
    listPrices(publication, database),
    listOffers(publication, database),
    listArchivedOffers(publication, database),
  ]);
  const offersOf = ({ id }: Price): string[] =>
    [...forSale, ...archived].flatMap(({ name, prices: its }) => (its.some((price) => price.id === id) ? [name] : []));
  const currencies = currenciesOf(prices);
  const shown = prices.filter(({ planId }) => planId === plan.id);
  const data = {
    id: plan.id,
    heading: plan.name,
    slug: plan.slug,
    isArchived: plan.archivedAt !== null,
    withoutAddress: await missingOf(service, publication, plan),
    currencies,
    prices: shown.map((price) => ({
      id: price.id,
      text: priceText(price, visit.language),
      offers: offersOf(price),
      isArchived: price.archivedAt !== null,
    })),
    offers: forSale
      .filter((offer) => offer.plan.id === plan.id)
      .map(({ id, name }) => ({ name, href: pathOf(visit, `/offers/${id}`) })),
    name: plan.name,
    isSentByPost: plan.sentByPost,
    amount: '',
    currency: currencies[0] ?? 'EUR',
    interval: 'month',
    ...typed,
  };
  return showDashboard(service, visit, 'dashboard/catalog/plan', data, state);
}
