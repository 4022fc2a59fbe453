// Why a reader cannot get in, and what a publisher does about it.
import { EDITORS, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import { showSendSignInLink, submitSignInLink } from './sign-in-link.ts';

export const LETTING_IN_ROUTES: readonly Page[] = [
  {
    path: `${ROOT}/people/:customer/sign-in-link`,
    roles: EDITORS,
    show: showSendSignInLink,
    form: {
      holder: 'session',
      roles: EDITORS,
      submit: submitSignInLink,
      startAgain: `${ROOT}/people/:customer/sign-in-link`,
    },
  },
];
