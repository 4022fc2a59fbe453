// The page of each person, with everything about them, and the forms on it.
import { EDITORS, EVERYBODY, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import { allowMail } from './allow-mail.ts';
import { showDetails, submitAddress, submitName } from './details.ts';
import { removeNoteOfPerson, showNote, submitNote } from './note.ts';
import { endAllSessions, endOneSession, joinNewsletter, leaveNewsletter, resendMail, writeNote } from './page-acts.ts';
import { showPerson } from './person.ts';
import { showPostalAddress, submitPostalAddress } from './postal-address.ts';
import { showReceipt } from './receipt.ts';

const PERSON = `${ROOT}/people/:customer`;

type Form = Extract<NonNullable<Page['form']>, { readonly holder: 'session' }>;

/** @param startAgain the page with a fresh form */
function sent(submit: Form['submit'], startAgain = PERSON): Form {
  return { holder: 'session', roles: EDITORS, submit, startAgain };
}

export const PERSON_ROUTES: readonly Page[] = [
  { path: PERSON, roles: EVERYBODY, show: showPerson },
  { path: `${PERSON}/details`, roles: EDITORS, show: showDetails },
  { path: `${PERSON}/name`, form: sent(submitName, `${PERSON}/details`) },
  {
    path: `${PERSON}/address`,
    // Whoever has the address has the account.
    form: { ...sent(submitAddress, `${PERSON}/details`), isSensitive: true, keeps: ['email'] },
  },
  {
    path: `${PERSON}/postal-address`,
    roles: EDITORS,
    show: showPostalAddress,
    form: sent(submitPostalAddress, `${PERSON}/postal-address`),
  },
  { path: `${PERSON}/receipts/:payment`, roles: EVERYBODY, show: showReceipt },
  { path: `${PERSON}/allow-mail`, form: sent(allowMail) },
  { path: `${PERSON}/mails/resend`, form: sent(resendMail) },
  { path: `${PERSON}/sessions/end`, form: sent(endOneSession) },
  { path: `${PERSON}/sessions/end-all`, form: sent(endAllSessions) },
  { path: `${PERSON}/newsletters/join`, form: sent(joinNewsletter) },
  { path: `${PERSON}/newsletters/leave`, form: sent(leaveNewsletter) },
  { path: `${PERSON}/notes`, form: sent(writeNote) },
  { path: `${PERSON}/notes/:note`, roles: EDITORS, show: showNote, form: sent(submitNote) },
  { path: `${PERSON}/notes/:note/remove`, form: sent(removeNoteOfPerson) },
];
