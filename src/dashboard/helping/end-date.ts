// `/dashboard/:publication/people/:customer/subscriptions/:subscription/end`: changes or removes the day after which a
// complimentary subscription, or one that is billed elsewhere, ends by itself.
import type { FastifyReply } from 'fastify';
import { setSubscriptionEnd } from '../../models/money/subscription-end.ts';
import type { Service } from '../../service.ts';
import { fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { formIdOf, runAct, toFault } from '../act.ts';
import { goTo } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { paramOf, readerOf, readerPath, showAct } from './act-page.ts';
import { lastDayText, parseLastDay, toLastDay } from './end-field.ts';
import { canHaveDate, subscriptionOf, textOf, type ReaderSubscription } from './reader-subscription.ts';

export async function showEndDate(service: Service, visit: Visit): Promise<FastifyReply> {
  const subscription = await subscriptionOf(service, visit);
  return show(service, visit, subscription, toLastDay(visit, subscription.endsAt), FRESH);
}

export async function setEndDate(service: Service, visit: FormVisit): Promise<FastifyReply> {
  formIdOf(visit);
  const { publication } = visit.session;
  const reader = await readerOf(service, visit);
  const id = paramOf(visit, 'subscription');
  const lastDay = fieldOf(visit.form, 'last_day');
  try {
    const endsAt = parseLastDay(service, visit, lastDay);
    await runAct(service, visit, async (transaction) => {
      const { complimentary } = await setSubscriptionEnd(publication, transaction, service.clock, id, {
        endsAt,
        reason: null,
      });
      return { result: complimentary, act: { name: 'subscription.set-end', recordId: id } };
    });
  } catch (error) {
    return show(service, visit, await subscriptionOf(service, visit), lastDay, toFault(visit.language, error));
  }
  return goTo(visit, readerPath(reader), 'end-set');
}

function show(
  service: Service,
  visit: Visit,
  subscription: ReaderSubscription,
  lastDay: string,
  state: FormState,
): FastifyReply {
  const { t } = visit.language;
  const { reader, endsAt, subscriptionId } = subscription;
  const title = t('dashboard.helping.end');
  const lead = textOf(subscription, visit);
  if (!canHaveDate(subscription))
    return showAct(service, visit, {
      reader,
      page: { title, lead, facts: [t('dashboard.taken.subscription-no-date')] },
    });
  const now =
    endsAt === null
      ? t('dashboard.helping.never-ends')
      : t('dashboard.helping.ends', { day: lastDayText(visit, endsAt) });
  const hint = t('dashboard.helping.last-day-hint', { zone: visit.session.publication.timeZone });
  const form = {
    action: readerPath(reader, `/subscriptions/${subscriptionId}/end`),
    method: 'post',
    fields: [{ kind: 'date', id: 'last_day', label: t('dashboard.helping.last-day'), hint, value: lastDay }],
    hidden: {},
    button: t('dashboard.form.save'),
    isDanger: false,
  } as const;
  return showAct(service, visit, { reader, page: { title, lead, facts: [now], form } }, state);
}
