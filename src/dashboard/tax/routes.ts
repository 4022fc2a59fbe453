// The pages on which a publisher says who sells and which taxes prices include.
import { EVERYBODY, OWNERS, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import { showTax, submitEuRates, submitPlanKinds, submitRate, submitRemoveRate, submitSeller } from './tax.ts';

const TAX = `${ROOT}/tax`;

function sent(submit: typeof submitSeller): NonNullable<Page['form']> {
  return { holder: 'session', roles: OWNERS, submit, startAgain: TAX };
}

export const TAX_ROUTES: readonly Page[] = [
  { path: TAX, roles: EVERYBODY, show: showTax, form: sent(submitSeller) },
  { path: `${TAX}/rates`, form: sent(submitRate) },
  { path: `${TAX}/rates/remove`, form: sent(submitRemoveRate) },
  { path: `${TAX}/rates/eu`, form: sent(submitEuRates) },
  { path: `${TAX}/plans`, form: sent(submitPlanKinds) },
];
