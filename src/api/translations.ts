// The words of plans, offers and newsletters in other languages, as the data API shows them.
import type { components } from '../../generated/types.ts';
import { readTexts } from '../models/publication/texts.ts';

/** @param stored the column of the record */
export function toTranslations(stored: string | null): components['schemas']['Translations'] {
  const byLanguage = Object.entries(readTexts(stored)).map(([language, { name, description, benefits }]) => [
    language,
    {
      ...(typeof name === 'string' && { name }),
      ...(typeof description === 'string' && { description }),
      ...(Array.isArray(benefits) && { benefits: [...(benefits as readonly string[])] }),
    },
  ]);
  return Object.fromEntries(byLanguage) as components['schemas']['Translations'];
}
