// A mail server on loopback that stores accepted mails and fails as a test asks.
import { once } from 'node:events';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

interface AcceptedMail {
  readonly from: string;
  readonly to: string[];
  /** Headers and body as received. */
  readonly raw: string;
}

export interface MailServer {
  readonly port: number;
  /** For MAIL_URL. */
  readonly url: string;
  readonly mails: AcceptedMail[];
  close(): Promise<void>;
}

export interface MailServerOptions extends SMTPServerOptions {
  /** Asked for each mail that was taken; where it is not so, the sender never hears that it was. */
  readonly answersContent?: (mail: AcceptedMail) => boolean;
}

/** @param options hooks of smtp-server, such as onRcptTo, in place of those that accept everything */
export async function startMailServer(
  { answersContent = () => true, ...options }: MailServerOptions = {},
  port = 0,
): Promise<MailServer> {
  const mails: AcceptedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
        const mail = {
          from,
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        };
        mails.push(mail);
        if (answersContent(mail)) callback();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
