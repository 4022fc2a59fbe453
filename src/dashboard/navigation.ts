// The links beside each page of a publication's dashboard, by what a publisher is doing. A role sees the links to pages
// that include it.
import { hasMailbox, type Config } from '../config.ts';
import type { Role } from '../models/staff/role.ts';
import type { TextKey } from '../views/text.ts';

/** The path of a publication's overview, with which the path of each of its pages begins. */
export const ROOT = '/dashboard/:publication';

interface Link {
  readonly path: string;
  readonly text: TextKey;
  readonly roles: readonly Role[];
  /** Whether the deployment has the page, where not every one does. */
  readonly isShown?: (config: Config) => boolean;
}

interface Section {
  /** Not given for the first links, which need none. */
  readonly heading?: TextKey;
  readonly links: readonly Link[];
}

export const EVERYBODY: readonly Role[] = ['owner', 'editor', 'viewer'];
export const EDITORS: readonly Role[] = ['owner', 'editor'];
export const OWNERS: readonly Role[] = ['owner'];

/** The paths follow ROOT. */
export const SECTIONS: readonly Section[] = [
  {
    links: [
      { path: '', text: 'dashboard.overview.title', roles: EVERYBODY },
      { path: '/mailbox', text: 'dashboard.mailbox.title', roles: EDITORS, isShown: hasMailbox },
    ],
  },
  {
    heading: 'dashboard.nav.readers',
    links: [
      { path: '/people', text: 'dashboard.people.title', roles: EVERYBODY },
      { path: '/undeliverable', text: 'dashboard.undeliverable.title', roles: EVERYBODY },
      { path: '/figures', text: 'dashboard.figures.title', roles: EVERYBODY },
      { path: '/money', text: 'dashboard.money.title', roles: EVERYBODY },
      { path: '/imports', text: 'dashboard.imports.title', roles: OWNERS },
    ],
  },
  {
    heading: 'dashboard.nav.selling',
    links: [
      { path: '/offers', text: 'dashboard.offers.title', roles: EVERYBODY },
      { path: '/plans', text: 'dashboard.plans.title', roles: EVERYBODY },
      { path: '/price-changes', text: 'dashboard.pricing.title', roles: EVERYBODY },
      { path: '/codes', text: 'dashboard.codes.title', roles: EVERYBODY },
      { path: '/gifts', text: 'dashboard.gifts.title', roles: EVERYBODY },
      { path: '/newsletters', text: 'dashboard.newsletters.title', roles: EVERYBODY },
      { path: '/free-offering', text: 'dashboard.free-offering.title', roles: EVERYBODY },
    ],
  },
  {
    heading: 'dashboard.nav.connections',
    links: [
      { path: '/applications', text: 'dashboard.applications.title', roles: OWNERS },
      { path: '/keys', text: 'dashboard.keys.title', roles: OWNERS },
      { path: '/endpoints', text: 'dashboard.endpoints.title', roles: OWNERS },
      { path: '/signing-keys', text: 'dashboard.signing-keys.title', roles: OWNERS },
    ],
  },
  {
    heading: 'dashboard.nav.publication',
    links: [
      { path: '/settings', text: 'dashboard.settings.title', roles: EVERYBODY },
      { path: '/tax', text: 'dashboard.tax.title', roles: EVERYBODY },
      { path: '/mails', text: 'dashboard.mails.title', roles: EVERYBODY },
      { path: '/translations', text: 'dashboard.translations.title', roles: EVERYBODY },
      { path: '/address', text: 'dashboard.address.title', roles: OWNERS },
      { path: '/payments', text: 'dashboard.payments.title', roles: OWNERS },
      { path: '/staff', text: 'dashboard.staff.title', roles: EVERYBODY },
      { path: '/audit', text: 'dashboard.audit.title', roles: OWNERS },
      { path: '/exports', text: 'dashboard.exports.title', roles: OWNERS },
    ],
  },
];
