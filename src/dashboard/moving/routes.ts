// Moving in and out: imports and exports.
import { OWNERS, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import { EXPORT_ROUTES } from './export-routes.ts';
import { showImportRows } from './import-rows.ts';
import { beginImport, showImport, stopImport, submitMapping } from './import.ts';
import { FILE_FIELD, showImports, UPLOAD, uploadFile } from './imports.ts';
import { RESTORE_ROUTES } from './restore-routes.ts';
import { readAccount, submitPrices } from './takeover.ts';

export const MOVING_ROUTES: readonly Page[] = [
  {
    path: `${ROOT}/imports`,
    roles: OWNERS,
    isSensitive: true,
    show: showImports,
    form: {
      holder: 'session',
      roles: OWNERS,
      isSensitive: true,
      files: [FILE_FIELD],
      upload: UPLOAD,
      submit: uploadFile,
      startAgain: `${ROOT}/imports`,
    },
  },
  {
    path: `${ROOT}/imports/account`,
    form: { holder: 'session', roles: OWNERS, isSensitive: true, submit: readAccount, startAgain: `${ROOT}/imports` },
  },
  {
    path: `${ROOT}/imports/:import/prices`,
    form: { holder: 'session', roles: OWNERS, submit: submitPrices, startAgain: `${ROOT}/imports/:import` },
  },
  { path: `${ROOT}/imports/:import`, roles: OWNERS, show: showImport },
  { path: `${ROOT}/imports/:import/rows`, roles: OWNERS, show: showImportRows },
  {
    path: `${ROOT}/imports/:import/check`,
    form: { holder: 'session', roles: OWNERS, submit: submitMapping, startAgain: `${ROOT}/imports/:import` },
  },
  {
    path: `${ROOT}/imports/:import/start`,
    form: {
      holder: 'session',
      roles: OWNERS,
      isSensitive: true,
      submit: beginImport,
      startAgain: `${ROOT}/imports/:import`,
    },
  },
  {
    path: `${ROOT}/imports/:import/cancel`,
    form: { holder: 'session', roles: OWNERS, submit: stopImport, startAgain: `${ROOT}/imports/:import` },
  },
  ...EXPORT_ROUTES,
  ...RESTORE_ROUTES,
];
