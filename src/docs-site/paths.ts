// The paths of the documentation, and the list of guides in reading order.
export const DOCS_PATH = '/docs';
export const REFERENCE_PATH = '/docs/reference';

/** The front page; its file is the README of docs/guides/. */
export const FIRST_GUIDE = 'README';
/** The guide that has the list of error codes and its search. */
export const ERRORS_GUIDE = 'errors';

/** Readers in the order in which the list of guides names them. */
export const AUDIENCES = ['developers', 'publishers', 'operators'] as const;

/** `about`: the operations that the guide explains; the contract links from them to it. */
export const FOR_DEVELOPERS = [
  { name: 'README', title: 'Quick start', about: ['listPlans', 'listSubscriptions'] },
  {
    name: 'sign-in',
    title: 'Sign readers in',
    about: [
      'authorize',
      'authorizeByPost',
      'issueToken',
      'getUserinfo',
      'postUserinfo',
      'getJwks',
      'getOpenidConfiguration',
    ],
  },
  { name: 'silent-check', title: 'Silent re-check', about: [] },
  { name: 'sign-out', title: 'Sign-out', about: ['endSession', 'endSessionByPost'] },
  {
    name: 'members',
    title: 'Members and pagination',
    about: [
      'listMembers',
      'getMember',
      'updateMember',
      'eraseMember',
      'listCustomers',
      'getCustomer',
      'updateCustomer',
      'eraseCustomer',
      'signOutCustomer',
      'updateCustomerNewsletters',
      'updateCustomerPostalAddress',
    ],
  },
  { name: 'activation-codes', title: 'Activation codes', about: ['createCustomer'] },
  { name: 'figures', title: 'Figures', about: ['getFigures'] },
  { name: 'events', title: 'Events', about: ['listEvents'] },
  { name: 'idempotency', title: 'Idempotency', about: ['createSubscription', 'cancelSubscription'] },
  { name: 'errors', title: 'Errors by code', about: [] },
  { name: 'versions', title: 'Versions', about: [] },
  { name: 'test-environment', title: 'Test environment', about: [] },
] as const;

/** Files of docs/ itself. */
const FOR_OTHERS = [
  { name: 'publishers-guide', title: "Publishers' guide", audience: 'publishers' },
  { name: 'selling', title: 'Selling', audience: 'publishers' },
  { name: 'support', title: 'Helping a reader who has paid', audience: 'publishers' },
  { name: 'mails', title: 'Mails', audience: 'publishers' },
  { name: 'command-line', title: 'Command line', audience: 'publishers' },
  { name: 'operating-payments', title: 'Operating payments', audience: 'operators' },
] as const;

/** In reading order within each audience. `file` is in docs/. */
export const GUIDES = [
  ...FOR_DEVELOPERS.map((guide) => ({ ...guide, file: `guides/${guide.name}.md`, audience: 'developers' as const })),
  ...FOR_OTHERS.map((guide) => ({ ...guide, file: `${guide.name}.md`, about: [] })),
];

export type GuideName = (typeof GUIDES)[number]['name'];

export function isGuideName(name: string): name is GuideName {
  return GUIDES.some((guide) => guide.name === name);
}

export function pathOf(name: GuideName): string {
  return name === FIRST_GUIDE ? DOCS_PATH : `${DOCS_PATH}/guides/${name}`;
}
