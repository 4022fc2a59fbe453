// Sends mails to the mail server of MAIL_URL or, in a test environment without one, to the mailbox. One connection pool per process.
// The server's reply decides whether a mail is given up, retried, or all mails wait for the server to come back.
import type { Transporter } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Clock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import type { SecretKeys } from '../database/secrets.ts';
import { toMailbox } from '../models/email-address.ts';
import type { MailReason } from '../models/outbox/delivery-attempt.ts';
import type { ClaimedDelivery } from '../models/outbox/delivery-claim.ts';
import { addMailboxMessage } from '../models/outbox/mailbox-message.ts';
import { isAllowedSender } from '../models/publication/details.ts';
import { bounceAddressOf } from './bounce-address.ts';
import { bounceOf, statusIn } from './mail-status.ts';
import type { StoredMail } from './mail.ts';
import type { Outcome } from './outcome.ts';

/** The most mails under way at once, of all publications. */
export const MAIL_CONNECTIONS = 8;
const CONNECT_TIMEOUT_MILLISECONDS = 10_000;
const GREETING_TIMEOUT_MILLISECONDS = 30_000;
/** Longer than the slowest answer we have met: a server that is cut off while it accepts a mail gets it twice. */
const SILENCE_TIMEOUT_MILLISECONDS = 90_000;
const MESSAGES_PER_CONNECTION = 100;

type MailDelivery = Pick<ClaimedDelivery, 'id' | 'publicationId'>;

export interface MailTransport {
  /** Never throws. The delivery's id becomes the Message-ID, by which a mail sent twice is recognized. */
  send(delivery: MailDelivery, mail: StoredMail): Promise<Outcome>;
  /** Aborts what is under way. */
  close(): void;
}

/** Who a mail is from: the address that readers see, and the one to which it comes back. */
interface Sender {
  readonly from: string;
  readonly envelopeFrom: (deliveryId: string) => string;
  /** The domains of which publications may have an address of their own. */
  readonly ownDomains: readonly string[];
  /** Whether reports of failures are read, so that they are asked for. */
  readonly isReported: boolean;
}

export function openMailTransport(
  config: Pick<Config, 'mailUrl' | 'mailFrom' | 'mailFromDomains' | 'mailTls' | 'bounceAddress'>,
  database: Database,
  clock: Clock,
  secretKeys: SecretKeys,
): MailTransport {
  const { mailUrl, mailFrom, mailFromDomains, mailTls, bounceAddress } = config;
  if (mailUrl === undefined) return openMailbox(database, clock);
  const sender = {
    from: mailFrom,
    ownDomains: mailFromDomains,
    envelopeFrom: (deliveryId: string) =>
      bounceAddress === undefined ? mailFrom : bounceAddressOf(bounceAddress, secretKeys, deliveryId),
    isReported: bounceAddress !== undefined,
  };
  return openSmtp(() => openTransport(mailUrl, mailTls), sender, clock);
}

function openMailbox(database: Database, clock: Clock): MailTransport {
  const send: MailTransport['send'] = async ({ publicationId }, mail) => {
    await database.transaction((transaction) => addMailboxMessage({ id: publicationId }, transaction, clock, mail));
    return { result: 'delivered', text: 'kept in the mailbox' };
  };
  return { send, close: () => undefined };
}

function openSmtp(openOnce: () => Promise<Transporter>, sender: Sender, clock: Clock): MailTransport {
  let opened: Promise<Transporter> | undefined;
  const open = (): Promise<Transporter> => (opened ??= openOnce());
  return {
    send: async ({ id }, mail) => sendBySmtp(await open(), sender, clock, { id, mail }),
    close: () => void opened?.then((transport) => transport.close({ force: true })),
  };
}

/** Loads nodemailer at the first mail, so that the start does not wait for it. */
async function openTransport(url: string, tls: Config['mailTls']): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    // A server without STARTTLS, or somebody in between who hides it, gets no mail then.
    requireTLS: tls === 'required',
    pool: true,
    maxConnections: MAIL_CONNECTIONS,
    maxMessages: MESSAGES_PER_CONNECTION,
    // For an idle connection that the server had closed: nothing of the mail was sent, so another connection is used.
    maxRequeues: 2,
    connectionTimeout: CONNECT_TIMEOUT_MILLISECONDS,
    dnsTimeout: CONNECT_TIMEOUT_MILLISECONDS,
    greetingTimeout: GREETING_TIMEOUT_MILLISECONDS,
    socketTimeout: SILENCE_TIMEOUT_MILLISECONDS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The head alone comes back, since a mail may hold a code. */
