// The links beside each page of a publication's dashboard, by what a publisher is doing. A role sees the links to pages
// that include it.
import type { Role } from '../models/staff/role.ts';
import type { TextKey } from '../views/text.ts';

/** The path of a publication's overview, with which the path of each of its pages begins. */
export const ROOT = '/dashboard/:publication';

interface Section {
  readonly heading: TextKey;
  readonly links: readonly { readonly path: string; readonly text: TextKey; readonly roles: readonly Role[] }[];
}

export const EVERYBODY: readonly Role[] = ['owner', 'editor', 'viewer'];
export const EDITORS: readonly Role[] = ['owner', 'editor'];
export const OWNERS: readonly Role[] = ['owner'];

/** The paths follow ROOT. */
export const SECTIONS: readonly Section[] = [
  {
    heading: 'dashboard.nav.publication',
    links: [{ path: '', text: 'dashboard.overview.title', roles: EVERYBODY }],
  },
  {
    heading: 'dashboard.nav.selling',
    links: [
      { path: '/offers', text: 'dashboard.offers.title', roles: EVERYBODY },
      { path: '/plans', text: 'dashboard.plans.title', roles: EVERYBODY },
      { path: '/codes', text: 'dashboard.codes.title', roles: EVERYBODY },
      { path: '/gifts', text: 'dashboard.gifts.title', roles: EVERYBODY },
      { path: '/newsletters', text: 'dashboard.newsletters.title', roles: EVERYBODY },
      { path: '/free-offering', text: 'dashboard.free-offering.title', roles: EVERYBODY },
    ],
  },
  {
    heading: 'dashboard.nav.connections',
    links: [{ path: '/keys', text: 'dashboard.keys.title', roles: OWNERS }],
  },
  {
    heading: 'dashboard.nav.settings',
    links: [
      { path: '/staff', text: 'dashboard.staff.title', roles: EVERYBODY },
      { path: '/audit', text: 'dashboard.audit.title', roles: OWNERS },
    ],
  },
];
