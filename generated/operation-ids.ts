// Written by scripts/generate.ts from openapi.yaml: never edited by hand.
export type DataApiOperationId = 'listMembers' | 'getMember' | 'updateMember' | 'eraseMember' | 'listCustomers' | 'createCustomer' | 'getCustomer' | 'updateCustomer' | 'eraseCustomer' | 'signOutCustomer' | 'updateCustomerNewsletters' | 'updateCustomerPostalAddress' | 'listSubscriptions' | 'createSubscription' | 'getSubscription' | 'cancelSubscription' | 'getFigures' | 'listPlans' | 'getPlan' | 'listPrices' | 'getPrice' | 'listOffers' | 'getOffer' | 'listNewsletters' | 'getNewsletter' | 'listEvents';
export type SignInOperationId = 'authorize' | 'authorizeByPost' | 'issueToken' | 'getUserinfo' | 'postUserinfo' | 'endSession' | 'endSessionByPost' | 'getOpenidConfiguration' | 'getOauthAuthorizationServer' | 'getJwks' | 'getSigningKeyPem' | 'getSigningKeysPem';

/** The query parameters that have a default, and so are always there. */
export interface DefaultedParameters {
  listMembers: 'limit';
  listCustomers: 'limit';
  listSubscriptions: 'limit';
  listPlans: 'limit';
  listPrices: 'limit';
  listOffers: 'limit';
  listNewsletters: 'limit';
  listEvents: 'limit';
}

export const dataApiOperationIds: readonly DataApiOperationId[] = ['listMembers', 'getMember', 'updateMember', 'eraseMember', 'listCustomers', 'createCustomer', 'getCustomer', 'updateCustomer', 'eraseCustomer', 'signOutCustomer', 'updateCustomerNewsletters', 'updateCustomerPostalAddress', 'listSubscriptions', 'createSubscription', 'getSubscription', 'cancelSubscription', 'getFigures', 'listPlans', 'getPlan', 'listPrices', 'getPrice', 'listOffers', 'getOffer', 'listNewsletters', 'getNewsletter', 'listEvents'];
export const signInOperationIds: readonly SignInOperationId[] = ['authorize', 'authorizeByPost', 'issueToken', 'getUserinfo', 'postUserinfo', 'endSession', 'endSessionByPost', 'getOpenidConfiguration', 'getOauthAuthorizationServer', 'getJwks', 'getSigningKeyPem', 'getSigningKeysPem'];
