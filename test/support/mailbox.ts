// The mailbox of a running service, as programs read it: the newest letter to an address, and the code in it.
import { setTimeout as sleep } from 'node:timers/promises';
import { fetch, type Dispatcher } from 'undici';

const LETTER_TIMEOUT_MILLISECONDS = 10_000;

export interface Letter {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
}

/** @param dispatcher of undici, where the service's certificate is not one that everybody trusts */
export async function newestLetter(
  siteUrl: string,
  email: string,
  dispatcher?: Dispatcher,
): Promise<Letter | undefined> {
  const answer = await fetch(
    `${siteUrl}/mailbox/messages?to=${encodeURIComponent(email)}`,
    dispatcher === undefined ? {} : { dispatcher },
  );
  const [newest] = (await answer.json()) as Letter[];
  return newest;
}

/** The digits of the first letter after `former`. */
export async function waitForCode(
  siteUrl: string,
  email: string,
  former?: Letter,
  dispatcher?: Dispatcher,
): Promise<string> {
  for (const deadline = Date.now() + LETTER_TIMEOUT_MILLISECONDS; Date.now() < deadline; await sleep(20)) {
    const letter = await newestLetter(siteUrl, email, dispatcher);
    if (letter !== undefined && letter.id !== former?.id) return letter.subject.slice(0, 6);
  }
  throw new Error('no letter came');
}
