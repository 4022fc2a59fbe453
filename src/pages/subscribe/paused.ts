// The subscribe pages for a reader whose subscription is paused: a message, since the pause ends by itself.
import type { FastifyReply } from 'fastify';
import { listPausedOf, type PausedSubscription } from '../../payments/subscription.ts';
import type { Service } from '../../service.ts';
import { nameIn } from '../../views/own-words.ts';
import { showPage } from '../../views/render.ts';
import type { Visit } from '../visit.ts';
import type { SignedIn } from '../visitor.ts';
import { dayText } from './day-text.ts';

/** Undefined where no pause runs. */
export async function findPause(
  service: Service,
  { publication }: Visit,
  signedIn: SignedIn | undefined,
): Promise<PausedSubscription | undefined> {
  return signedIn && (await listPausedOf(service, publication, signedIn.customer.id))[0];
}

export function showPaused({ reply, publication, language }: Visit, paused: PausedSubscription): FastifyReply {
  const { t } = language;
  const { subscriptionId, plan, until } = paused;
  const page = {
    heading: t('paused.heading'),
    paragraphs: [t('paused.lead', { plan: nameIn(plan, language).text, day: dayText(until, language) })],
    links: [
      { href: `/subscriptions/${subscriptionId}/read-on`, text: t('paid.read-on') },
      { href: '/', text: t('free-offering.account') },
    ],
    isFault: false,
  };
  return showPage(reply, publication, 'subscribe/checkout', page);
}
