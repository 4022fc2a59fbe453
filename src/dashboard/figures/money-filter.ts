// What the list of money in and out is filtered by, as the address of the page names it.
import { valueOf, type FormReading } from '../../http/bodies/form.ts';
import type { Plan } from '../../models/catalog/plan.ts';
import { MONEY_KINDS, type MoneyFilter } from '../../models/figures/money-list.ts';
import type { FormError } from '../../views/page-data.ts';
import type { TextKey } from '../../views/text.ts';
import { nextDayStart, parseDayStart } from '../day-field.ts';

const NAMES = ['since', 'until', 'kind', 'plan', 'currency'] as const;
type Name = (typeof NAMES)[number];
export type TypedMoney = Readonly<Record<Name, string>>;

export interface KnownMoney {
  readonly plans: readonly Pick<Plan, 'id' | 'name'>[];
  readonly currencies: readonly string[];
  readonly timeZone: string;
}

export function typedMoney(query: FormReading): TypedMoney {
  const typed = NAMES.map((name) => [name, valueOf(query, name)?.trim() ?? ''] as const);
  // NAMES has each name.
  return Object.fromEntries(typed) as TypedMoney;
}

export function isFiltered(typed: TypedMoney): boolean {
  return NAMES.some((name) => typed[name] !== '');
}

export function faultsOf(
  { since, until, kind, plan, currency }: TypedMoney,
  { plans, currencies, timeZone }: KnownMoney,
  t: (key: TextKey) => string,
): FormError[] {
  const [from, to] = [parseDayStart(since, timeZone), parseDayStart(until, timeZone)];
  const found: readonly [Name, TextKey, boolean][] = [
    ['since', 'dashboard.fault.day', from === undefined],
    ['until', 'dashboard.fault.day', to === undefined],
    ['until', 'dashboard.fault.until', !!from && !!to && to < from],
    ['kind', 'dashboard.fault.money-choice', kind !== '' && MONEY_KINDS.every((one) => one !== kind)],
    ['plan', 'dashboard.fault.money-choice', plan !== '' && plans.every(({ id }) => id !== plan)],
    ['currency', 'dashboard.fault.money-choice', currency !== '' && !currencies.includes(currency)],
  ];
  return found.filter(([, , isFault]) => isFault).map(([field, key]) => ({ field, message: t(key) }));
}

/** @param typed without faults */
export function toFilter({ since, until, kind, plan, currency }: TypedMoney, timeZone: string): MoneyFilter {
  return {
    kind: MONEY_KINDS.find((one) => one === kind),
    from: parseDayStart(since, timeZone)?.getTime(),
    until: until === '' ? undefined : nextDayStart(until, timeZone).getTime(),
    planId: plan || undefined,
    currency: currency || undefined,
  };
}
