// `/dashboard/:publication/mailbox`: the mails of a test environment, which are kept in place of being sent. Those that give
// access to the dashboard are shown to owners alone.
import type { FastifyReply } from 'fastify';
import { hasMailbox } from '../../config.ts';
import { valueOf } from '../../http/bodies/form.ts';
import { NotFound } from '../../models/errors.ts';
import { getMailboxMessage, listMailboxPage, type MailboxMessage } from '../../models/outbox/mailbox-message.ts';
import type { Service } from '../../service.ts';
import { pathWith } from '../../site/destinations.ts';
import { FRESH } from '../../site/form.ts';
import { formatMoment } from '../../views/formats.ts';
import { toPosition } from '../paging.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/testing/mailbox': DashboardData & {
      readonly messages: readonly {
        readonly href: string;
        readonly subject: string;
        readonly recipient: string;
        readonly when: string;
      }[];
      readonly to: string;
      readonly next: string;
    };
    'dashboard/testing/message': DashboardData & {
      readonly subject: string;
      readonly recipient: string;
      readonly when: string;
      readonly text: string;
      readonly links: readonly string[];
      /** The address of the HTML part. */
      readonly htmlPath: string;
    };
  }
}

const MESSAGES_SHOWN = 50;
/** The HTML part in a frame of its own: no script, nothing that is loaded, no form, and no cookie of this site. */
const FRAMED = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;

export async function showMailbox(service: Service, visit: Visit): Promise<FastifyReply> {
  checkMailbox(service);
  const { session, query, language } = visit;
  const { publication } = session;
  const to = valueOf(query, 'to')?.trim() ?? '';
  const { objects, nextPage } = await listMailboxPage(publication, service.database, {
    ...readerOf(visit),
    limit: MESSAGES_SHOWN,
    page: toPosition(valueOf(query, 'page')),
    recipient: to === '' ? undefined : to,
  });
  const messages = objects.map(({ id, subject, recipient, createdAt }) => ({
    href: pathOf(visit, `/mailbox/${id}`),
    subject,
    recipient,
    when: formatMoment(createdAt, language.tag, publication.timeZone),
  }));
  const next = nextPage === null ? '' : pathWith(pathOf(visit, '/mailbox'), { to, page: nextPage });
  return showDashboard(service, visit, 'dashboard/testing/mailbox', { messages, to, next });
}

export async function showMessage(service: Service, visit: Visit): Promise<FastifyReply> {
  const { id, subject, recipient, text, createdAt } = await getMessage(service, visit);
  const data = {
    subject,
    recipient,
    text,
    when: formatMoment(createdAt, visit.language.tag, visit.session.publication.timeZone),
    links: linksIn(text),
    htmlPath: pathOf(visit, `/mailbox/${id}/html`),
  };
  return showDashboard(service, visit, 'dashboard/testing/message', data, {
    ...FRESH,
    policy: { 'frame-src': "'self'" },
  });
}

/** The HTML part alone, as it was written. */
export async function showMessageHtml(service: Service, visit: Visit): Promise<FastifyReply> {
  const { html } = await getMessage(service, visit);
  return visit.reply.headers(FRAMED).send(html);
}

/** Throws NotFound. */
function getMessage(service: Service, visit: Visit): Promise<MailboxMessage> {
  checkMailbox(service);
  const { message = '' } = visit.request.params as { message?: string };
  return getMailboxMessage(visit.session.publication, service.database, message, readerOf(visit));
}

/** Throws NotFound where mails are sent. */
function checkMailbox({ config }: Service): void {
  if (!hasMailbox(config)) throw new NotFound('There is no mailbox');
}

function readerOf({ session }: Visit): { readonly isOwner: boolean } {
  return { isOwner: session.role === 'owner' };
}

/** The web addresses in a text, each once. Frames of mails open none. */
function linksIn(text: string): string[] {
  return [...new Set(text.match(/https?:\/\/[^\s<>"]+/g) ?? [])];
}
