// The pages on which a publication is opened and gets its address.
import { OWNERS, ROOT } from '../navigation.ts';
import type { Page, StaffPage } from '../visit.ts';
import { addHost, moveAddress, removeHost, showAddress, takeName } from './address.ts';
import { openPublication, showNewPublication } from './new-publication.ts';

export const OPENING_ROUTES: readonly StaffPage[] = [
  {
    path: '/dashboard/new-publication',
    roles: ['staff'],
    show: showNewPublication,
    form: { holder: 'session', submit: openPublication, startAgain: '/dashboard/new-publication' },
  },
];

/** The address is the issuer of the tokens on which connected websites rely. */
const FORM = { holder: 'session', roles: OWNERS, isSensitive: true, startAgain: `${ROOT}/address` } as const;

export const HOSTING_ROUTES: readonly Page[] = [
  { path: `${ROOT}/address`, roles: OWNERS, show: showAddress, form: { ...FORM, submit: addHost } },
  { path: `${ROOT}/address/remove`, form: { ...FORM, submit: removeHost } },
  { path: `${ROOT}/address/name`, form: { ...FORM, submit: takeName } },
  { path: `${ROOT}/address/move`, form: { ...FORM, submit: moveAddress } },
];
