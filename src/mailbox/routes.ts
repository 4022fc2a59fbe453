// The mailbox of a publication: mails that were captured instead of sent, for programs at /mailbox/messages of its site, and
// in the local demo for people at /mailbox. It exists only in a test environment without a mail server; elsewhere people
// read it in the dashboard (src/dashboard/testing/).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasMailbox, isLocalDemo } from '../config.ts';
import { inPublication } from '../database/scope.ts';
import { readBasicCredentials } from '../http/basic-credentials.ts';
import { isLoopbackHost } from '../loopback.ts';
import { NotFound } from '../models/errors.ts';
import { listMailboxMessages, type MailboxMessage } from '../models/outbox/mailbox-message.ts';
import { findApiKey, isApiKeyShaped } from '../models/publication/api-key.ts';
import { HOUSE_ID, type PublicationRow } from '../models/publication/publication.ts';
import type { Service } from '../service.ts';
import { getPublication } from '../site/publication.ts';
import { mailboxHeaders, renderMailbox, renderRefusal } from './page.ts';

type MailboxParts = Pick<Service, 'config' | 'database'>;

const SHOWN_MESSAGES = 50;
/** Browsers ask for user name and password, and send them with each request to this site. */
const CHALLENGE = { 'www-authenticate': 'Basic realm="Mailbox: an API key as user name", charset="UTF-8"' };
const REFUSAL = {
  code: 'invalid_api_key',
  message:
    'Send an API key of this publication with full access as the user name of HTTP Basic authentication, with an empty password.',
};

/** A mail as JSON. `created_at` is a Unix timestamp, as in the token response. */
interface MessageObject {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  created_at: number;
}

export async function registerMailbox(app: FastifyInstance, parts: MailboxParts): Promise<void> {
  if (!hasMailbox(parts.config)) return;
  if (isLocalDemo(parts.config)) registerOpenPage(app, parts);
  app.get('/mailbox/messages', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    const publication = await getPublication(parts, request);
    if (!(await mayRead(parts, publication, request))) return refuse(reply).send({ error: REFUSAL });
    const recipient = recipientOf(request);
    const messages = await messagesFor(parts, publication, recipient);
    return reply.send(messages.map(toMessageObject));
  });
}

/** Throws NotFound for a site that is not on this machine. */
function registerOpenPage(app: FastifyInstance, parts: MailboxParts): void {
  app.get('/mailbox', async (request, reply) => {
    const publication = await getPublication(parts, request);
    if (!isOnThisMachine(publication)) throw new NotFound('The mailbox is a page of the dashboard');
    reply.headers(mailboxHeaders);
    if (!(await mayRead(parts, publication, request))) return refuse(reply).send(renderRefusal(REFUSAL.message));
    const recipient = recipientOf(request);
    const messages = await messagesFor(parts, publication, recipient);
    return reply.send(renderMailbox(messages, recipient));
  });
}

function isOnThisMachine({ siteUrl }: PublicationRow): boolean {
  return isLoopbackHost(new URL(siteUrl).hostname);
}

/**
 * In the local demo also the mails for owners, and those of the deployment, such as the codes of staff, which no
 * publication may read.
 */
async function messagesFor(
  { config, database }: MailboxParts,
  publication: PublicationRow,
  recipient: string | undefined,
): Promise<MailboxMessage[]> {
  const filter = { recipient, isOwner: isLocalDemo(config) };
  const own = await listMailboxMessages(publication, database, SHOWN_MESSAGES, filter);
  if (!isLocalDemo(config)) return own;
  const house = { id: HOUSE_ID };
  const ofDeployment = await inPublication(house, () => listMailboxMessages(house, database, SHOWN_MESSAGES, filter));
  return [...own, ...ofDeployment].toSorted((a, b) => b.id.localeCompare(a.id)).slice(0, SHOWN_MESSAGES);
}

/**
 * Decisions 34: the mailbox of a site on the network is for who has an API key of the publication. That of a site of the
 * local demo is open, since nobody else reaches it; a key that is sent there has to be right nevertheless. Our choice: a
 * read-only key opens no mailbox, as the codes in its mails sign people in.
 */
async function mayRead(
  { config, database }: MailboxParts,
  publication: PublicationRow,
  { headers }: FastifyRequest,
): Promise<boolean> {
  const credentials = readBasicCredentials(headers.authorization);
  if (credentials === undefined) return isLocalDemo(config) && isOnThisMachine(publication);
  const isShaped = credentials.password === '' && isApiKeyShaped(credentials.user, config.environment);
  const known = isShaped ? await findApiKey(database, credentials.user) : undefined;
  return known?.id === publication.id && known.revokedAt === null && known.scope === 'full';
}

function refuse(reply: FastifyReply): FastifyReply {
  return reply.code(401).headers(CHALLENGE);
}

function recipientOf(request: FastifyRequest): string | undefined {
  const to = new URLSearchParams((request.raw.url ?? '').split('?')[1]).get('to') ?? '';
  return to.trim() === '' ? undefined : to;
}

function toMessageObject({ id, recipient, subject, text, html, createdAt }: MailboxMessage): MessageObject {
  return { id, to: recipient, subject, text, html, created_at: Math.floor(createdAt / 1000) };
}
