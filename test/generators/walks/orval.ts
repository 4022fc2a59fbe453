// The walk of test/generators/walk.ts by orval's client, which calls fetch.
import { readFileSync } from 'node:fs';
import { cancelSubscription, createCustomer, createSubscription, getCustomer, listMembers } from './client';

const given = JSON.parse(readFileSync(0, 'utf8'));
const plainFetch = globalThis.fetch;
globalThis.fetch = (path, options) => plainFetch(`${given.base_url}${String(path)}`, options);
const options = { headers: { authorization: `Basic ${btoa(`${given.api_key}:`)}` } };

/** The object of an answer that is a success. */
function good<T extends { status: number; data: unknown }>(answer: T): Extract<T, { status: 200 }>['data'] {
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.data)}`);
  return answer.data;
}

async function walk(): Promise<void> {
  const created = good(await createCustomer({ email: given.email }, options));
  const got = good(await getCustomer(created.id, options));
  const listed: string[] = [];
  let page: string | null = '';
  while (page !== null) {
    const members: { objects: { email: string }[]; next_page: string | null } = good(
      await listMembers({ limit: 3, page }, options),
    );
    listed.push(...members.objects.map(({ email }) => email));
    page = members.next_page;
  }
  const filtered = good(await listMembers({ created_after: given.long_ago, limit: 1 }, options));
  const form = { customer_id: created.id, plan_id: given.plan_id, price_id: given.price_id };
  const subscribed = good(await createSubscription(form, options));
  const canceled = good(await cancelSubscription(subscribed.id, options));
  const unknown = await getCustomer('cus_unknown', options);
  process.stdout.write(
    JSON.stringify({
      created: created.email,
      got: got.email,
      listed,
      filtered: filtered.objects.length,
      subscribed: subscribed.status,
      canceled: canceled.status,
      error: [unknown.status, 'error' in unknown.data ? unknown.data.error.code : undefined],
    }),
  );
}

void walk();
