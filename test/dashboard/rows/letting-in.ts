import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { recordStep, type NewStep } from '../../../src/models/sign-in/sign-in-trail.ts';
import { reader } from './person.ts';
import { ALL, EDITORS, type Given, type Rows } from './row.ts';

const WAITING = 'waiting@example.org';

/** Somebody is kept waiting by a limit of their address. */
async function waiting({ service, site }: Given, who: Pick<NewStep, 'address' | 'customerId'>): Promise<void> {
  const { database, clock, secretKeys } = service;
  const facts = { until: clock.now().getTime() + 3_600_000, buckets: [] };
  const step = { ...who, kind: 'code_limited', facts, key: JSON.stringify(who) } as const;
  await database.transaction((transaction) => recordStep(site.publication, transaction, clock, secretKeys, step));
}

export const LETTING_IN_ROWS: Rows = {
  '/people/why': { see: ALL },
  '/people/why/lift-limit': {
    send: EDITORS,
    params: async (given) => {
      await waiting(given, { address: parseEmailAddress(WAITING) });
      return {};
    },
    act: {
      name: 'address.lift-limit',
      page: `/people/why?email=${WAITING}`,
      fields: async () => ({ email: WAITING }),
      table: 'sign_in_steps',
      adds: 0,
      recordName: 'w•••@e•••.org',
    },
  },
  '/people/:customer/lift-limit': {
    send: EDITORS,
    params: async (given) => {
      const { customer } = await reader(given);
      await waiting(given, { customerId: customer });
      return { customer };
    },
    act: { name: 'customer.lift-limit', page: '/people/:customer', table: 'sign_in_steps', adds: 0 },
  },
  '/people/:customer/sign-in-link': {
    see: EDITORS,
    send: EDITORS,
    params: reader,
    act: { name: 'customer.send-sign-in-link', table: 'sign_in_links', adds: 1 },
  },
};
