// `/dashboard/:publication/people/:customer/subscriptions/:subscription/pause`: pauses a subscription from its next period
// on, or changes until when; `…/unpause` undoes a pause that waits and ends one that runs.
import type { FastifyReply } from 'fastify';
import { InvalidValue } from '../../models/errors.ts';
import type { CustomerSummary } from '../../models/people/customer-summary.ts';
import {
  endOfPauseAfter,
  endOfPauseOn,
  endPause,
  getPauseTerms,
  PAUSE_MONTHS,
  pauseSubscription,
  type PauseEnd,
  type PauseTerms,
} from '../../payments/pause.ts';
import type { Service } from '../../service.ts';
import { fieldsOf, FRESH, type FormState } from '../../site/form.ts';
import { formatAmount, formatDay } from '../../views/formats.ts';
import { priceText } from '../../views/price-text.ts';
import { formIdOf, runAct, toFault } from '../act.ts';
import { goTo } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { paramOf, readerOf, readerPath, showAct, type ActField, type ActPage } from './act-page.ts';

const FIELDS = { length: 'length', until: 'until' } as const;
type Typed = Readonly<Record<keyof typeof FIELDS, string>>;

const OWN_DAY = 'day';
const DONE: Readonly<Record<PauseEnd, string>> = {
  none: 'unpaused',
  undone: 'unpaused',
  charged: 'unpaused',
  unpaid: 'unpaused-unpaid',
};

interface Paused {
  readonly reader: CustomerSummary;
  readonly terms: PauseTerms;
}

export async function showPause(service: Service, visit: Visit): Promise<FastifyReply> {
  return showForm(service, visit, await pausedOf(service, visit), { length: '', until: '' }, FRESH);
}

/** The gateway is asked before the act is recorded, never in its transaction; a second click asks for the same pause. */
export async function pause(service: Service, visit: FormVisit): Promise<FastifyReply> {
  formIdOf(visit);
  const paused = await pausedOf(service, visit);
  const { reader, terms } = paused;
  const typed = fieldsOf(visit.form, FIELDS);
  const { subscriptionId } = terms;
  try {
    const until = untilOf(terms, typed);
    await pauseSubscription(service, visit.session.publication, { customerId: reader.id, subscriptionId, until });
    await runAct(service, visit, async () => ({
      result: null,
      act: { name: 'subscription.pause', recordId: subscriptionId },
    }));
  } catch (error) {
    return showForm(service, visit, paused, typed, toFault(visit.language, error));
  }
  return goTo(visit, readerPath(reader), 'paused');
}

export async function showUnpause(service: Service, visit: Visit): Promise<FastifyReply> {
  return showEnd(service, visit, await pausedOf(service, visit), FRESH);
}

export async function unpause(service: Service, visit: FormVisit): Promise<FastifyReply> {
  formIdOf(visit);
  const { publication } = visit.session;
  const reader = await readerOf(service, visit);
  const id = paramOf(visit, 'subscription');
  let ended: PauseEnd;
  try {
    ended = await endPause(service, publication, reader.id, id);
  } catch (error) {
    return showEnd(service, visit, await pausedOf(service, visit), toFault(visit.language, error));
  }
  if (ended !== 'none')
    await runAct(service, visit, async () => ({ result: null, act: { name: 'subscription.unpause', recordId: id } }));
  return goTo(visit, readerPath(reader), DONE[ended]);
}

/** Throws NotFound for a subscription that is over, or for which no gateway collects. */
async function pausedOf(service: Service, visit: Visit): Promise<Paused> {
  const reader = await readerOf(service, visit);
  const id = paramOf(visit, 'subscription');
  return { reader, terms: await getPauseTerms(service, visit.session.publication, reader.id, id) };
}

/** Throws InvalidValue. */
function untilOf(terms: PauseTerms, { length, until }: Typed): Date {
  if (length === OWN_DAY) {
    const day = endOfPauseOn(until, terms);
    if (day === undefined) throw new InvalidValue('until', 'no day', 'no-day');
    return day;
  }
  const months = PAUSE_MONTHS.find((one) => `${one}` === length);
  if (months === undefined) throw new InvalidValue('length', 'no length');
  return endOfPauseAfter(months, terms);
}

