// The pages of exports.
import { OWNERS, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import { createExport, downloadExport, showExports } from './exports.ts';

const EXPORTS = `${ROOT}/exports`;

export const EXPORT_ROUTES: readonly Page[] = [
  {
    path: EXPORTS,
    roles: OWNERS,
    show: showExports,
    form: { holder: 'session', roles: OWNERS, isSensitive: true, submit: createExport, startAgain: EXPORTS },
  },
  {
    path: `${EXPORTS}/download`,
    form: { holder: 'session', roles: OWNERS, isSensitive: true, submit: downloadExport, startAgain: EXPORTS },
  },
];
