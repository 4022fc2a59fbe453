// The page of each person, with everything about them.
import { EDITORS, EVERYBODY, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import { allowMail } from './mail-problem.ts';
import { showPerson } from './person.ts';

export const PERSON_ROUTES: readonly Page[] = [
  { path: `${ROOT}/people/:customer`, roles: EVERYBODY, show: showPerson },
  {
    path: `${ROOT}/people/:customer/allow-mail`,
    form: { holder: 'session', roles: EDITORS, submit: allowMail, startAgain: `${ROOT}/people/:customer` },
  },
];
