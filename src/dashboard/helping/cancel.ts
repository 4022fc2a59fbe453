// `/dashboard/:publication/people/:customer/subscriptions/:subscription/cancel`: cancels for a reader, at once, at the
// end of the paid period, or after a day; `…/resume` takes the cancel at the period's end back.
import type { FastifyReply } from 'fastify';
import { InvalidValue, NotFound } from '../../models/errors.ts';
import {
  keepEndReason,
  LEAVING_REASONS,
  setSubscriptionEnd,
  type LeavingReason,
} from '../../models/money/subscription-end.ts';
import { cancelSubscription } from '../../models/money/subscription.ts';
import { cancelAtPeriodEnd, listPausedOf, resume } from '../../payments/subscription.ts';
import type { Service } from '../../service.ts';
import { fieldsOf, FRESH, type FormState } from '../../site/form.ts';
import { formatDay } from '../../views/formats.ts';
import { priceText } from '../../views/price-text.ts';
import type { TextKey } from '../../views/text.ts';
import { formIdOf, runAct, toFault } from '../act.ts';
import { goTo } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { optionsOf, paramOf, readerOf, readerPath, showAct, type ActField } from './act-page.ts';
import { parseLastDay } from './end-field.ts';
import {
  canHaveDate,
  findSubscriptionOf,
  subscriptionOf,
  textOf,
  type ReaderSubscription,
} from './reader-subscription.ts';

const FIELDS = { when: 'when', lastDay: 'last_day', reason: 'reason' } as const;
type Typed = Readonly<Record<keyof typeof FIELDS, string>>;

const WHEN: Readonly<Record<'period-end' | 'day' | 'now', TextKey>> = {
  'period-end': 'dashboard.helping.at-period-end',
  day: 'dashboard.helping.after-day',
  now: 'dashboard.helping.now',
};
const REASONS: Readonly<Record<LeavingReason, TextKey>> = {
  too_expensive: 'dashboard.leaving.too-expensive',
  no_time: 'dashboard.leaving.no-time',
  content: 'dashboard.leaving.content',
  elsewhere: 'dashboard.leaving.elsewhere',
  technical: 'dashboard.leaving.technical',
  mistake: 'dashboard.leaving.mistake',
  other: 'dashboard.leaving.other',
};

export async function showCancel(service: Service, visit: Visit): Promise<FastifyReply> {
  const subscription = await findSubscriptionOf(service, visit);
  if (subscription === undefined) return showCancelOfPaused(service, visit);
  return show(service, visit, subscription, { when: '', lastDay: '', reason: '' });
}

/** Throws NotFound for a subscription that is over. */
async function showCancelOfPaused(service: Service, visit: Visit): Promise<FastifyReply> {
  const { t, tag } = visit.language;
  const reader = await readerOf(service, visit);
  const id = paramOf(visit, 'subscription');
  const all = await listPausedOf(service, visit.session.publication, reader.id);
  const paused = all.find(({ subscriptionId }) => subscriptionId === id);
  if (paused === undefined) throw new NotFound('No such subscription');
  const page = {
    title: t('dashboard.helping.cancel'),
    lead: `${paused.plan.name}, ${priceText(paused.price, visit.language)}`,
    facts: [t('dashboard.helping.cancel-paused', { day: formatDay(paused.until, tag) })],
    form: {
      action: readerPath(reader, `/subscriptions/${id}/cancel`),
      method: 'post',
      fields: [],
      hidden: { when: 'now' },
      button: t('dashboard.helping.cancel-button'),
      isDanger: true,
    },
  } as const;
  return showAct(service, visit, { reader, page });
}

/** The gateway is asked before the act is recorded, never in its transaction; a second click asks for the same. */
export async function cancel(service: Service, visit: FormVisit): Promise<FastifyReply> {
  formIdOf(visit);
  const typed = fieldsOf(visit.form, FIELDS);
  const [reader, subscription] = await Promise.all([readerOf(service, visit), findSubscriptionOf(service, visit)]);
  try {
    await carryOut(service, visit, typed, reader.id);
  } catch (error) {
    const state = toFault(visit.language, error);
    return show(service, visit, subscription ?? (await subscriptionOf(service, visit)), typed, state);
  }
  return goTo(visit, readerPath(reader), typed.when === 'now' ? 'canceled-now' : 'canceled-later');
}

