// The pages of a test environment alone.
import { EDITORS, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import { showMailbox, showMessage, showMessageHtml } from './mailbox.ts';

export const TESTING_ROUTES: readonly Page[] = [
  { path: `${ROOT}/mailbox`, roles: EDITORS, show: showMailbox },
  { path: `${ROOT}/mailbox/:message`, roles: EDITORS, show: showMessage },
  { path: `${ROOT}/mailbox/:message/html`, roles: EDITORS, show: showMessageHtml },
];
