// @ts-nocheck: it runs in a project with the built package, which is not there when types are checked
// The walk of test/sdk/walk.ts in JavaScript, on whatever Node runs it: only what the package exports.
import { readFileSync } from 'node:fs';
import { ApiError, Masthead } from 'masthead-client';

const given = JSON.parse(readFileSync(0, 'utf8'));
const client = (options = {}) =>
  new Masthead({ apiKey: given.api_key, baseUrl: given.base_url, maxRetries: 0, ...options });
const at = ({ api_key: apiKey, base_url: baseUrl }) => client({ apiKey, baseUrl });
const changing = (change) =>
  client({
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      change(headers);
      return fetch(url, { ...init, headers });
    },
  });
const api = client();

const failures = {
  missing_api_key: () => changing((headers) => headers.delete('authorization')).listMembers(),
  invalid_api_key: () => client({ apiKey: given.unknown_key }).listMembers(),
  revoked_api_key: () => client({ apiKey: given.revoked_key }).listMembers(),
  invalid_param: () => api.listMembers({ limit: 0 }),
  invalid_api_version: () => api.request('GET', '/2020-01-01/members'),
  not_found: () => api.cancelSubscription('sub_unknown'),
  method_not_allowed: () => api.request('DELETE', '/2023-04-11/members'),
  // A service that refuses a long body may close the connection while it is still being written; then no answer was read.
  request_too_large: () => api.createCustomer({ email: 'x'.repeat(70_000) }, { maxRetries: 5 }),
  unsupported_media_type: () =>
    changing((headers) => headers.set('content-type', 'application/json')).createCustomer({
      email: 'json@example.net',
    }),
  idempotency_conflict: async () => {
    await api.createCustomer({ email: 'first@example.net' }, { idempotencyKey: 'order-17' });
    await api.createCustomer({ email: 'second@example.net' }, { idempotencyKey: 'order-17' });
  },
  rate_limited: async () => {
    for (let times = 0; times < 3; times += 1) await client({ baseUrl: given.limited_url }).listMembers();
  },
  https_required: () => client({ baseUrl: given.https_url }).listMembers(),
  cross_site_request: () =>
    changing((headers) => headers.set('origin', 'https://elsewhere.example')).createCustomer({
      email: 'forged@example.net',
    }),
  read_only_api_key: () => client({ apiKey: given.read_only_key }).createCustomer({ email: 'reader@example.net' }),
  internal_error: () => at(given.broken).listCustomers(),
  service_unavailable: () => at(given.down).createCustomer({ email: 'down@example.net' }),
};

async function meet(provoke) {
  try {
    await provoke();
    return ['none'];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [error.constructor.name, error.status, error.code, error.requestId !== undefined];
  }
}

const members = [];
for await (const { email } of api.listMembers({ limit: 2 })) members.push(email);
const by_email = await api.createCustomer({ email: 'ada+100%@example.org', name: 'Åsa Öberg & Söhne = 雑誌' });
const by_code = await api.createCustomer({ activation_code: 'NODENODE-7F3K' });
const { plan_id, price_id } = given;
const paid = await api.createSubscription({ customer_id: by_email.id, plan_id, price_id });
const complimentary = await api.createSubscription({
  customer_id: by_code.id,
  plan_id,
  price_id: null,
  complimentary: true,
});
const canceled = [await api.cancelSubscription(paid.id), await api.cancelSubscription(paid.id)];
const errors = {};
for (const [code, provoke] of Object.entries(failures)) errors[code] = await meet(provoke);
process.stdout.write(JSON.stringify({ members, by_email, by_code, paid, complimentary, canceled, errors }));
