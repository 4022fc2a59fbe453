// `/dashboard/:publication/people/:customer/subscriptions/:subscription/switch`: changes plan or price for a reader. The
// form's answer is the preview, which says what it costs now and from when; what is confirmed there happens.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { listPlans } from '../../models/catalog/plan.ts';
import { listPrices, type Price } from '../../models/catalog/price.ts';
import { Conflict, InvalidValue } from '../../models/errors.ts';
import { listActiveSubscriptions } from '../../models/money/subscription-record.ts';
import { switchUncollected } from '../../models/money/subscription.ts';
import { DebitUnderWay } from '../../payments/debit-under-way.ts';
import { previewSwitch, switchPrice, type ShownSwitch } from '../../payments/switch.ts';
import type { Service } from '../../service.ts';
import { fieldsOf, FRESH, type FormState } from '../../site/form.ts';
import { formatAmount, formatDay } from '../../views/formats.ts';
import { priceText } from '../../views/price-text.ts';
import { formIdOf, runAct, toFault } from '../act.ts';
import { goTo } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { paramOf, readerOf, readerPath, showAct } from './act-page.ts';
import { findSubscriptionOf, subscriptionOf, textOf, type ReaderSubscription } from './reader-subscription.ts';

/** `to` is a price, or the plan of a complimentary one; `switch` what the preview showed, signed. */
const FIELDS = { to: 'to', switchId: 'switch' } as const;

/** Of the reasons why nothing can be changed, those with a text of their own. */
const NAMED = ['pause', 'debit'] as const;

interface Option {
  readonly value: string;
  readonly text: string;
}

export async function showSwitch(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, await subscriptionOf(service, visit), valueOf(visit.query, 'to'), FRESH);
}

/** The gateway is asked before the act is recorded, never in its transaction; a second click asks for the same switch. */
export async function switchPlan(service: Service, visit: FormVisit): Promise<FastifyReply> {
  formIdOf(visit);
  const { publication } = visit.session;
  const [reader, subscription] = await Promise.all([readerOf(service, visit), findSubscriptionOf(service, visit)]);
  const typed = fieldsOf(visit.form, FIELDS);
  const id = paramOf(visit, 'subscription');
  try {
    if (typed.switchId !== '') {
      const outcome = await switchPrice(service, publication, reader.id, typed.switchId);
      if (outcome.state !== 'done') throw new Conflict('switch', 'nothing was changed', outcome.state);
    }
    await runAct(service, visit, async (transaction) => {
      if (typed.switchId === '') await switchUncollected(publication, transaction, service.clock, id, typed.to);
      return { result: null, act: { name: 'subscription.switch', recordId: id } };
    });
  } catch (error) {
    const state = error instanceof DebitUnderWay ? toChoiceFault(visit, error) : toFault(visit.language, error);
    return show(service, visit, subscription ?? (await subscriptionOf(service, visit)), typed.to, state);
  }
  return goTo(visit, readerPath(reader), 'switched');
}

/** The preview where something to change to was chosen; otherwise, and where it is not possible, the choice. */
async function show(
  service: Service,
  visit: Visit,
  subscription: ReaderSubscription,
  to: string | undefined,
  state: FormState,
): Promise<FastifyReply> {
  const options = await optionsFor(service, visit, subscription);
  const chosen = options.find(({ value }) => value === to);
  if (to === undefined || state.errors.some(({ field }) => field !== 'switch'))
    return showChoice(service, visit, subscription, { options, to, state });
  try {
    if (chosen === undefined) throw new InvalidValue('to', 'nothing to change to');
    const { reader, subscriptionId, billing } = subscription;
    const given = { subscriptionId, newPriceId: chosen.value };
    const shown = billing && (await previewSwitch(service, visit.session.publication, reader.id, given));
    return showPreview(service, visit, subscription, { chosen, shown, state });
  } catch (error) {
    return showChoice(service, visit, subscription, { options, to, state: toChoiceFault(visit, error) });
  }
}

/** Why nothing can be changed now: what is owed has to be paid first, a price change is under way, or what is named. */
function toChoiceFault({ language }: Visit | FormVisit, error: unknown): FormState {
  if (!(error instanceof Conflict)) return toFault(language, error);
  const reason = NAMED.find((name) => name === error.reason) ?? 'not-now';
  return toFault(language, new Conflict('to', error.message, reason));
}

