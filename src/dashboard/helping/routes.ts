// What a publisher does for a reader, from the reader’s page.
import { EDITORS, OWNERS, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import { cancel, showCancel, showResume, takeCancelBack } from './cancel.ts';
import { setEndDate, showEndDate } from './end-date.ts';
import { erase, showErase } from './erase.ts';
import { downloadPerson, showExport } from './export.ts';
import { give, showGive } from './give.ts';
import { merge, showMerge } from './merge.ts';
import { pause, showPause, showUnpause, unpause } from './pause.ts';
import { isRefundSensitive, refund, REFUND_FIELDS, showRefund } from './refund.ts';
import { showSwitch, switchPlan } from './switch.ts';

const READER = `${ROOT}/people/:customer`;
const SUBSCRIPTION = `${READER}/subscriptions/:subscription`;

export const HELPING_ROUTES: readonly Page[] = [
  { path: `${READER}/give`, roles: EDITORS, show: showGive, form: formOf(give, `${READER}/give`) },
  {
    path: `${SUBSCRIPTION}/cancel`,
    roles: EDITORS,
    show: showCancel,
    form: formOf(cancel, `${SUBSCRIPTION}/cancel`),
  },
  {
    path: `${SUBSCRIPTION}/resume`,
    roles: EDITORS,
    show: showResume,
    form: formOf(takeCancelBack, `${SUBSCRIPTION}/resume`),
  },
  { path: `${SUBSCRIPTION}/end`, roles: EDITORS, show: showEndDate, form: formOf(setEndDate, `${SUBSCRIPTION}/end`) },
  {
    path: `${SUBSCRIPTION}/switch`,
    roles: EDITORS,
    show: showSwitch,
    form: formOf(switchPlan, `${SUBSCRIPTION}/switch`),
  },
  { path: `${SUBSCRIPTION}/pause`, roles: EDITORS, show: showPause, form: formOf(pause, `${SUBSCRIPTION}/pause`) },
  {
    path: `${SUBSCRIPTION}/unpause`,
    roles: EDITORS,
    show: showUnpause,
    form: formOf(unpause, `${SUBSCRIPTION}/unpause`),
  },
  ...[`${READER}/payments/:payment/refund`, `${READER}/gifts/:gift/refund`].map(refundPage),
  { path: `${READER}/merge`, roles: EDITORS, show: showMerge, form: formOf(merge, `${READER}/merge`) },
  { path: `${READER}/export`, roles: OWNERS, show: showExport, form: ownerForm(downloadPerson, `${READER}/export`) },
  { path: `${READER}/erase`, roles: OWNERS, show: showErase, form: ownerForm(erase, `${READER}/erase`) },
];

/** A form for owners who have proved that it is them. */
function ownerForm(submit: Submit, startAgain: string): Form {
  return { holder: 'session', roles: OWNERS, isSensitive: true, submit, startAgain };
}

/** The page of a refund; a large one asks for a fresh proof. */
function refundPage(path: string): Page {
  const form = { holder: 'session', roles: EDITORS, submit: refund, startAgain: path } as const;
  return {
    path,
    roles: EDITORS,
    show: showRefund,
    form: { ...form, isSensitive: isRefundSensitive, keeps: REFUND_FIELDS },
  };
}

type Form = NonNullable<Page['form']>;
type Submit = Extract<Form, { readonly holder: 'session' }>['submit'];

/** A form for editors that starts again on its own page. */
function formOf(submit: Submit, startAgain: string): Form {
  return { holder: 'session', roles: EDITORS, submit, startAgain };
}
