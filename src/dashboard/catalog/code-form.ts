// `/dashboard/:publication/new-code` makes a discount code, `/dashboard/:publication/codes/:code` changes what it is for
// and its limits. What it takes off never changes.
import type { FastifyReply } from 'fastify';
import {
  createDiscountCode,
  getDiscountCode,
  updateDiscountCode,
  type DiscountCode,
} from '../../models/catalog/discount-code.ts';
import { listArchivedOffers, listOffers } from '../../models/catalog/offer.ts';
import { listPrices } from '../../models/catalog/price.ts';
import { InvalidValue } from '../../models/errors.ts';
import { endOfDay, lastDayBefore } from '../../payments/calendar.ts';
import type { Service } from '../../service.ts';
import { fieldsOf, FRESH, type FormState } from '../../site/form.ts';
import { runAct, toFault } from '../act.ts';
import { goTo, pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { valuesOf } from './choices.ts';
import { offText } from './codes.ts';
import { currenciesOf, isCurrency, parseMoney } from './money-field.ts';
import { toTakenFault } from './taken.ts';

const FIELDS = {
  code: 'code',
  name: 'name',
  percent: 'percent_off',
  amount: 'amount_off',
  currency: 'currency',
  periods: 'periods',
  validUntil: 'valid_until',
  maxRedemptions: 'max_redemptions',
} as const;
type Typed = Readonly<Record<keyof typeof FIELDS, string>> & { readonly offerSlugs: readonly string[] };

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/catalog/code-form': DashboardData &
      Omit<Typed, 'offerSlugs'> & {
        /** Of a new one, the title of the page. */
        readonly heading: string;
        readonly action: string;
        readonly isNew: boolean;
        /** What it takes off; empty for a new one. */
        readonly off: string;
        readonly currencies: readonly string[];
        readonly offers: readonly { readonly slug: string; readonly name: string; readonly isChecked: boolean }[];
      };
  }
}

const BLANK: Typed = {
  code: '',
  name: '',
  percent: '',
  amount: '',
  currency: '',
  periods: '1',
  validUntil: '',
  maxRedemptions: '',
  offerSlugs: [],
};

export function showNewCode(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, undefined, BLANK, FRESH);
}

export async function submitNewCode(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const typed = typedIn(visit);
  try {
    await runAct(service, visit, async (transaction) => {
      const given = { ...toOff(typed), ...toLimits(visit, typed), code: typed.code, name: typed.name };
      const { id, code } = await createDiscountCode(publication, transaction, service.clock, {
        ...given,
        validUntil: given.validUntil ?? undefined,
        maxRedemptions: given.maxRedemptions ?? undefined,
      });
      return { result: null, act: { name: 'code.create', recordId: id, recordName: code } };
    });
  } catch (error) {
    return show(service, visit, undefined, typed, toTakenFault(visit, error, pathOf(visit, '/codes')));
  }
  return goTo(visit, '/codes', 'code-created');
}

export async function showCodeForm(service: Service, visit: Visit): Promise<FastifyReply> {
  const code = await codeOf(service, visit);
  const { validUntil, maxRedemptions, offerSlugs } = code;
  const stored = {
    ...BLANK,
    name: code.name ?? '',
    validUntil: validUntil === null ? '' : lastDayBefore(validUntil, visit.session.publication.timeZone),
    maxRedemptions: maxRedemptions === null ? '' : String(maxRedemptions),
    offerSlugs,
  };
  return show(service, visit, code, stored, FRESH);
}

export async function submitCode(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const code = await codeOf(service, visit);
  const typed = typedIn(visit);
  try {
    await runAct(service, visit, async (transaction) => {
      const change = { name: typed.name, ...toLimits(visit, typed) };
      await updateDiscountCode(publication, transaction, service.clock, { code: code.code, change });
      return { result: null, act: { name: 'code.update', recordId: code.id, recordName: code.code } };
    });
  } catch (error) {
    return show(service, visit, code, typed, toFault(visit.language, error));
  }
  return goTo(visit, '/codes', 'saved');
}

function typedIn({ form }: FormVisit): Typed {
  return { ...fieldsOf(form, FIELDS), offerSlugs: valuesOf(form, 'offer') };
}

/** Throws InvalidValue for an amount that is none; the model refuses the rest. */
function toOff({ percent, amount, currency, periods }: Typed) {
  const amountOff = isCurrency(currency) ? parseMoney(amount, currency) : undefined;
  if (amount.trim() !== '' && amountOff === undefined) throw new InvalidValue('amount_off', 'not an amount');
  const off = typeof amountOff === 'number' ? { amountOff, currency } : {};
  return { percentOff: toCount(percent) ?? undefined, ...off, periods: toCount(periods) };
}

/** Throws InvalidValue for a day that is none. */
function toLimits({ session }: Visit, { validUntil: day, maxRedemptions, offerSlugs }: Typed) {
  const end = endOfDay(day, session.publication.timeZone);
  if (day.trim() !== '' && end === undefined) throw new InvalidValue('valid_until', 'not a day');
  return {
    validUntil: end === undefined ? null : new Date(end),
    maxRedemptions: toCount(maxRedemptions),
    offerSlugs,
  };
}

/** Null for an empty field; NaN is refused by the model. */
function toCount(text: string): number | null {
  const typed = text.trim();
  if (typed === '') return null;
  return /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN;
}

/** Throws NotFound. */
function codeOf({ database }: Service, { request, session }: Visit): Promise<DiscountCode> {
  const { code: id = '' } = request.params as { code?: string };
  return getDiscountCode(session.publication, database, id);
}

async function show(
  service: Service,
  visit: Visit,
  code: DiscountCode | undefined,
  { offerSlugs, ...typed }: Typed,
  state: FormState,
): Promise<FastifyReply> {
  const { publication } = visit.session;
  const { database } = service;
  const [forSale, archived, prices] = await Promise.all([
    listOffers(publication, database),
    listArchivedOffers(publication, database),
    listPrices(publication, database),
  ]);
  const currencies = currenciesOf(prices);
  const listed = [...forSale, ...archived.filter(({ slug }) => offerSlugs.includes(slug))];
  const data = {
    ...typed,
    heading: code?.code ?? visit.language.t('dashboard.codes.new'),
    action: pathOf(visit, code === undefined ? '/new-code' : `/codes/${code.id}`),
    isNew: code === undefined,
    off: code === undefined ? '' : offText(code, visit),
    currency: typed.currency === '' ? (currencies[0] ?? 'EUR') : typed.currency,
    currencies,
    offers: listed.map(({ slug, name }) => ({ slug, name, isChecked: offerSlugs.includes(slug) })),
  };
  return showDashboard(service, visit, 'dashboard/catalog/code-form', data, state);
}
