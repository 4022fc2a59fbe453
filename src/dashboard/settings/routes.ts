// The pages on which a publisher arranges the publication itself: its name and look, and how it is paid.
import { EVERYBODY, OWNERS, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import { addHost, removeHost } from './continue-hosts.ts';
import { LOGO_FIELDS } from './logos.ts';
import { showPayments } from './payments-page.ts';
import { connectGateway, disconnectGateway } from './payments.ts';
import { showSettings, submitSettings } from './settings.ts';

export const SETTINGS_ROUTES: readonly Page[] = [
  {
    path: `${ROOT}/settings`,
    roles: EVERYBODY,
    show: showSettings,
    form: {
      holder: 'session',
      roles: OWNERS,
      files: LOGO_FIELDS,
      submit: submitSettings,
      startAgain: `${ROOT}/settings`,
    },
  },
  {
    path: `${ROOT}/settings/continue-hosts`,
    form: { holder: 'session', roles: OWNERS, submit: addHost, startAgain: `${ROOT}/settings` },
  },
  {
    path: `${ROOT}/settings/continue-hosts/remove`,
    form: { holder: 'session', roles: OWNERS, submit: removeHost, startAgain: `${ROOT}/settings` },
  },
  { path: `${ROOT}/payments`, roles: OWNERS, show: showPayments },
  {
    path: `${ROOT}/payments/:gateway/connect`,
    form: {
      holder: 'session',
      roles: OWNERS,
      isSensitive: true,
      submit: connectGateway,
      startAgain: `${ROOT}/payments`,
    },
  },
  {
    path: `${ROOT}/payments/:gateway/disconnect`,
    form: {
      holder: 'session',
      roles: OWNERS,
      isSensitive: true,
      submit: disconnectGateway,
      startAgain: `${ROOT}/payments`,
    },
  },
];
