// Reads the mailbox of a running service: the newest mail to an address, and its e-mail code.
import { setTimeout as sleep } from 'node:timers/promises';
import { request, type Dispatcher } from 'undici';

const MAIL_TIMEOUT_MILLISECONDS = 10_000;
/** Mails that fall due are found by a round of the worker. */
const TEXT_TIMEOUT_MILLISECONDS = 20_000;

export interface Mail {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
}

/** How the mailbox of a site is read. */
export interface MailboxAccess {
  readonly url: string;
  /** The API key as credentials, and the site's host where the URL does not name it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Of undici, for a service with a certificate of a test's own. */
  readonly dispatcher?: Dispatcher;
}

export async function newestMail(mailbox: MailboxAccess, email: string): Promise<Mail | undefined> {
  const [newest] = await mailsTo(mailbox, email);
  return newest;
}

/** The first that fits the pattern in the newest mail that has such a text. */
export async function waitForText(mailbox: MailboxAccess, email: string, pattern: RegExp): Promise<string> {
  for (const deadline = Date.now() + TEXT_TIMEOUT_MILLISECONDS; Date.now() < deadline; await sleep(50)) {
    const found = (await mailsTo(mailbox, email)).flatMap(({ text }) => pattern.exec(text)?.[0] ?? []);
    if (found[0] !== undefined) return found[0];
  }
  throw new Error(`no mail with ${String(pattern)} came to ${email}`);
}

async function mailsTo({ url, headers = {}, dispatcher }: MailboxAccess, email: string): Promise<Mail[]> {
  const answer = await request(`${url}/mailbox/messages?to=${encodeURIComponent(email)}`, {
    headers,
    ...(dispatcher && { dispatcher }),
  });
  if (answer.statusCode !== 200) throw new Error(`the mailbox answered ${answer.statusCode}`);
  return (await answer.body.json()) as Mail[];
}

/** The e-mail code in the first mail after `former`. */
export async function waitForCode(mailbox: MailboxAccess, email: string, former?: Mail): Promise<string> {
  for (const deadline = Date.now() + MAIL_TIMEOUT_MILLISECONDS; Date.now() < deadline; await sleep(20)) {
    const mail = await newestMail(mailbox, email);
    if (mail !== undefined && mail.id !== former?.id) return mail.subject.slice(0, 6);
  }
  throw new Error('no mail came');
}