async function carryOut(service: Service, visit: FormVisit, typed: Typed, customerId: string): Promise<void> {
  const { clock } = service;
  const { publication } = visit.session;
  const id = paramOf(visit, 'subscription');
  const leavingReason = LEAVING_REASONS.find((reason) => reason === typed.reason) ?? null;
  const end = { reason: 'publisher', leavingReason } as const;
  if (typed.when === 'now') {
    await runAct(service, visit, async (transaction) => {
      await cancelSubscription(publication, transaction, clock, id, leavingReason);
      return { result: null, act: { name: 'subscription.cancel', recordId: id } };
    });
  } else if (typed.when === 'day') {
    const endsAt = parseLastDay(service, visit, typed.lastDay);
    if (endsAt === null) throw new InvalidValue('last_day', 'no day', 'no-day');
    await runAct(service, visit, async (transaction) => {
      await setSubscriptionEnd(publication, transaction, clock, id, { endsAt, ...end });
      return { result: null, act: { name: 'subscription.set-end', recordId: id } };
    });
  } else if (typed.when === 'period-end') {
    await cancelAtPeriodEnd(service, publication, customerId, id);
    await runAct(service, visit, async (transaction) => {
      await keepEndReason(publication, transaction, id, end);
      return { result: null, act: { name: 'subscription.cancel-at-period-end', recordId: id } };
    });
  } else throw new InvalidValue('when', 'no time');
}

export async function showResume(service: Service, visit: Visit): Promise<FastifyReply> {
  const subscription = await subscriptionOf(service, visit);
  const { reader, billing } = subscription;
  const { t, tag } = visit.language;
  const cancelAt = billing?.cancelAt ?? null;
  const title = t('dashboard.helping.resume');
  const lead = textOf(subscription, visit);
  if (billing === null || cancelAt === null)
    return showAct(service, visit, { reader, page: { title, lead, facts: [t('dashboard.helping.nothing-canceled')] } });
  const form = {
    action: `${pathOf(subscription)}/resume`,
    method: 'post',
    fields: [],
    hidden: {},
    button: t('dashboard.helping.resume'),
    isDanger: false,
  } as const;
  const facts = [t('dashboard.helping.resume-means', { day: formatDay(cancelAt, tag) })];
  return showAct(service, visit, { reader, page: { title, lead, facts, form } });
}

export async function takeCancelBack(service: Service, visit: FormVisit): Promise<FastifyReply> {
  formIdOf(visit);
  const { publication } = visit.session;
  const reader = await readerOf(service, visit);
  const id = paramOf(visit, 'subscription');
  await resume(service, publication, reader.id, id);
  await runAct(service, visit, async () => ({ result: null, act: { name: 'subscription.resume', recordId: id } }));
  return goTo(visit, readerPath(reader), 'resumed');
}

function show(
  service: Service,
  visit: Visit,
  subscription: ReaderSubscription,
  typed: Typed,
  state: FormState = FRESH,
): FastifyReply {
  const { t, tag } = visit.language;
  const { reader, billing } = subscription;
  const paidFacts =
    billing === null
      ? []
      : [
          t('dashboard.helping.paid-until', { day: formatDay(billing.periodEnd, tag) }),
          t('dashboard.helping.no-refund'),
        ];
  const page = {
    title: t('dashboard.helping.cancel'),
    lead: textOf(subscription, visit),
    facts: [t('dashboard.helping.now-means'), ...paidFacts],
    form: {
      action: `${pathOf(subscription)}/cancel`,
      method: 'post',
      fields: fieldsFor(visit, subscription, typed),
      hidden: {},
      button: t('dashboard.helping.cancel-button'),
      isDanger: true,
    },
  } as const;
  return showAct(service, visit, { reader, page }, state);
}

function fieldsFor(visit: Visit, subscription: ReaderSubscription, typed: Typed): ActField[] {
  const { t } = visit.language;
  const { billing } = subscription;
  const later = billing !== null && billing.cancelAt === null ? 'period-end' : canHaveDate(subscription) ? 'day' : '';
  const options = optionsOf(visit, WHEN, later === '' ? ['now'] : [later, 'now']);
  const when = typed.when === '' ? (options[0]?.value ?? '') : typed.when;
  const reasons = [{ value: '', text: t('dashboard.leaving.none') }, ...optionsOf(visit, REASONS)];
  return [
    { kind: 'radio', id: 'when', label: t('dashboard.helping.when'), hint: '', value: when, options },
    ...(later === 'day' ? [lastDayField(visit, typed)] : []),
    {
      kind: 'select',
      id: 'reason',
      label: t('dashboard.leaving.reason'),
      hint: t('dashboard.leaving.hint'),
      value: typed.reason,
      options: reasons,
    },
  ];
}

function lastDayField(visit: Visit, typed: Typed): ActField {
  const { t } = visit.language;
  const hint = t('dashboard.helping.after-day-hint', { zone: visit.session.publication.timeZone });
  return { kind: 'date', id: 'last_day', label: t('dashboard.helping.last-day'), hint, value: typed.lastDay };
}

function pathOf({ reader, subscriptionId }: ReaderSubscription): string {
  return readerPath(reader, `/subscriptions/${subscriptionId}`);
}
