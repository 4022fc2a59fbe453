// The figures of a publication, and its payments.
import { EVERYBODY, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import { showBehind } from './behind.ts';
import { showChanges } from './changes.ts';
import { showCohorts } from './cohorts.ts';
import { showFigures } from './figures.ts';
import { showLeaving } from './leaving.ts';
import { sendMoney, showMoney } from './money.ts';
import { switchMail } from './monthly-mail.ts';
import { showPeopleAt } from './people-at.ts';
import { showPeopleFigures } from './people.ts';
import { showRevenue } from './revenue.ts';

export const FIGURES_ROUTES: readonly Page[] = [
  { path: `${ROOT}/figures`, roles: EVERYBODY, show: showFigures },
  { path: `${ROOT}/figures/people`, roles: EVERYBODY, show: showPeopleFigures },
  { path: `${ROOT}/figures/revenue`, roles: EVERYBODY, show: showRevenue },
  { path: `${ROOT}/figures/leaving`, roles: EVERYBODY, show: showLeaving },
  { path: `${ROOT}/figures/cohorts`, roles: EVERYBODY, show: showCohorts },
  {
    path: `${ROOT}/figures/mail`,
    form: { holder: 'session', roles: EVERYBODY, startAgain: `${ROOT}/figures`, submit: switchMail },
  },
  { path: `${ROOT}/money`, roles: EVERYBODY, show: showMoney },
  { path: `${ROOT}/money.csv`, roles: EVERYBODY, show: sendMoney },
  { path: `${ROOT}/figures/changes`, roles: EVERYBODY, show: showChanges },
  { path: `${ROOT}/figures/behind`, roles: EVERYBODY, show: showBehind },
  { path: `${ROOT}/figures/people-at`, roles: EVERYBODY, show: showPeopleAt },
];
