import { givenStaff } from '../../support/publications/staff.ts';
import { ALL, OWNER, type Given, type Rows } from './row.ts';

const colleague = async ({ service, site }: Given) => ({
  staff: await givenStaff(service, site.publication, 'viewer', `colleague@${site.publication.siteHost}`),
});

async function invited({ owner, base }: Given): Promise<Record<string, string>> {
  await owner.submit(await owner.open(`${base}/staff`), { email: 'x@example.org', role: 'viewer' }, `${base}/staff`);
  return {};
}

export const COLLEAGUES_ROWS: Rows = {
  '/staff': {
    see: ALL,
    send: OWNER,
    isSensitive: true,
    act: {
      name: 'staff.invite',
      fields: async () => ({ email: 'invited@example.org', role: 'viewer' }),
      table: 'staff_invitations',
      adds: 1,
    },
  },
  '/staff/role': {
    send: OWNER,
    isSensitive: true,
    act: {
      name: 'staff.change-role',
      page: '/staff',
      fields: async (given) => ({ ...(await colleague(given)), role: 'editor' }),
      table: 'staff_roles',
      adds: 0,
    },
  },
  '/staff/remove': {
    send: OWNER,
    isSensitive: true,
    act: { name: 'staff.remove', page: '/staff', fields: colleague, table: 'staff_roles', adds: -1 },
  },
  '/invitations/revoke': {
    send: OWNER,
    isSensitive: true,
    act: { name: 'staff.withdraw', page: '/staff', fields: invited, table: 'staff_invitations', adds: 0 },
  },
  '/audit': { see: OWNER },
};
