import { keepStripeAccount } from '../../../src/payments/stripe/connection.ts';
import { standInFor } from '../../support/stripe/of-test.ts';
import { ALL, OWNER, type Given, type Rows } from './row.ts';

const HOST = 'blog.example.org';

async function added({ owner, base }: Given): Promise<Record<string, string>> {
  const path = `${base}/settings/continue-hosts`;
  await owner.submit(await owner.open(`${base}/settings`), { continue_host: HOST }, path);
  return { continue_host: HOST };
}

const KEYS = { secretKey: 'sk_test_row', webhookSecrets: ['whsec_row'] };
const params = async () => ({ gateway: 'stripe' });

async function keys({ service }: Given): Promise<Record<string, string>> {
  (await standInFor(service)).open(KEYS.secretKey);
  return { secret_key: KEYS.secretKey, webhook_secrets: KEYS.webhookSecrets.join(' ') };
}

async function connected(given: Given): Promise<Record<string, string>> {
  await keys(given);
  const { database, clock, secretKeys } = given.service;
  await database.transaction((transaction) =>
    keepStripeAccount(given.site.publication, transaction, clock, secretKeys, { kind: 'own', ...KEYS }),
  );
  return {};
}

export const SETTINGS_ROWS: Rows = {
  '/settings': {
    see: ALL,
    send: OWNER,
    act: { name: 'publication.update', fields: async () => ({ name: 'Anders' }), table: 'continue_hosts', adds: 0 },
  },
  '/settings/continue-hosts': {
    send: OWNER,
    act: {
      name: 'continue-host.add',
      page: '/settings',
      fields: async () => ({ continue_host: HOST }),
      table: 'continue_hosts',
      adds: 1,
      recordName: HOST,
    },
  },
  '/settings/continue-hosts/remove': {
    send: OWNER,
    act: {
      name: 'continue-host.remove',
      page: '/settings',
      fields: added,
      table: 'continue_hosts',
      adds: -1,
      recordName: HOST,
    },
  },
  '/payments': { see: OWNER },
  '/payments/:gateway/connect': {
    send: OWNER,
    isSensitive: true,
    params,
    act: {
      name: 'stripe.connect',
      page: '/payments',
      fields: keys,
      table: 'stripe_accounts',
      adds: 1,
      recordName: 'acct_standin',
    },
  },
  '/payments/:gateway/disconnect': {
    send: OWNER,
    isSensitive: true,
    params,
    act: {
      name: 'stripe.disconnect',
      page: '/payments',
      fields: connected,
      table: 'stripe_accounts',
      adds: -1,
      recordName: 'stripe',
    },
  },
};
