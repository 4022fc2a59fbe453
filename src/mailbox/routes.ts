// The mailbox: mails that were captured instead of sent, at /mailbox and, for programs, at /mailbox/messages. It exists
// only in a test environment without a mail server, and shows the mails of all publications to everybody.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { listMailboxMessages, type MailboxMessage } from '../models/outbox/mailbox-message.ts';
import type { Service } from '../service.ts';
import { mailboxHeaders, renderMailbox } from './page.ts';

const SHOWN_MESSAGES = 50;

/** A mail as JSON. `created_at` is a Unix timestamp, as in the token response. */
interface MessageObject {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  created_at: number;
}

function hasMailbox(config: Pick<Config, 'environment' | 'mailUrl'>): boolean {
  return config.environment === 'test' && config.mailUrl === undefined;
}

export function registerMailbox(
  app: FastifyInstance,
  { config, database }: Pick<Service, 'config' | 'database'>,
): void {
  if (!hasMailbox(config)) return;
  app.get('/mailbox', async (request, reply) => {
    const recipient = recipientOf(request);
    return reply
      .headers(mailboxHeaders)
      .send(renderMailbox(await listMailboxMessages(database, SHOWN_MESSAGES, recipient), recipient));
  });
  app.get('/mailbox/messages', async (request, reply) => {
    const messages = await listMailboxMessages(database, SHOWN_MESSAGES, recipientOf(request));
    return reply.header('cache-control', 'no-store').send(messages.map(toMessageObject));
  });
}

function recipientOf(request: FastifyRequest): string | undefined {
  const to = new URLSearchParams((request.raw.url ?? '').split('?')[1]).get('to') ?? '';
  return to.trim() === '' ? undefined : to;
}

function toMessageObject({ id, recipient, subject, text, html, createdAt }: MailboxMessage): MessageObject {
  return { id, to: recipient, subject, text, html, created_at: Math.floor(createdAt / 1000) };
}
