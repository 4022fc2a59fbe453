// The page of whoever operates the deployment.
import { OPERATING_PATH } from '../operator.ts';
import type { OperatorPage } from '../visit.ts';
import { showOperating } from './operating.ts';

/** What is weak about a deployment is for nobody who found a browser open. */
export const OPERATING_ROUTES: readonly OperatorPage[] = [
  { path: OPERATING_PATH, roles: ['operator'], isSensitive: true, show: showOperating },
];
