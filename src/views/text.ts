// The texts of pages, errors and mails: one catalogue a language under templates/text/, and one of the dashboard in
// those languages that it speaks. English defines the keys; a test checks that the other catalogues are complete.
import de from '../../templates/text/de.json' with { type: 'json' };
import en from '../../templates/text/en.json' with { type: 'json' };
import { DASHBOARD_CATALOGUES } from './dashboard-text.ts';

type CatalogueKey = keyof typeof en | keyof typeof DASHBOARD_CATALOGUES.en;
export type TextKey = CatalogueKey & string;
/** A text, or one for each plural form of its `count`. */
type Text = string | { readonly [Rule in Intl.LDMLPluralRule]?: string };
type Values = Readonly<Record<string, string | number>>;
/**
 * Returns the text of a key with its placeholders filled in; a placeholder without a value stays, for the template to
 * fill.
 */
export type Translate = (key: TextKey, values?: Values) => string;

export const CATALOGUES = {
  de: { ...de, ...DASHBOARD_CATALOGUES.de },
  en: { ...en, ...DASHBOARD_CATALOGUES.en },
} as const satisfies Readonly<Record<string, Readonly<Record<TextKey, Text>>>>;
export type CatalogueName = keyof typeof CATALOGUES;

export function isCatalogueName(name: string): name is CatalogueName {
  return Object.hasOwn(CATALOGUES, name);
}

export function isTextKey(text: string): text is TextKey {
  return Object.hasOwn(CATALOGUES.en, text);
}

/** @param tag the language for numbers and plural forms, such as de-AT */
export function translator(name: CatalogueName, tag: string): Translate {
  const catalogue: Readonly<Record<TextKey, Text>> = CATALOGUES[name];
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
