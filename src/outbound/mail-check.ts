// Connects to the mail server as sending does, and says what it saw, without sending anything.
import type { Config } from '../config.ts';

const PATIENCE_MILLISECONDS = 10_000;

/** What the server is, such as "TLS, signed in". Throws with its own words or those of the system. */
export async function tryMailServer(mailUrl: string, mailTls: Config['mailTls']): Promise<string> {
  const [{ default: SMTPTransport }, { default: SMTPConnection }] = await Promise.all([
    import('nodemailer/lib/smtp-transport'),
    import('nodemailer/lib/smtp-connection'),
  ]);
  // The transport alone reads the URL with all that may stand in it.
  const { options } = new SMTPTransport({
    url: mailUrl,
    requireTLS: mailTls === 'required',
    connectionTimeout: PATIENCE_MILLISECONDS,
    dnsTimeout: PATIENCE_MILLISECONDS,
    greetingTimeout: PATIENCE_MILLISECONDS,
    socketTimeout: PATIENCE_MILLISECONDS,
  });
  const connection = new SMTPConnection(options);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  connection.on('error', reject);
  connection.on('end', () => reject(new Error('the mail server ended the connection')));
  connection.connect((error) => {
    if (error !== undefined && error !== null) return void reject(error);
    const { auth } = options;
    if (auth === undefined) return void resolve();
    connection.login(auth, (refused) => (refused === undefined || refused === null ? resolve() : reject(refused)));
  });
  try {
    await promise;
    return `${connection.secure ? 'TLS' : 'no TLS'}, ${connection.authenticated ? 'signed in' : 'without a sign-in'}`;
  } finally {
    connection.close();
  }
}
