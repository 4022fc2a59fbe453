// Every page of a publication's dashboard, by room. The role matrix, the tenancy matrix and the list of acts are made
// from these rows and the routes; a route without a row fails.
import { CATALOG_ROWS } from './catalog.ts';
import { COLLEAGUES_ROWS } from './colleagues.ts';
import { CONNECTIONS_ROWS } from './connections.ts';
import { EVENT_ROWS } from './events.ts';
import { EXPORT_ROWS } from './exports.ts';
import { FIGURES_ROWS } from './figures.ts';
import { HELPING_ROWS } from './helping.ts';
import { HOSTING_ROWS } from './hosting.ts';
import { LETTING_IN_ROWS } from './letting-in.ts';
import { MAILS_ROWS } from './mails.ts';
import { MOVING_ROWS } from './moving.ts';
import { PEOPLE_ROWS } from './people.ts';
import { PERSON_ROWS } from './person.ts';
import { PRICING_ROWS } from './pricing.ts';
import { ALL, type Rows } from './row.ts';
import { SETTINGS_ROWS } from './settings.ts';
import { TAX_ROWS } from './tax.ts';
import { TESTING_ROWS } from './testing.ts';
import { TRANSLATIONS_ROWS } from './translations.ts';

export const ROWS: Rows = {
  '': { see: ALL },
  ...PEOPLE_ROWS,
  ...PERSON_ROWS,
  ...HELPING_ROWS,
  ...LETTING_IN_ROWS,
  ...FIGURES_ROWS,
  ...MOVING_ROWS,
  ...EXPORT_ROWS,
  ...CATALOG_ROWS,
  ...PRICING_ROWS,
  ...CONNECTIONS_ROWS,
  ...EVENT_ROWS,
  ...COLLEAGUES_ROWS,
  ...SETTINGS_ROWS,
  ...MAILS_ROWS,
  ...TRANSLATIONS_ROWS,
  ...TAX_ROWS,
  ...HOSTING_ROWS,
  ...TESTING_ROWS,
};
