// Waits for the mail of a gift in the mailbox of a running demo, and reads its gift code.
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningDemo } from '../browser/demo.ts';
import { newestMail } from '../outside/mailbox.ts';

const PATIENCE_MILLISECONDS = 20_000;

export async function newestGiftCode(
  { site_url: siteUrl }: Pick<RunningDemo, 'site_url'>,
  email: string,
): Promise<string> {
  const end = performance.now() + PATIENCE_MILLISECONDS;
  while (performance.now() < end) {
    const code = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}/.exec((await newestMail({ url: siteUrl }, email))?.text ?? '')?.[0];
    if (code !== undefined) return code;
    await pause(100);
  }
  throw new Error(`no gift came for ${email}`);
}
