// The pages on which a publisher connects programs and websites.
import { OWNERS, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import { EVENT_ROUTES } from './event-routes.ts';
import { createKey, revokeKey, showKeys } from './keys.ts';

export const CONNECTIONS_ROUTES: readonly Page[] = [
  {
    path: `${ROOT}/keys`,
    roles: OWNERS,
    show: showKeys,
    form: { holder: 'session', roles: OWNERS, isSensitive: true, submit: createKey, startAgain: `${ROOT}/keys` },
  },
  {
    path: `${ROOT}/keys/revoke`,
    form: { holder: 'session', roles: OWNERS, isSensitive: true, submit: revokeKey, startAgain: `${ROOT}/keys` },
  },
  ...EVENT_ROUTES,
];
