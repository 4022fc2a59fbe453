// The list of a publication’s people: search, filters, downloads.
import { EDITORS, EVERYBODY, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import { sendPeople } from './people-file.ts';
import { showPeople } from './people.ts';
import { removeFilterOfList, saveFilterOfList, showSaveFilter } from './saved.ts';
import { showUndeliverable } from './undeliverable.ts';

const PEOPLE = `${ROOT}/people`;

export const PEOPLE_ROUTES: readonly Page[] = [
  { path: PEOPLE, roles: EVERYBODY, show: showPeople },
  { path: `${PEOPLE}.csv`, roles: EDITORS, show: sendPeople, isSensitive: true },
  {
    path: `${PEOPLE}/save-filter`,
    roles: EVERYBODY,
    show: showSaveFilter,
    form: { holder: 'session', roles: EVERYBODY, submit: saveFilterOfList, startAgain: `${PEOPLE}/save-filter` },
  },
  {
    path: `${PEOPLE}/remove-filter`,
    form: { holder: 'session', roles: EDITORS, submit: removeFilterOfList, startAgain: PEOPLE },
  },
  { path: `${ROOT}/undeliverable`, roles: EVERYBODY, show: showUndeliverable },
];
