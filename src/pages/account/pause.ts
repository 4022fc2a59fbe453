// `/subscriptions/:id/pause`: a reader pauses a subscription of their own, where the publisher lets readers (decisions
// 43): from the end of what is paid, for one of the offered lengths. `/subscriptions/:id/read-on` ends it.
import type { FastifyReply } from 'fastify';
import { Conflict, NotFound } from '../../models/errors.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import { DebitUnderWay } from '../../payments/debit-under-way.ts';
import {
  endOfPauseAfter,
  getPauseTerms,
  PAUSE_MONTHS,
  pauseSubscription,
  type PauseTerms,
} from '../../payments/pause.ts';
import type { SubscriptionDetails } from '../../payments/subscription.ts';
import type { Service } from '../../service.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { faulty, fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { formatAmount } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import { nameIn, type OwnWords } from '../../views/own-words.ts';
import type { FormData } from '../../views/page-data.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import type { TextKey } from '../../views/text.ts';
import { dayText } from '../subscribe/day-text.ts';
import { countGatewayRequest } from '../subscribe/gateway-limit.ts';
import { findSwitchable } from '../subscribe/switches.ts';
import type { SessionFormVisit, SessionVisit } from '../visit.ts';
import { idOf } from './own-subscription.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'account/pause': FormData & {
      readonly planName: OwnWords;
      readonly paidUntil: string;
      /** Empty where it can be paused. */
      readonly refusal: string;
      readonly lengths: readonly { readonly months: number; readonly text: string; readonly next: string }[];
      readonly checked: number;
      readonly action: string;
    };
  }
}

const REFUSALS: Readonly<Record<NonNullable<PauseTerms['refusal']>, TextKey>> = {
  ending: 'pause.ending',
  past_due: 'pause.past-due',
  trial: 'pause.trial',
  debit: 'pause.debit',
};

/** Whether the reader can pause it now: it is paid here and renews, and no pause waits. */
export function mayPause({ pausesSetBy }: Pick<PublicationRow, 'pausesSetBy'>, details: SubscriptionDetails): boolean {
  return pausesSetBy === 'reader' && findSwitchable([details]) !== undefined && details.billing?.isInTrial === false;
}

export async function showPause(service: Service, visit: SessionVisit): Promise<FastifyReply> {
  return show(service, visit, await termsOf(service, visit), FRESH);
}

export async function pauseOwnSubscription(service: Service, visit: SessionFormVisit): Promise<FastifyReply> {
  const { request, reply, publication, session, form, language } = visit;
  const terms = await termsOf(service, visit);
  const months = PAUSE_MONTHS.find((length) => `${length}` === fieldOf(form, 'months'));
  if (months === undefined || terms.until !== null) {
    const faults = terms.until === null ? [{ field: 'months', message: language.t('pause.fault') }] : [];
    return show(service, visit, terms, faulty(faults));
  }
  await countGatewayRequest(service, publication, session.customerId);
  try {
    await pauseSubscription(service, publication, {
      customerId: session.customerId,
      subscriptionId: idOf(request),
      until: endOfPauseAfter(months, terms),
    });
  } catch (error) {
    if (error instanceof DebitUnderWay)
      return show(service, visit, { ...terms, refusal: 'debit' }, { status: 409, errors: [] });
    // It was canceled, or a payment failed, after the page was shown.
    if (error instanceof Conflict) return show(service, visit, await termsOf(service, visit), FRESH);
    throw error;
  }
  return redirectTo(reply, '/?done=paused');
}

/** Throws NotFound where readers set no pauses, too. */
async function termsOf(
  service: Service,
  { request, publication, session }: SessionVisit | SessionFormVisit,
): Promise<PauseTerms> {
  if (publication.pausesSetBy !== 'reader') throw new NotFound('readers set no pauses');
  return getPauseTerms(service, publication, session.customerId, idOf(request));
}

function show(
  { secretKeys }: Service,
  { request, reply, publication, session, language }: SessionVisit | SessionFormVisit,
  terms: PauseTerms,
  { errors, status }: FormState,
): FastifyReply {
  const { t, tag } = language;
  const amount = formatAmount(terms.amount, terms.price.currency, tag);
  const page = {
    csrfToken: csrfTokenFor(secretKeys, publication, session.id),
    errors,
    planName: nameIn(terms.plan, language),
    paidUntil: dayText(terms.from, language),
    refusal: refusalOf(terms, language),
    lengths: PAUSE_MONTHS.map((months) => ({
      months,
      text: t('pause.length', { count: months }),
      next: t('pause.next', { amount, day: dayText(endOfPauseAfter(months, terms).getTime(), language) }),
    })),
    checked: PAUSE_MONTHS[0] ?? 1,
    action: `/subscriptions/${idOf(request)}/pause`,
  };
  return showPage(reply, publication, 'account/pause', page, { status });
}

/** Why it cannot be paused now; empty where it can. */
function refusalOf({ refusal, until }: PauseTerms, language: Language): string {
  if (refusal !== undefined) return language.t(REFUSALS[refusal]);
  return until === null ? '' : language.t('pause.exists', { day: dayText(until, language) });
}
