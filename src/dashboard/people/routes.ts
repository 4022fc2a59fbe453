// The list of a publication’s people: search, filters, downloads.
import { EVERYBODY, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import { showPeople } from './people.ts';
import { showUndeliverable } from './undeliverable.ts';

export const PEOPLE_ROUTES: readonly Page[] = [
  { path: `${ROOT}/people`, roles: EVERYBODY, show: showPeople },
  { path: `${ROOT}/undeliverable`, roles: EVERYBODY, show: showUndeliverable },
];
