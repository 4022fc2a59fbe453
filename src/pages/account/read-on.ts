// `/subscriptions/:id/read-on`: a reader undoes a pause that waits, or ends one that runs: the next period is charged then,
// and begins at once (decisions 43).
import type { FastifyReply } from 'fastify';
import { Conflict } from '../../models/errors.ts';
import { endPause, getPauseTerms, type PauseEnd } from '../../payments/pause.ts';
import type { Service } from '../../service.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { formatAmount } from '../../views/formats.ts';
import { nameIn, type OwnWords } from '../../views/own-words.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import { dayText } from '../subscribe/day-text.ts';
import { countGatewayRequest } from '../subscribe/gateway-limit.ts';
import type { SessionFormVisit, SessionVisit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'account/read-on': {
      readonly csrfToken: string;
      readonly planName: OwnWords;
      readonly heading: string;
      readonly lines: readonly string[];
      readonly action: string;
      /** Empty where nothing can be done. */
      readonly button: string;
    };
  }
}

export async function showReadOn(service: Service, visit: SessionVisit): Promise<FastifyReply> {
  const { reply, publication, session, language } = visit;
  const { t, tag } = language;
  const id = idOf(visit);
  const terms = await getPauseTerms(service, publication, session.customerId, id);
  const next = { amount: formatAmount(terms.amount, terms.price.currency, tag), day: dayText(terms.from, language) };
  const own = terms.isRunning
    ? { heading: t('read-on.heading'), lines: [t('read-on.charged', next)], button: t('read-on.pay', next) }
    : { heading: t('read-on.undo-heading'), lines: [t('read-on.undone', next)], button: t('paid.undo-pause') };
  return showPage(reply, publication, 'account/read-on', {
    csrfToken: csrfTokenFor(service.secretKeys, publication, session.id),
    planName: nameIn(terms.plan, language),
    action: `/subscriptions/${id}/read-on`,
    // It may have ended meanwhile, such as in another tab.
    ...(terms.until === null ? { heading: t('read-on.none'), lines: [], button: '' } : own),
  });
}

export async function readOn(service: Service, visit: SessionFormVisit): Promise<FastifyReply> {
  const { reply, publication, session } = visit;
  await countGatewayRequest(service, publication, session.customerId);
  const ended = await endOf(service, visit);
  if (ended !== 'unpaid') return redirectTo(reply, '/?done=resumed');
  const { t } = visit.language;
  const page = {
    heading: t('read-on.unpaid'),
    paragraphs: [t('read-on.unpaid-lead')],
    links: [{ href: '/', text: t('paid.back') }],
    isFault: true,
  };
  return showPage(reply, publication, 'subscribe/checkout', page, { status: 402 });
}

async function endOf(service: Service, visit: SessionFormVisit): Promise<PauseEnd> {
  try {
    return await endPause(service, visit.publication, visit.session.customerId, idOf(visit));
  } catch (error) {
    if (error instanceof Conflict) return 'none';
    throw error;
  }
}

function idOf({ request }: Pick<SessionVisit, 'request'>): string {
  return (request.params as { id?: string }).id ?? '';
}
