// The people of a publication: the list of them, and the page of each.
import { EVERYBODY, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import { showPeople } from './people.ts';
import { showPerson } from './person.ts';

export const PEOPLE_ROUTES: readonly Page[] = [
  { path: `${ROOT}/people`, roles: EVERYBODY, show: showPeople },
  { path: `${ROOT}/people/:customer`, roles: EVERYBODY, show: showPerson },
];
