// The pages on which staff get in, and those on which an owner decides who does.
import { EVERYBODY, OWNERS, ROOT } from '../navigation.ts';
import type { Page, StaffPage } from '../visit.ts';
import { showAudit } from './audit.ts';
import { makeNewRecoveryCodes, switchCodeOff, switchCodeOn } from './code-switch.ts';
import { sendAnotherStaffCode, showStaffCode, submitStaffCode } from './code.ts';
import { showFront } from './front.ts';
import { showInvitation, submitInvitation } from './invitation.ts';
import { showSignInLink, submitSignInLink } from './link.ts';
import { proveByPasskey, signInByPasskey } from './passkey-sign-in.ts';
import { createPasskey, deletePasskeyOfPerson, showNewPasskey } from './passkeys.ts';
import { endListedStaffSession, endOtherSessions, renamePerson, showPerson, signOutStaff } from './person.ts';
import { requestProof, showProve } from './prove.ts';
import { showRecovery, submitRecovery } from './recovery.ts';
import { requestSignIn, showStaffSignIn } from './sign-in.ts';
import { changeStaffRole, INVITATION_FIELDS, invite, removeStaff, revoke, showStaff } from './staff.ts';

const STAFF = ['staff'] as const;

export const STAFF_ROUTES: readonly StaffPage[] = [
  { path: '/dashboard', roles: STAFF, show: showFront },
  {
    path: '/dashboard/sign-in',
    show: showStaffSignIn,
    form: { holder: 'browser', submit: requestSignIn, startAgain: '/dashboard/sign-in' },
  },
  {
    path: '/dashboard/passkey',
    form: { holder: 'browser', submit: signInByPasskey, startAgain: '/dashboard/sign-in' },
  },
  {
    path: '/dashboard/recovery',
    show: showRecovery,
    form: { holder: 'browser', submit: submitRecovery, startAgain: '/dashboard/recovery' },
  },
  {
    path: '/dashboard/code/:id',
    show: showStaffCode,
    form: { holder: 'browser', submit: submitStaffCode, startAgain: '/dashboard/sign-in' },
  },
  {
    path: '/dashboard/code/:id/another',
    form: { holder: 'browser', submit: sendAnotherStaffCode, startAgain: '/dashboard/sign-in' },
  },
  {
    path: '/dashboard/link/:token',
    show: showSignInLink,
    form: { holder: 'browser', submit: submitSignInLink, startAgain: '/dashboard/sign-in' },
  },
  {
    path: '/dashboard/invitations/:token',
    show: showInvitation,
    form: { holder: 'browser', submit: submitInvitation, startAgain: '/dashboard/sign-in' },
  },
  {
    path: '/dashboard/prove',
    roles: STAFF,
    show: showProve,
    form: { holder: 'session', submit: requestProof, startAgain: '/dashboard' },
  },
  {
    path: '/dashboard/prove/passkey',
    form: { holder: 'session', submit: proveByPasskey, startAgain: '/dashboard/prove' },
  },
  {
    path: '/dashboard/person',
    roles: STAFF,
    show: showPerson,
    form: { holder: 'session', submit: renamePerson, startAgain: '/dashboard/person' },
  },
  {
    path: '/dashboard/person/passkeys/new',
    roles: STAFF,
    isSensitive: true,
    show: showNewPasskey,
    form: { holder: 'session', isSensitive: true, submit: createPasskey, startAgain: '/dashboard/person/passkeys/new' },
  },
  {
    path: '/dashboard/person/passkeys/:id/remove',
    form: { holder: 'session', isSensitive: true, submit: deletePasskeyOfPerson, startAgain: '/dashboard/person' },
  },
  {
    path: '/dashboard/person/code/off',
    form: { holder: 'session', isSensitive: true, submit: switchCodeOff, startAgain: '/dashboard/person' },
  },
  {
    path: '/dashboard/person/code/on',
    form: { holder: 'session', isSensitive: true, submit: switchCodeOn, startAgain: '/dashboard/person' },
  },
  {
    path: '/dashboard/person/recovery-codes',
    form: { holder: 'session', isSensitive: true, submit: makeNewRecoveryCodes, startAgain: '/dashboard/person' },
  },
  {
    path: '/dashboard/person/sessions/:id/end',
    form: { holder: 'session', submit: endListedStaffSession, startAgain: '/dashboard/person' },
  },
  {
    path: '/dashboard/person/sessions/end-others',
    form: { holder: 'session', submit: endOtherSessions, startAgain: '/dashboard/person' },
  },
  { path: '/dashboard/sign-out', form: { holder: 'session', submit: signOutStaff, startAgain: '/dashboard/sign-in' } },
];

export const COLLEAGUES_ROUTES: readonly Page[] = [
  {
    path: `${ROOT}/staff`,
    roles: EVERYBODY,
    show: showStaff,
    form: {
      holder: 'session',
      roles: OWNERS,
      isSensitive: true,
      keeps: Object.values(INVITATION_FIELDS),
      submit: invite,
      startAgain: `${ROOT}/staff`,
    },
  },
  {
    path: `${ROOT}/staff/role`,
    form: { holder: 'session', roles: OWNERS, isSensitive: true, submit: changeStaffRole, startAgain: `${ROOT}/staff` },
  },
  {
    path: `${ROOT}/staff/remove`,
    form: { holder: 'session', roles: OWNERS, isSensitive: true, submit: removeStaff, startAgain: `${ROOT}/staff` },
  },
  {
    path: `${ROOT}/invitations/revoke`,
    form: { holder: 'session', roles: OWNERS, isSensitive: true, submit: revoke, startAgain: `${ROOT}/staff` },
  },
  { path: `${ROOT}/audit`, roles: OWNERS, show: showAudit },
];
