import { ALL, OWNER, type Given, type Rows } from './row.ts';

const HOST = 'blog.example.org';

async function added({ owner, base }: Given): Promise<Record<string, string>> {
  const path = `${base}/settings/continue-hosts`;
  await owner.submit(await owner.open(`${base}/settings`), { continue_host: HOST }, path);
  return { continue_host: HOST };
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
};
