// Where each page of the documentation is, and which guides there are, in the order of reading.
export const DOCS_PATH = '/docs';
export const REFERENCE_PATH = '/docs/reference';

/** The front page; its file is the folder's own README. */
export const FIRST_GUIDE = 'README';
/** The guide that the search and the list of all error codes belong to. */
export const ERRORS_GUIDE = 'errors';

/** `about`: the operations that the guide explains, which name it in the contract. */
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
      'updateCustomerNewsletters',
    ],
  },
  { name: 'activation-codes', title: 'Activation codes', about: ['createCustomer'] },
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
