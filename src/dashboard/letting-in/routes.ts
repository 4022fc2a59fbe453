// Why a reader cannot get in, and what a publisher does about it.
import { EDITORS, EVERYBODY, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import { liftLimitOfAddress, liftLimitOfPerson } from './lift-limit.ts';
import { showSendSignInLink, submitSignInLink } from './sign-in-link.ts';
import { showWhy } from './why.ts';

const READER = `${ROOT}/people/:customer`;
const WHY = `${ROOT}/people/why`;

type Form = Extract<NonNullable<Page['form']>, { readonly holder: 'session' }>;

/** @param startAgain the page with a fresh form */
function sent(submit: Form['submit'], startAgain: string): Form {
  return { holder: 'session', roles: EDITORS, submit, startAgain };
}

export const LETTING_IN_ROUTES: readonly Page[] = [
  { path: WHY, roles: EVERYBODY, show: showWhy },
  { path: `${WHY}/lift-limit`, form: sent(liftLimitOfAddress, WHY) },
  { path: `${READER}/lift-limit`, form: sent(liftLimitOfPerson, READER) },
  {
    path: `${READER}/sign-in-link`,
    roles: EDITORS,
    show: showSendSignInLink,
    form: sent(submitSignInLink, `${READER}/sign-in-link`),
  },
];
