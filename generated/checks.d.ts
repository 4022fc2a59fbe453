// Written by scripts/generate.ts from openapi.yaml: never edited by hand.
import type { Check } from '../src/http/check.ts';
import type { Form, Header, Path, Query } from '../src/http/operation.ts';

export const nothing: Check<Readonly<Record<never, never>>>;
export const listMembersQuery: Check<Query<'listMembers'>>;
export const listCustomersQuery: Check<Query<'listCustomers'>>;
export const createCustomerHeader: Check<Header<'createCustomer'>>;
export const createCustomerForm: Check<Form<'createCustomer'>>;
export const createCustomerFormShape: Check<unknown>;
export const createCustomerFormRule0: Check<unknown>;
export const createSubscriptionHeader: Check<Header<'createSubscription'>>;
export const createSubscriptionForm: Check<Form<'createSubscription'>>;
export const createSubscriptionFormShape: Check<unknown>;
export const createSubscriptionFormRule0: Check<unknown>;
export const cancelSubscriptionPath: Check<Path<'cancelSubscription'>>;
export const cancelSubscriptionHeader: Check<Header<'cancelSubscription'>>;
export const listEventsQuery: Check<Query<'listEvents'>>;
