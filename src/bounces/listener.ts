// A small SMTP server for what comes back. It takes mails for tokens of its own alone, so that it is nobody's relay, and
// parses nothing that was not sent to one.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { SecretKeys } from '../database/secrets.ts';
import { deliveryOf } from '../outbound/bounce-address.ts';
import type { Service } from '../service.ts';
import { NOTIFICATION_MAX_BYTES, takeInMail } from './take-in.ts';

/** Our choice: what comes back is little, and may wait with its sender. */
const CONNECTIONS_MAX = 20;
/** A report is about one mail. */
const RECIPIENTS_MAX = 5;
const SILENCE_MILLISECONDS = 20_000;
/** A whole conversation; who takes longer is cut off and may come again. */
const CONVERSATION_MILLISECONDS = 60_000;
const CLOSE_MILLISECONDS = 1000;

export interface BounceListener {
  /** Where it listens. */
  readonly port: number;
  close(): Promise<void>;
}

type Parts = Pick<Service, 'config' | 'database' | 'clock' | 'secretKeys'>;
type Log = Pick<Logger, 'info' | 'warn'>;

/** An answer of the SMTP server, with an enhanced status code. */
class Refusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/**
 * Listens where the configuration says. Rejects where it cannot.
 * @param limits.conversation milliseconds
 */
export async function listenForBounces(
  parts: Parts,
  log: Log,
  { host, port }: { readonly host: string; readonly port: number },
  limits: { readonly conversation: number } = { conversation: CONVERSATION_MILLISECONDS },
): Promise<BounceListener> {
  // Loaded here, so that a start without a listener does not wait for it.
  const { SMTPServer } = await import('smtp-server');
  const { bounceAddress = '' } = parts.config;
  const server = new SMTPServer({
    name: bounceAddress.slice(bounceAddress.indexOf('@') + 1),
    banner: 'takes bounces only',
    logger: false,
    // Reports hold no secret, and a self-signed certificate proves nothing.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: NOTIFICATION_MAX_BYTES,
    maxClients: CONNECTIONS_MAX,
    maxRecipients: RECIPIENTS_MAX,
    socketTimeout: SILENCE_MILLISECONDS,
    closeTimeout: CLOSE_MILLISECONDS,
    onRcptTo: ({ address }, _session, done) => done(refusalOf(bounceAddress, parts.secretKeys, address)),
    onData: (stream, session, done) => void answer(receive(parts, log, stream, session), log, done),
  });
  server.on('error', (error) => log.warn({ error: error.message }, 'a connection of the bounce listener failed'));
  const listening = server.listen(port, host);
  listening.on('connection', (socket: Socket) => {
    const cut = setTimeout(() => socket.destroy(), limits.conversation).unref();
    socket.once('close', () => clearTimeout(cut));
  });
  await once(listening, 'listening');
  const address = listening.address();
  return {
    port: address === null || typeof address === 'string' ? port : address.port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusalOf(base: string, secretKeys: SecretKeys, address: string): Refusal | null {
  return deliveryOf(base, secretKeys, address) === undefined
    ? new Refusal(550, '5.1.1 no such address: this server takes bounces of its own mails only')
    : null;
}

async function answer(received: Promise<void>, log: Log, done: (error?: Error | null) => void): Promise<void> {
  try {
    await received;
    done(null);
  } catch (error) {
    done(error instanceof Refusal ? error : unavailable(log, error));
  }
}

async function receive(
  parts: Parts,
  log: Log,
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
): Promise<void> {
  const mail = await readAll(stream, NOTIFICATION_MAX_BYTES);
  if (mail === undefined || stream.sizeExceeded) throw new Refusal(552, '5.3.4 the message is too long');
  const taken = await takeInMail(
    parts,
    mail,
    envelope.rcptTo.map(({ address }) => address),
  );
  log.info({ taken }, 'a mail came back');
}

/** Reads to the end, so that the conversation goes on; returns undefined for more than `max` bytes, which are not kept. */
async function readAll(stream: Readable, max: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= max) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size > max ? undefined : Buffer.concat(chunks);
}

/** The sender tries again later. */
function unavailable(log: Log, error: unknown): Refusal {
  log.warn({ error: error instanceof Error ? error.message : String(error) }, 'a mail that came back was not taken in');
  return new Refusal(451, '4.3.0 try again later');
}
