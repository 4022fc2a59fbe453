// What a publication says of itself and of what it offers, in languages beside its own: a JSON text of each record,
// `{"de":{"name":"Leser"}}`. The columns of the record hold the words in the publication's own language; field by field,
// they stand wherever another language has none.
import { InvalidValue } from '../errors.ts';
import { baseOf, isPageLanguage, PAGE_LANGUAGES } from './languages.ts';

/** A list has lines, such as the benefits of an offer. */
export type TextValue = string | readonly string[];
/** By language and field. */
export type Texts = Readonly<Record<string, Readonly<Record<string, TextValue>>>>;

/** As given: null for a language, and null or nothing for a field, removes it; what is not named stays. */
export type GivenTexts = Readonly<Record<string, Readonly<Record<string, TextValue | null>> | null>>;

/** Reads one field as the record's own column does. Throws InvalidValue. */
type ParseText = (text: string) => TextValue | null;
export type TextParsers = Readonly<Record<string, ParseText>>;

/** What is needed to know which words are a publication's own ones. */
export interface Speaker {
  readonly locale: string;
}

/** Reads no more than what is well formed, since an archive brings the text as it is. @param stored null for none */
export function readTexts(stored: string | null): Texts {
  if (stored === null) return {};
  const languages = toObject(stored);
  const read: Record<string, Readonly<Record<string, TextValue>>> = {};
  for (const language of PAGE_LANGUAGES) {
    const fields = Object.entries(toFields(languages[language])).filter(isField);
    if (fields.length > 0) read[language] = Object.fromEntries(fields);
  }
  return read;
}

function toObject(stored: string): Readonly<Record<string, unknown>> {
  try {
    return toFields(JSON.parse(stored));
  } catch {
    return {};
  }
}

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isField(field: [string, unknown]): field is [string, TextValue] {
  const [, value] = field;
  return Array.isArray(value) ? value.every((line) => typeof line === 'string') : typeof value === 'string';
}

/**
 * The words of a field in a language, with the language that they are in.
 * @param own in the publication's language
 */
export function chooseText<Own extends TextValue | null>(
  { texts, field, own }: { readonly texts: string | null; readonly field: string; readonly own: Own },
  { tag, own: locale }: { readonly tag: string; readonly own: string },
): { readonly value: Own | TextValue; readonly lang: string } {
  const language = baseOf(tag);
  const found = language === baseOf(locale) ? undefined : readTexts(texts)[language]?.[field];
  return found === undefined ? { value: own, lang: locale } : { value: found, lang: language };
}

/**
 * What a field says at this moment, for a record that later changes of words or language must not reach.
 * @param own the language whose words the record has in a column
 */
export function freezeTexts(stored: string | null, field: string, own: string): string | null {
  const kept = Object.entries(readTexts(stored)).flatMap(([language, { [field]: value }]) =>
    value === undefined || language === baseOf(own) ? [] : [[language, { [field]: value }] as const],
  );
  return kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept));
}

/** Returns the texts as they are stored, changed as given. Throws InvalidValue. */
export function changeTexts(
  stored: string | null,
  given: GivenTexts,
  { locale }: Speaker,
  parsers: TextParsers,
): string | null {
  const present = readTexts(stored);
  const changed: Record<string, Readonly<Record<string, TextValue>>> = { ...present };
  for (const [language, fields] of Object.entries(given)) {
    checkLanguage(language, locale);
    changed[language] = fields === null ? {} : changeFields(present[language] ?? {}, fields, parsers);
  }
  const kept = PAGE_LANGUAGES.flatMap((language) => {
    const fields = changed[language] ?? {};
    return Object.keys(fields).length === 0 ? [] : [[language, fields] as const];
  });
  return kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept));
}

function checkLanguage(language: string, locale: string): void {
  if (!isPageLanguage(language))
    throw new InvalidValue('texts', `texts must be in one of ${PAGE_LANGUAGES.join(', ')}: ${language.slice(0, 20)}`);
  if (language === baseOf(locale))
    throw new InvalidValue(
      'texts',
      `${language} is the publication's own language: change the fields themselves`,
      'own',
    );
}

function changeFields(
  present: Readonly<Record<string, TextValue>>,
  given: Readonly<Record<string, TextValue | null>>,
  parsers: TextParsers,
): Readonly<Record<string, TextValue>> {
  const changed = { ...present, ...given };
  for (const [field, value] of Object.entries(given)) {
    const parse = Object.hasOwn(parsers, field) ? parsers[field] : undefined;
    if (parse === undefined)
      throw new InvalidValue('texts', `texts may have ${Object.keys(parsers).join(', ')}: ${field.slice(0, 20)}`);
    changed[field] = value === null ? null : parse(typeof value === 'string' ? value : value.join('\n'));
  }
  const kept = Object.keys(parsers).flatMap((field) => {
    const value = changed[field];
    return value === null || value === undefined || value.length === 0 ? [] : [[field, value] as const];
  });
  return Object.fromEntries(kept);
}
