// Reads the mailbox of a running service: the newest mail to an address, and its e-mail code.
import { setTimeout as sleep } from 'node:timers/promises';
import { fetch, type Dispatcher } from 'undici';

const MAIL_TIMEOUT_MILLISECONDS = 10_000;

export interface Mail {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
}

/** @param dispatcher of undici, for a service with a certificate of a test's own */
export async function newestMail(siteUrl: string, email: string, dispatcher?: Dispatcher): Promise<Mail | undefined> {
  const answer = await fetch(
    `${siteUrl}/mailbox/messages?to=${encodeURIComponent(email)}`,
    dispatcher === undefined ? {} : { dispatcher },
  );
  const [newest] = (await answer.json()) as Mail[];
  return newest;
}

/** The e-mail code in the first mail after `former`. */
export async function waitForCode(
  siteUrl: string,
  email: string,
  former?: Mail,
  dispatcher?: Dispatcher,
): Promise<string> {
  for (const deadline = Date.now() + MAIL_TIMEOUT_MILLISECONDS; Date.now() < deadline; await sleep(20)) {
    const mail = await newestMail(siteUrl, email, dispatcher);
    if (mail !== undefined && mail.id !== former?.id) return mail.subject.slice(0, 6);
  }
  throw new Error('no mail came');
}
