// `/dashboard/:publication/change-price`: changes a price as one act (decisions 40). A form asks for the price, the new
// amount and what becomes of present subscribers; its answer is the preview, and what is confirmed there happens.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { listPlans } from '../../models/catalog/plan.ts';
import { AMOUNT_MAX, listPrices, type Price } from '../../models/catalog/price.ts';
import { Conflict, InvalidValue } from '../../models/errors.ts';
import { addDays, parseDay, startOfDay } from '../../payments/calendar.ts';
import { beginPriceChange } from '../../payments/price-change/change.ts';
import { previewPriceChange, renewalClock, type PriceChangeWish } from '../../payments/price-change/preview.ts';
import { earliestStart } from '../../payments/price-change/renewal.ts';
import type { Service } from '../../service.ts';
import { fieldsOf, FRESH, type FormState } from '../../site/form.ts';
import { formatDay } from '../../views/formats.ts';
import { priceText } from '../../views/price-text.ts';
import { runAct, toFault } from '../act.ts';
import { parseMoney } from '../catalog/money-field.ts';
import { goTo, pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { toPreviewOnPage, type PreviewOnPage } from './preview-on-page.ts';

const FIELDS = {
  priceId: 'price_id',
  amount: 'new_amount',
  /** What becomes of present subscribers: keep or move. */
  who: 'who',
  /** The day of the earliest renewal at the new price, such as 2027-03-31. */
  startsAt: 'starts_at',
} as const;
const SHOWN_FIELDS = { offers: 'shown_offers', holders: 'shown_holders' } as const;
type Typed = Readonly<Record<keyof typeof FIELDS, string>>;

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/pricing/change-price': DashboardData &
      Typed & {
        readonly prices: readonly { readonly value: string; readonly text: string }[];
        /** The earliest day to move. */
        readonly earliest: string;
      };
    'dashboard/pricing/preview': DashboardData &
      Typed &
      PreviewOnPage & {
        /** The form with what was typed. */
        readonly editHref: string;
      };
  }
}

export function showChangePrice(service: Service, visit: Visit): Promise<FastifyReply> {
  const typed = fieldsOf(visit.query, FIELDS);
  if (valueOf(visit.query, FIELDS.who) !== undefined && valueOf(visit.query, 'edit') === undefined)
    return preview(service, visit, typed, FRESH);
  // Links of a plan and an offer name the price.
  const priceId = valueOf(visit.query, 'price') ?? typed.priceId;
  return showForm(service, visit, { ...typed, priceId }, FRESH);
}

export async function submitPriceChange(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { form, session, language } = visit;
  const { publication } = session;
  const typed = fieldsOf(form, FIELDS);
  const { offers, holders } = fieldsOf(form, SHOWN_FIELDS);
  const shown = { offers: offers.split(' ').filter((slug) => slug !== ''), holders: Number(holders) };
  try {
    const now = await renewalClock(service, publication);
    const made = await runAct(service, visit, async (transaction) => {
      const { price, ...wish } = toWish(await listPrices(publication, transaction), typed);
      const id = await beginPriceChange(publication, transaction, service.clock, { wish, shown, now });
      const recordName = priceText(price, language);
      return { result: id, act: { name: 'price-change.create', recordId: id, recordName } };
    });
    return goTo(visit, `/price-changes/${made}`, 'price-changed');
  } catch (error) {
    return preview(service, visit, typed, toFault(language, error));
  }
}

/** The preview with its faults; the form where there is nothing to preview. */
async function preview(service: Service, visit: Visit, typed: Typed, state: FormState): Promise<FastifyReply> {
  const { publication } = visit.session;
  try {
    const { price, ...wish } = toWish(await listPrices(publication, service.database), typed);
    const found = await previewPriceChange(service, publication, wish);
    const plans = await listPlans(publication, service.database);
    const plan = plans.find(({ id }) => id === price.planId)?.name ?? '';
    const data = { ...typed, ...toPreviewOnPage(found, plan, visit.language), editHref: editHref(visit, typed) };
    return showDashboard(service, visit, 'dashboard/pricing/preview', data, state);
  } catch (error) {
    if (!(error instanceof InvalidValue) && !(error instanceof Conflict)) throw error;
    return showForm(service, visit, typed, toFault(visit.language, error));
  }
}

function editHref(visit: Visit, { priceId, amount, who, startsAt }: Typed): string {
  const query = new URLSearchParams({ price_id: priceId, new_amount: amount, who, starts_at: startsAt, edit: '1' });
  return pathOf(visit, `/change-price?${query}`);
}

/** Throws InvalidValue. */
function toWish(prices: readonly Price[], typed: Typed): PriceChangeWish & { readonly price: Price } {
  const price = prices.find(({ id }) => id === typed.priceId);
  if (price === undefined) throw new InvalidValue('price_id', 'unknown price');
  const amount = parseMoney(typed.amount, price.currency);
  if (amount === null || amount === undefined || amount < 1 || amount > AMOUNT_MAX)
    throw new InvalidValue('new_amount', 'no amount');
  if (typed.who !== 'keep' && typed.who !== 'move') throw new InvalidValue('who', 'neither keep nor move');
  const startsAt = typed.who === 'keep' ? null : (parseDay(typed.startsAt.trim()) ?? Number.NaN);
  return { price, priceId: price.id, amount, startsAt };
}

async function showForm(service: Service, visit: Visit, typed: Typed, state: FormState): Promise<FastifyReply> {
  const { session, language } = visit;
  const [prices, plans, now] = await Promise.all([
    listPrices(session.publication, service.database),
    listPlans(session.publication, service.database),
    renewalClock(service, session.publication),
  ]);
  const nameOf = (planId: string): string => plans.find(({ id }) => id === planId)?.name ?? '';
  const toText = ({ archivedAt, ...price }: Price): string => {
    const text = `${nameOf(price.planId)}: ${priceText(price, language)}`;
    return archivedAt === null ? text : `${text} (${language.t('dashboard.plan.price-archived')})`;
  };
  // Archived ones at the end: their subscribers may still be moved.
  const options = prices
    .toSorted((a, b) => Number(a.archivedAt !== null) - Number(b.archivedAt !== null))
    .map((price) => ({ value: price.id, text: toText(price) }));
  const earliest = addDays(startOfDay(earliestStart(now.getTime())), 1);
  const data = {
    ...typed,
    startsAt: typed.startsAt === '' ? new Date(earliest).toISOString().slice(0, 10) : typed.startsAt,
    who: typed.who === '' ? 'keep' : typed.who,
    prices: options,
    earliest: formatDay(earliest, language.tag),
  };
  return showDashboard(service, visit, 'dashboard/pricing/change-price', data, state);
}
