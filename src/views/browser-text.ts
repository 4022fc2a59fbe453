// The name of a browser in the reader's language.
import type { Language } from './language.ts';

/** Translates a name of src/site/browser-name.ts: "Firefox on Windows", "Firefox", "Windows" or null. */
export function browserText(name: string | null, { t }: Pick<Language, 't'>): string {
  const [browser = '', system] = (name ?? t('account.a-browser')).split(' on ');
  return system === undefined ? browser : t('account.browser-on', { browser, system });
}
