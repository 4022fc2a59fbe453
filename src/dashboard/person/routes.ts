// The page of each person, with everything about them.
import { EVERYBODY, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import { showPerson } from './person.ts';

export const PERSON_ROUTES: readonly Page[] = [
  { path: `${ROOT}/people/:customer`, roles: EVERYBODY, show: showPerson },
];