const REPORT_FAILURES = { return: 'headers', notify: ['failure'] } as const;

async function sendBySmtp(
  transport: Transporter,
  { from, ownDomains, envelopeFrom, isReported }: Sender,
  clock: Clock,
  { id: deliveryId, mail }: { readonly id: string; readonly mail: StoredMail },
): Promise<Outcome> {
  // Name and address apart, so that nothing in them is parsed as an address list.
  const to = { name: '', address: toMailbox(mail.to) };
  const isOwn = mail.from !== undefined && isAllowedSender(mail.from, ownDomains);
  const address = isOwn ? toMailbox(mail.from ?? from) : from;
  try {
    await transport.sendMail({
      from: { name: mail.fromName, address },
      ...(mail.replyTo === undefined ? {} : { replyTo: { name: '', address: toMailbox(mail.replyTo) } }),
      to,
      envelope: { from: { name: '', address: envelopeFrom(deliveryId) }, to: [to] },
      ...(isReported ? { dsn: { ...REPORT_FAILURES, notify: [...REPORT_FAILURES.notify] } } : {}),
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: `<${deliveryId}@${from.slice(from.indexOf('@') + 1)}>`,
      date: clock.now(),
      headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
    });
    return { result: 'delivered', text: 'accepted by the mail server' };
  } catch (error) {
    return toOutcome(error);
  }
}

/** RFC 8058 section 3.1: both, so that a mail program may ask by one click of its own. */
function unsubscribeHeaders({ unsubscribeUrl }: StoredMail): Record<string, string> {
  if (unsubscribeUrl === undefined) return {};
  return { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Errors that say nothing about the mail: of the connection, the greeting, the encryption, our credentials. */
const SERVER_FAULTS = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'EPROTOCOL',
  'EPROXY',
  'EAUTH',
  'ENOAUTH',
  'EOAUTH2',
]);
const SERVICE_CLOSING = 421;

/** RFC 5321 section 4.2.1: 4yz is transient, 5yz is permanent. */
function toOutcome(error: unknown): Outcome {
  const { code, responseCode, response, command } = partsOf(error);
  const status = response === undefined ? undefined : statusIn(response);
  const reason = [responseCode ?? code, status].filter((part) => part !== undefined).join(' ');
  const ended = (result: 'unreachable' | 'failed' | 'refused', why: MailReason, text: string): Outcome => ({
    result,
    text: `${text} (${reason})`,
    exchange: { reason: why, status: responseCode },
  });
  if (code === 'ETLS')
    return { ...ended('unreachable', 'mail_server', ''), text: 'no use of the mail server (no trusted TLS)' };
  if (SERVER_FAULTS.has(code) || responseCode === SERVICE_CLOSING)
    return ended('unreachable', 'mail_server', 'no use of the mail server');
  // Only the recipient's command, or the whole mail, is refused for the recipient's sake.
  const isOfRecipient =
    responseCode !== undefined && (command === 'RCPT TO' || (command === 'DATA' && status !== undefined));
  const bounce = isOfRecipient ? bounceOf(status, response) : undefined;
  if (responseCode !== undefined && responseCode < 500)
    return { ...ended('failed', 'mail_put_off', 'put off by the mail server'), bounce };
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return { ...ended('refused', 'mail_refused', 'refused by the mail server'), bounce };
  return ended('failed', 'mail_failed', 'could not be sent');
}

interface ErrorParts {
  readonly code: string;
  readonly responseCode: number | undefined;
  /** The server's own words, which may repeat the address. */
  readonly response: string | undefined;
  readonly command: string | undefined;
}

function partsOf(error: unknown): ErrorParts {
  const parts: Partial<Record<keyof ErrorParts, unknown>> = typeof error === 'object' && error !== null ? error : {};
  const { code, responseCode, response, command } = parts;
  return {
    code: typeof code === 'string' ? code : 'unknown',
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
    response: typeof response === 'string' ? response : undefined,
    command: typeof command === 'string' ? command : undefined,
  };
}
