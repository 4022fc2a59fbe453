// Sends mails to the mail server of MAIL_URL or, in a test environment without one, to the mailbox. One connection pool per process.
// The server's reply decides whether a mail is given up, retried, or all mails wait for the server to come back.
import type { Transporter } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Clock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import { toMailbox } from '../models/email-address.ts';
import type { MailReason } from '../models/outbox/delivery-attempt.ts';
import type { ClaimedDelivery } from '../models/outbox/delivery-claim.ts';
import { addMailboxMessage } from '../models/outbox/mailbox-message.ts';
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

export function openMailTransport(
  config: Pick<Config, 'mailUrl' | 'mailFrom' | 'mailTls'>,
  database: Database,
  clock: Clock,
): MailTransport {
  const { mailUrl, mailFrom, mailTls } = config;
  if (mailUrl === undefined) return openMailbox(database, clock);
  return openSmtp(() => openTransport(mailUrl, mailTls), mailFrom, clock);
}

function openMailbox(database: Database, clock: Clock): MailTransport {
  const send: MailTransport['send'] = async ({ publicationId }, mail) => {
    await database.transaction((transaction) => addMailboxMessage({ id: publicationId }, transaction, clock, mail));
    return { result: 'delivered', text: 'kept in the mailbox' };
  };
  return { send, close: () => undefined };
}

function openSmtp(openOnce: () => Promise<Transporter>, from: string, clock: Clock): MailTransport {
  let opened: Promise<Transporter> | undefined;
  const open = (): Promise<Transporter> => (opened ??= openOnce());
  return {
    send: async ({ id }, mail) => sendBySmtp(await open(), from, clock, id, mail),
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

async function sendBySmtp(
  transport: Transporter,
  from: string,
  clock: Clock,
  deliveryId: string,
  mail: StoredMail,
): Promise<Outcome> {
  try {
    await transport.sendMail({
      // Name and address apart, so that nothing in them is parsed as an address list.
      from: { name: mail.fromName, address: from },
      to: { name: '', address: toMailbox(mail.to) },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: `<${deliveryId}@${from.slice(from.indexOf('@') + 1)}>`,
      date: clock.now(),
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    return { result: 'delivered', text: 'accepted by the mail server' };
  } catch (error) {
    return toOutcome(error);
  }
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
  const { code, responseCode } = partsOf(error);
  const reason = responseCode ?? code;
  const ended = (result: 'unreachable' | 'failed' | 'refused', why: MailReason, text: string): Outcome => ({
    result,
    text: `${text} (${reason})`,
    exchange: { reason: why, status: responseCode },
  });
  if (code === 'ETLS')
    return { ...ended('unreachable', 'mail_server', ''), text: 'no use of the mail server (no trusted TLS)' };
  if (SERVER_FAULTS.has(code) || responseCode === SERVICE_CLOSING)
    return ended('unreachable', 'mail_server', 'no use of the mail server');
  if (responseCode !== undefined && responseCode < 500)
    return ended('failed', 'mail_put_off', 'put off by the mail server');
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return ended('refused', 'mail_refused', 'refused by the mail server');
  return ended('failed', 'mail_failed', 'could not be sent');
}

/** Keeps only the codes, since the server's own words may repeat the address. */
function partsOf(error: unknown): { code: string; responseCode: number | undefined } {
  if (typeof error !== 'object' || error === null) return { code: 'unknown', responseCode: undefined };
  return {
    code: 'code' in error && typeof error.code === 'string' ? error.code : 'unknown',
    responseCode: 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined,
  };
}
