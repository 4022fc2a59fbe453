// The pages on which a publisher adds words of its own to the mails that its readers get.
import { EVERYBODY, OWNERS, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import { resetMail, showMail, submitMail } from './mail.ts';
import { showMails } from './mails.ts';

const MAIL = `${ROOT}/mails/:mail`;

export const MAILS_ROUTES: readonly Page[] = [
  { path: `${ROOT}/mails`, roles: EVERYBODY, show: showMails },
  {
    path: MAIL,
    roles: EVERYBODY,
    show: showMail,
    form: { holder: 'session', roles: OWNERS, submit: submitMail, startAgain: MAIL },
  },
  { path: `${MAIL}/reset`, form: { holder: 'session', roles: OWNERS, submit: resetMail, startAgain: MAIL } },
];
