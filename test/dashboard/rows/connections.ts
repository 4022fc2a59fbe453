import { OWNER, type Rows } from './row.ts';

export const CONNECTIONS_ROWS: Rows = {
  '/keys': {
    see: OWNER,
    send: OWNER,
    isSensitive: true,
    act: {
      name: 'key.create',
      fields: async () => ({ name: 'Export', scope: 'read' }),
      table: 'api_keys',
      adds: 1,
    },
  },
  '/keys/revoke': {
    send: OWNER,
    isSensitive: true,
    act: { name: 'key.revoke', page: '/keys', table: 'api_keys', adds: 0 },
  },
};
