// The fields of the settings form, and what of them was changed.
import { DETAIL_COLUMNS, DETAIL_NAMES } from '../../models/publication/details.ts';
import {
  baseOf,
  isPageLanguage,
  languagesOf,
  PAGE_LANGUAGES,
  writeLanguages,
} from '../../models/publication/languages.ts';
import type { NewLogos } from '../../models/publication/logo.ts';
import type { NewPublication, PublicationRow } from '../../models/publication/publication.ts';
import { MalformedRequest } from '../../site/errors.ts';
import { fieldOf, fieldsOf } from '../../site/form.ts';
import type { FormVisit } from '../visit.ts';

/** By the names that the form and the audit log use. */
const SETTINGS_FIELDS = {
  name: 'name',
  locale: 'locale',
  timeZone: 'time_zone',
  brandColor: 'brand_color',
  font: 'font',
  radius: 'radius',
  plansPerReader: 'plans_per_reader',
  pausesSetBy: 'pauses_set_by',
  languages: 'languages',
  ...DETAIL_COLUMNS,
} as const;
const IMAGE_FIELDS = { logo: 'logo', darkLogo: 'dark_logo', cover: 'cover' } as const;

type Field = keyof typeof SETTINGS_FIELDS;
export type TypedSettings = Readonly<Record<Field, string>>;

const FIELDS: readonly Field[] = [
  'name',
  'locale',
  'timeZone',
  'brandColor',
  'font',
  'radius',
  'plansPerReader',
  'pausesSetBy',
  'languages',
  ...DETAIL_NAMES,
];
const IMAGES = ['logo', 'darkLogo', 'cover'] as const;

export interface SettingsChange {
  readonly given: Partial<Omit<NewPublication, 'siteUrl'>>;
  /** The names of what was changed. */
  readonly names: readonly string[];
}

/** The settings as the form shows them. */
export function shownSettings(publication: PublicationRow): TypedSettings {
  const spoken = writeLanguages(languagesOf(publication));
  return eachField((field) => (field === 'languages' ? spoken : String(publication[field] ?? '')));
}

/** The settings as they were typed. */
export function readTyped({ form }: Pick<FormVisit, 'form'>): TypedSettings {
  const ticked = PAGE_LANGUAGES.filter((language) => fieldOf(form, `language_${language}`) !== '');
  return { ...fieldsOf(form, SETTINGS_FIELDS), languages: writeLanguages(ticked) };
}

/**
 * Only what differs from what the form showed is changed, so that two people who change different fields at once both
 * have their way.
 */
export function toChange(typed: TypedSettings, shown: TypedSettings, logos: NewLogos): SettingsChange {
  const changed = FIELDS.filter((field) => typed[field] !== shown[field]);
  const given = changed.map((field) => [field, givenOf(field, typed)] as const);
  const images = IMAGES.filter((field) => logos[field] !== undefined);
  return {
    given: Object.fromEntries(given),
    names: [...changed.map((field) => SETTINGS_FIELDS[field]), ...images.map((field) => IMAGE_FIELDS[field])],
  };
}

export function areLogosChanged(logos: NewLogos): boolean {
  return IMAGES.some((field) => logos[field] !== undefined);
}

/** What the form showed when it was opened, for its hidden field. */
export function writeShown(shown: TypedSettings): string {
  return new URLSearchParams(shown).toString();
}

/** Throws MalformedRequest for what none of our forms sends. */
export function readShown(text: string): TypedSettings {
  const fields = new URLSearchParams(text);
  return eachField((field) => {
    const value = fields.get(field);
    if (value === null) throw new MalformedRequest('the form does not say what it showed');
    return value;
  });
}

function eachField(valueOf: (field: Field) => string): TypedSettings {
  // Each field once.
  return Object.fromEntries(FIELDS.map((field) => [field, valueOf(field)])) as TypedSettings;
}

function givenOf(field: Field, typed: TypedSettings): string | number {
  if (field === 'radius') return toPixels(typed.radius);
  // No box ticked leaves the publication's own language, while an empty list would stand for the usual ones.
  if (field === 'languages' && typed.languages === '')
    return isPageLanguage(baseOf(typed.locale)) ? baseOf(typed.locale) : 'en';
  return typed[field];
}

/** NaN is refused by the model. */
function toPixels(text: string): number {
  return /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN;
}
