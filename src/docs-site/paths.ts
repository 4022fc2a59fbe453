// The paths of the documentation, and the list of guides in reading order.
export const DOCS_PATH = '/docs';
export const REFERENCE_PATH = '/docs/reference';

/** The front page; its file is the README of the folder. */
export const FIRST_GUIDE = 'README';
/** The guide that has the list of error codes and its search. */
export const ERRORS_GUIDE = 'errors';

/** `about`: the operations that the guide explains; the contract links from them to it. */
export const GUIDES = [
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

export type GuideName = (typeof GUIDES)[number]['name'];

export function isGuideName(name: string): name is GuideName {
  return GUIDES.some((guide) => guide.name === name);
}

export function pathOf(name: GuideName): string {
  return name === FIRST_GUIDE ? DOCS_PATH : `${DOCS_PATH}/guides/${name}`;
}
