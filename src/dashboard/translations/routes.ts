// The pages on which a publisher says in other languages what the publication says in its own.
import { EDITORS, EVERYBODY, OWNERS, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import { showLanguage, submitCatalogWords, submitPublicationWords } from './language.ts';
import { showTranslations } from './translations.ts';

const LANGUAGE = `${ROOT}/translations/:language`;

export const TRANSLATIONS_ROUTES: readonly Page[] = [
  { path: `${ROOT}/translations`, roles: EVERYBODY, show: showTranslations },
  {
    path: LANGUAGE,
    roles: EVERYBODY,
    show: showLanguage,
    form: { holder: 'session', roles: EDITORS, submit: submitCatalogWords, startAgain: LANGUAGE },
  },
  // As all that the publication says of itself, by its owners.
  {
    path: `${LANGUAGE}/publication`,
    form: { holder: 'session', roles: OWNERS, submit: submitPublicationWords, startAgain: LANGUAGE },
  },
];
