// Where mails go: to the mail server of MAIL_URL, or, in a test environment without one, into the mailbox. One connection pool per process;
// what the server says decides whether the mail is given up, tried again, or all mails wait for the server to come back.
import type { Transporter } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Clock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import { addMailboxMessage } from '../models/outbox/mailbox-message.ts';
import type { StoredMail } from './mail.ts';
import type { Outcome } from './outcome.ts';

/** How many mails are under way at once, whoever sends them. */
export const MAIL_CONNECTIONS = 8;
const CONNECT_TIMEOUT_MILLISECONDS = 10_000;
const GREETING_TIMEOUT_MILLISECONDS = 30_000;
/** Longer than the slowest answer we have met: cutting a server that is about to accept a mail would send it twice. */
const SILENCE_TIMEOUT_MILLISECONDS = 90_000;
const MESSAGES_PER_CONNECTION = 100;

export interface MailTransport {
  /** @param deliveryId becomes the Message-ID, so that a mail sent twice is known as one. Never throws. */
  send(deliveryId: string, mail: StoredMail): Promise<Outcome>;
  /** Cuts what is under way. */
  close(): void;
}

export function openMailTransport(
  config: Pick<Config, 'mailUrl' | 'mailFrom'>,
  database: Database,
  clock: Clock,
): MailTransport {
  return config.mailUrl === undefined ? openMailbox(database, clock) : openSmtp(config.mailUrl, config.mailFrom, clock);
}

function openMailbox(database: Database, clock: Clock): MailTransport {
  const send = async (_deliveryId: string, mail: StoredMail): Promise<Outcome> => {
    await database.transaction((transaction) => addMailboxMessage(transaction, clock, mail));
    return { result: 'delivered', text: 'kept in the mailbox' };
  };
  return { send, close: () => undefined };
}

function openSmtp(url: string, from: string, clock: Clock): MailTransport {
  let opened: Promise<Transporter> | undefined;
  const open = (): Promise<Transporter> => (opened ??= openTransport(url));
  return {
    send: async (deliveryId, mail) => sendBySmtp(await open(), from, clock, deliveryId, mail),
    close: () => void opened?.then((transport) => transport.close({ force: true })),
  };
}

/** The mailer is loaded for the first mail, so that a start does not wait for it. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: MAIL_CONNECTIONS,
    maxMessages: MESSAGES_PER_CONNECTION,
    // An idle connection that the server had closed: not a byte of the mail was sent, another connection takes it.
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
      // Names and addresses apart: nothing in them is ever parsed as an address list.
      from: { name: mail.fromName, address: from },
      to: { name: '', address: mail.to },
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

/** What says nothing about the mail: the connection, the greeting, the encryption, our credentials. */
const SERVER_FAULTS = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EPROTOCOL',
  'EPROXY',
  'EAUTH',
  'ENOAUTH',
  'EOAUTH2',
]);
const SERVICE_CLOSING = 421;

/** RFC 5321 section 4.2.1: 4yz may pass, 5yz is final. */
function toOutcome(error: unknown): Outcome {
  const { code, responseCode } = partsOf(error);
  const reason = responseCode ?? code;
  if (SERVER_FAULTS.has(code) || responseCode === SERVICE_CLOSING)
    return { result: 'unreachable', text: `no use of the mail server (${reason})` };
  if (responseCode !== undefined && responseCode < 500)
    return { result: 'failed', text: `put off by the mail server (${reason})` };
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return { result: 'refused', text: `refused by the mail server (${reason})` };
  return { result: 'failed', text: `could not be sent (${reason})` };
}

/** The server's own words may repeat the address, so only its numbers are kept. */
function partsOf(error: unknown): { code: string; responseCode: number | undefined } {
  if (typeof error !== 'object' || error === null) return { code: 'unknown', responseCode: undefined };
  return {
    code: 'code' in error && typeof error.code === 'string' ? error.code : 'unknown',
    responseCode: 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined,
  };
}
