// Waits for the mail of a gift in the mailbox of a running demo, and reads its gift code.
import type { RunningDemo } from '../browser/demo.ts';
import { waitForText } from '../outside/mailbox.ts';

export function newestGiftCode({ site_url: url }: Pick<RunningDemo, 'site_url'>, email: string): Promise<string> {
  return waitForText({ url }, email, /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}/);
}
