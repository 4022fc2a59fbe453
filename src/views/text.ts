// The texts of pages, errors and mails: one catalogue a language under templates/text/, and one of the dashboard in
// those languages that it speaks. English defines the keys; a test checks that the other catalogues are complete.
import de from '../../templates/text/de.json' with { type: 'json' };
import en from '../../templates/text/en.json' with { type: 'json' };
import es from '../../templates/text/es.json' with { type: 'json' };
import fr from '../../templates/text/fr.json' with { type: 'json' };
import it from '../../templates/text/it.json' with { type: 'json' };
import nl from '../../templates/text/nl.json' with { type: 'json' };
import pt from '../../templates/text/pt.json' with { type: 'json' };
import type { PageLanguage } from '../models/publication/languages.ts';
import { DASHBOARD_CATALOGUES } from './dashboard-text.ts';

type PageKey = keyof typeof en & string;
type DashboardKey = keyof typeof DASHBOARD_CATALOGUES.en & string;
export type TextKey = PageKey | DashboardKey;
/** A text, or one for each plural form of its `count`. */
type Text = string | { readonly [Rule in Intl.LDMLPluralRule]?: string };
type Values = Readonly<Record<string, string | number>>;
/**
 * Returns the text of a key with its placeholders filled in; a placeholder without a value stays, for the template to
 * fill.
 */
export type Translate = (key: TextKey, values?: Values) => string;

/** What readers read. */
export const PAGE_CATALOGUES = { de, en, es, fr, it, nl, pt } as const satisfies Readonly<
  Record<PageLanguage, Readonly<Record<PageKey, Text>>>
>;

/** All texts. A language that the dashboard does not speak has those of the dashboard in English. */
const CATALOGUES: Readonly<Record<PageLanguage, Readonly<Record<TextKey, Text>>>> = {
  de: { ...de, ...DASHBOARD_CATALOGUES.de },
  en: { ...en, ...DASHBOARD_CATALOGUES.en },
  es: { ...es, ...DASHBOARD_CATALOGUES.en },
  fr: { ...fr, ...DASHBOARD_CATALOGUES.en },
  it: { ...it, ...DASHBOARD_CATALOGUES.en },
  nl: { ...nl, ...DASHBOARD_CATALOGUES.en },
  pt: { ...pt, ...DASHBOARD_CATALOGUES.en },
};

export function isTextKey(text: string): text is TextKey {
  return Object.hasOwn(CATALOGUES.en, text);
}

/** @param tag the language for numbers and plural forms, such as de-AT */
export function translator(name: PageLanguage, tag: string): Translate {
  const catalogue = CATALOGUES[name];
  const [plurals, numbers] = [new Intl.PluralRules(tag), new Intl.NumberFormat(tag)];
  return (key, values = {}) => {
    const text = catalogue[key];
    const form = typeof text === 'string' ? text : (text[plurals.select(Number(values['count']))] ?? text.other ?? '');
    if (!form.includes('{')) return form;
    return form.replaceAll(/\{(\w+)\}/g, (placeholder, valueName: string) => {
      const value = values[valueName];
      return typeof value === 'number' ? numbers.format(value) : (value ?? placeholder);
    });
  };
}
