// The walk of test/generators/walk.ts by hey-api's client.
import { readFileSync } from 'node:fs';
import { createClient } from './client/client';
import { cancelSubscription, createCustomer, createSubscription, getCustomer, listMembers } from './client/sdk.gen';

const given = JSON.parse(readFileSync(0, 'utf8'));
const client = createClient({ baseUrl: given.base_url, auth: `${given.api_key}:` });

async function walk(): Promise<void> {
  const { data: created } = await createCustomer({ client, body: { email: given.email }, throwOnError: true });
  const { data: got } = await getCustomer({ client, path: { id: created.id }, throwOnError: true });
  const listed: string[] = [];
  let page: string | null = '';
  while (page !== null) {
    const { data }: { data: { objects: { email: string }[]; next_page: string | null } } = await listMembers({
      client,
      query: { limit: 3, page },
      throwOnError: true,
    });
    listed.push(...data.objects.map(({ email }) => email));
    page = data.next_page;
  }
  const { data: filtered } = await listMembers({
    client,
    query: { created_after: given.long_ago, limit: 1 },
    throwOnError: true,
  });
  const body = { customer_id: created.id, plan_id: given.plan_id, price_id: given.price_id };
  const { data: subscribed } = await createSubscription({ client, body, throwOnError: true });
  const { data: canceled } = await cancelSubscription({ client, path: { id: subscribed.id }, throwOnError: true });
  const { error, response } = await getCustomer({ client, path: { id: 'cus_unknown' } });
  process.stdout.write(
    JSON.stringify({
      created: created.email,
      got: got.email,
      listed,
      filtered: filtered.objects.length,
      subscribed: subscribed.status,
      canceled: canceled.status,
      error: [response?.status, error?.error.code],
    }),
  );
}

void walk();
