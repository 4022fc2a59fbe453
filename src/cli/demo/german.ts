// The catalog of the demo publication in German.
import type { Transaction } from '../../database/connection.ts';
import type { SpeakingTenant } from '../../models/catalog/catalog-texts.ts';
import { translate, type Translated } from '../../models/catalog/translation.ts';
import { baseOf } from '../../models/publication/languages.ts';
import type { TextValue } from '../../models/publication/texts.ts';

/** By kind and slug. */
const GERMAN: readonly (readonly [Translated, string, Readonly<Record<string, TextValue>>])[] = [
  [
    'newsletter',
    'sunday-letter',
    {
      name: 'Der Sonntagsbrief',
      description: 'Eine lange Geschichte und was die Redaktion gerade liest, jeden Sonntag um acht.',
    },
  ],
  [
    'newsletter',
    'harbour-notes',
    { name: 'Notizen vom Hafen', description: 'Was diese Woche am Wasser geschieht, in drei Minuten.' },
  ],
  [
    'newsletter',
    'letters-to-the-editor',
    { name: 'Leserbriefe', description: 'Das Beste aus Ihrer Post, einmal im Monat.' },
  ],
  ['plan', 'digital', { name: 'Digital' }],
  ['plan', 'print', { name: 'Heft und digital' }],
  ['plan', 'patron', { name: 'Förderabo' }],
  [
    'offer',
    'reader',
    {
      name: 'Digital',
      description: 'Alle Artikel auf der Website und in der App und das ganze Archiv seit 2009.',
      benefits: ['Alle Artikel, auf der Website und in der App', 'Das Archiv seit 2009'],
    },
  ],
  [
    'offer',
    'subscriber',
    {
      name: 'Heft und digital',
      description: 'Viermal im Jahr das Heft im Briefkasten und alle Artikel auf der Website.',
      benefits: [
        'Vier Hefte im Jahr, mit der Post',
        'Alle Artikel, auf der Website und in der App',
        'Das Archiv seit 2009',
      ],
    },
  ],
  [
    'offer',
    'patron',
    {
      name: 'Förderabo',
      description: 'Das alles für ein ganzes Jahr, und auf Wunsch Ihr Name auf der letzten Seite.',
      benefits: ['Alles aus „Heft und digital“', 'Ihr Name auf der letzten Seite', 'Ein Besuch in der Redaktion'],
    },
  ],
  [
    'free-offering',
    '',
    {
      name: 'Die Briefe',
      description: 'Der Sonntagsbrief und die Notizen vom Hafen per E-Mail, kostenlos. Sie können jederzeit gehen.',
    },
  ],
];

/** Adds the German words, unless the publication's own words are German ones. */
export async function translateCatalog(publication: SpeakingTenant, transaction: Transaction): Promise<void> {
  if (baseOf(publication.locale) === 'de') return;
  for (const [kind, idOrSlug, words] of GERMAN)
    await translate(publication, transaction, { kind, idOrSlug, texts: { de: words } });
}
