// The pages that bring an export back.
import { OWNERS, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import {
  ARCHIVE_FIELD,
  ARCHIVE_UPLOAD,
  beginRestore,
  forgetRestore,
  goOnWithRestore,
  showRestore,
  showSecrets,
  uploadArchive,
} from './restore.ts';

const RESTORE = `${ROOT}/restore`;
const OF_OWNERS = { holder: 'session', roles: OWNERS, isSensitive: true, startAgain: RESTORE } as const;

export const RESTORE_ROUTES: readonly Page[] = [
  {
    path: RESTORE,
    roles: OWNERS,
    show: showRestore,
    isSensitive: true,
    form: { ...OF_OWNERS, files: [ARCHIVE_FIELD], upload: ARCHIVE_UPLOAD, submit: uploadArchive },
  },
  { path: `${RESTORE}/start`, form: { ...OF_OWNERS, submit: beginRestore } },
  { path: `${RESTORE}/continue`, form: { ...OF_OWNERS, submit: goOnWithRestore } },
  { path: `${RESTORE}/secrets`, form: { ...OF_OWNERS, submit: showSecrets } },
  {
    path: `${RESTORE}/discard`,
    form: { holder: 'session', roles: OWNERS, startAgain: RESTORE, submit: forgetRestore },
  },
];