function showForm(service: Service, visit: Visit, { reader, terms }: Paused, typed: Typed, state: FormState) {
  const { t, tag } = visit.language;
  const { refusal, isRunning, subscriptionId, until } = terms;
  const title = t(until === null ? 'dashboard.helping.pause' : 'dashboard.helping.pause-change');
  const lead = leadOf(visit, terms);
  if (refusal !== undefined)
    return showAct(service, visit, { reader, page: { title, lead, facts: [t(`dashboard.taken.until-${refusal}`)] } });
  const money = formatAmount(terms.amount, terms.price.currency, tag);
  const page: ActPage = {
    title,
    lead,
    facts: [
      ...standingOf(visit, terms),
      ...(isRunning ? [] : [t('dashboard.helping.pause-reads-on', { day: formatDay(terms.from, tag) })]),
      t('dashboard.helping.pause-rests'),
      t('dashboard.helping.pause-over', { amount: money }),
      t('dashboard.helping.pause-told'),
    ],
    form: {
      action: readerPath(reader, `/subscriptions/${subscriptionId}/pause`),
      method: 'post',
      fields: fieldsFor(visit, terms, typed),
      hidden: {},
      button: title,
      isDanger: false,
    },
  };
  return showAct(service, visit, { reader, page }, state);
}

function fieldsFor({ language: { t, tag } }: Visit, terms: PauseTerms, typed: Typed): ActField[] {
  const lengths = PAUSE_MONTHS.map((months) => ({ months, end: endOfPauseAfter(months, terms).getTime() })).filter(
    ({ end }) => end >= terms.earliest,
  );
  const options = [
    ...lengths.map(({ months, end }) => ({
      value: `${months}`,
      text: t(months === 1 ? 'dashboard.helping.pause-month' : 'dashboard.helping.pause-months', {
        months,
        day: formatDay(end, tag),
      }),
    })),
    { value: OWN_DAY, text: t('dashboard.helping.pause-day') },
  ];
  const hint = t('dashboard.helping.pause-until-hint', {
    earliest: formatDay(terms.earliest, tag),
    latest: formatDay(terms.latest, tag),
  });
  const length = typed.length === '' ? (options[0]?.value ?? '') : typed.length;
  return [
    { kind: 'radio', id: 'length', label: t('dashboard.helping.pause-length'), hint: '', value: length, options },
    { kind: 'date', id: 'until', label: t('dashboard.helping.pause-until'), hint, value: typed.until },
  ];
}

function showEnd(service: Service, visit: Visit, { reader, terms }: Paused, state: FormState): FastifyReply {
  const { t, tag } = visit.language;
  const { until, isRunning, from, subscriptionId } = terms;
  const title = t('dashboard.helping.unpause');
  const lead = leadOf(visit, terms);
  if (until === null)
    return showAct(service, visit, { reader, page: { title, lead, facts: [t('dashboard.helping.unpause-none')] } });
  const next = { amount: formatAmount(terms.amount, terms.price.currency, tag), day: formatDay(from, tag) };
  const page: ActPage = {
    title,
    lead,
    facts: [
      ...standingOf(visit, terms),
      ...(isRunning
        ? [t('dashboard.helping.unpause-charged', next), t('dashboard.helping.unpause-declined')]
        : [t('dashboard.helping.unpause-undone', next)]),
    ],
    form: {
      action: readerPath(reader, `/subscriptions/${subscriptionId}/unpause`),
      method: 'post',
      fields: [],
      hidden: {},
      button: isRunning ? t('dashboard.helping.unpause-button', next) : title,
      isDanger: false,
    },
  };
  return showAct(service, visit, { reader, page }, state);
}

/** The pause that there is. */
function standingOf({ language: { t, tag } }: Visit, { until, isRunning, from }: PauseTerms): string[] {
  if (until === null) return [];
  const days = { from: formatDay(from, tag), until: formatDay(until, tag) };
  return [t(isRunning ? 'dashboard.helping.pause-runs' : 'dashboard.helping.pause-waits', days)];
}

function leadOf({ language }: Visit, { plan, price }: PauseTerms): string {
  return `${plan.name}, ${priceText(price, language)}`;
}