/** What it can be changed to: prices in the same currency; for a complimentary one, plans. */
async function optionsFor(
  service: Service,
  visit: Visit,
  { reader, plan, price, giftEndsAt, billing, subscriptionId }: ReaderSubscription,
): Promise<Option[]> {
  if (giftEndsAt !== null || (billing !== null && billing.cancelAt !== null)) return [];
  const { publication } = visit.session;
  const [plans, prices, active] = await Promise.all([
    listPlans(publication, service.database),
    listPrices(publication, service.database),
    listActiveSubscriptions(publication, service.database, reader.id),
  ]);
  const others = new Set(active.filter(({ id }) => id !== subscriptionId).map(({ planId }) => planId));
  const isFree = ({ id, archivedAt }: { id: string; archivedAt: number | null }): boolean =>
    archivedAt === null && !others.has(id);
  if (price === null)
    return plans.filter((one) => isFree(one) && one.id !== plan.id).map(({ id, name }) => ({ value: id, text: name }));
  const isPossible = (one: Price): boolean =>
    one.archivedAt === null && one.id !== price.id && (billing === null || one.currency === price.currency);
  return prices.filter(isPossible).flatMap((one) => {
    const its = plans.find(({ id }) => id === one.planId);
    return its === undefined || !isFree(its)
      ? []
      : [{ value: one.id, text: `${its.name}, ${priceText(one, visit.language)}` }];
  });
}

function showChoice(
  service: Service,
  visit: Visit,
  subscription: ReaderSubscription,
  given: { readonly options: readonly Option[]; readonly to: string | undefined; readonly state: FormState },
): FastifyReply {
  const { t } = visit.language;
  const { options, to = '', state } = given;
  const title = t('dashboard.helping.switch');
  const lead = textOf(subscription, visit);
  if (options.length === 0) {
    const page = { title, lead, facts: [t('dashboard.helping.switch-none')] };
    return showAct(service, visit, { reader: subscription.reader, page }, state);
  }
  const form = {
    action: pathOf(subscription),
    method: 'get',
    fields: [{ kind: 'select', id: 'to', label: t('dashboard.helping.switch-to'), hint: '', value: to, options }],
    hidden: {},
    button: t('dashboard.pricing.preview'),
    isDanger: false,
  } as const;
  const page = { title, lead, facts: [t('dashboard.helping.switch-lead')], form };
  return showAct(service, visit, { reader: subscription.reader, page }, state);
}

function showPreview(
  service: Service,
  visit: Visit,
  subscription: ReaderSubscription,
  given: { readonly chosen: Option; readonly shown: ShownSwitch | null; readonly state: FormState },
): FastifyReply {
  const { t } = visit.language;
  const { chosen, shown, state } = given;
  const page = {
    title: t('dashboard.helping.switch'),
    lead: `${textOf(subscription, visit)} → ${chosen.text}`,
    facts: shown === null ? [t('dashboard.helping.switch-at-once')] : factsOf(visit, shown),
    form: {
      action: pathOf(subscription),
      method: 'post',
      fields: [],
      hidden: { to: chosen.value, switch: shown?.switchId ?? '' },
      button: t('dashboard.helping.switch-button'),
      isDanger: false,
    },
  } as const;
  return showAct(service, visit, { reader: subscription.reader, page }, state);
}

function factsOf({ language: { t, tag } }: Visit, shown: ShownSwitch): string[] {
  const { dueNow, currency, from, nextAmount, nextAt } = shown;
  const money = (minor: number): string => formatAmount(minor, currency, tag);
  const next = t('upgrade.next-line', { amount: money(nextAmount), day: formatDay(nextAt, tag) });
  if (from >= nextAt) return [t('dashboard.helping.switch-later', { day: formatDay(from, tag) }), next];
  return [t('dashboard.helping.switch-now', { amount: money(dueNow) }), next];
}

function pathOf({ reader, subscriptionId }: ReaderSubscription): string {
  return readerPath(reader, `/subscriptions/${subscriptionId}/switch`);
}
