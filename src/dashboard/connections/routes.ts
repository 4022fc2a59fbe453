// The pages on which a publisher connects programs and websites.
import type { FastifyReply } from 'fastify';
import type { Service } from '../../service.ts';
import { OWNERS, ROOT } from '../navigation.ts';
import type { FormVisit, Page } from '../visit.ts';
import {
  addSecret,
  deleteApplication,
  disableApplication,
  enableApplication,
  endSecret,
  showDeleteApplication,
} from './application-acts.ts';
import { runCheck } from './application-check.ts';
import { APPLICATION_FIELDS } from './application-fields.ts';
import {
  showApplicationSettings,
  showNewApplication,
  submitApplicationSettings,
  submitNewApplication,
} from './application-form.ts';
import { showApplication } from './application.ts';
import { showApplications } from './applications.ts';
import { EVENT_ROUTES } from './event-routes.ts';
import { createKey, KEY_FIELDS, revokeKey, showKeys } from './keys.ts';

const APPLICATION = `${ROOT}/applications/:application`;

type Submit = (service: Service, visit: FormVisit) => Promise<FastifyReply>;

export const CONNECTIONS_ROUTES: readonly Page[] = [
  {
    path: `${ROOT}/keys`,
    roles: OWNERS,
    show: showKeys,
    form: sensitive(createKey, `${ROOT}/keys`, Object.values(KEY_FIELDS)),
  },
  {
    path: `${ROOT}/keys/revoke`,
    form: sensitive(revokeKey, `${ROOT}/keys`),
  },
  { path: `${ROOT}/applications`, roles: OWNERS, show: showApplications },
  {
    path: `${ROOT}/new-application`,
    roles: OWNERS,
    // Asked for before the form, too, so that hardly anybody is asked after filling it in.
    isSensitive: true,
    show: showNewApplication,
    form: sensitive(submitNewApplication, `${ROOT}/new-application`, Object.values(APPLICATION_FIELDS)),
  },
  { path: APPLICATION, roles: OWNERS, show: showApplication },
  {
    path: `${APPLICATION}/settings`,
    roles: OWNERS,
    isSensitive: true,
    show: showApplicationSettings,
    form: sensitive(submitApplicationSettings, `${APPLICATION}/settings`, Object.values(APPLICATION_FIELDS)),
  },
  { path: `${APPLICATION}/disable`, form: sensitive(disableApplication, APPLICATION) },
  { path: `${APPLICATION}/enable`, form: sensitive(enableApplication, APPLICATION) },
  { path: `${APPLICATION}/secrets`, form: sensitive(addSecret, APPLICATION) },
  { path: `${APPLICATION}/secrets/end`, form: sensitive(endSecret, APPLICATION) },
  {
    path: `${APPLICATION}/check`,
    form: { holder: 'session', roles: OWNERS, submit: runCheck, startAgain: APPLICATION },
  },
  {
    path: `${APPLICATION}/delete`,
    roles: OWNERS,
    show: showDeleteApplication,
    form: sensitive(deleteApplication, APPLICATION),
  },
  ...EVENT_ROUTES,
];

/**
 * A form of owners that asks for a fresh proof.
 * @param startAgain where a stale form, or one that waits for a proof, leads
 * @param keeps the fields that it shows again after the proof
 */
function sensitive(submit: Submit, startAgain: string, keeps: readonly string[] = []): NonNullable<Page['form']> {
  return { holder: 'session', roles: OWNERS, isSensitive: true, keeps, submit, startAgain };
}
