// The pages about events and notices that are sent to programs and websites, and about the keys that sign.
import { OWNERS, ROOT } from '../navigation.ts';
import type { Page } from '../visit.ts';
import { showApplicationDeliveries, showEndpointDeliveries } from './deliveries.ts';
import { resendToApplication, resendToEndpoint, showApplicationDelivery, showEndpointDelivery } from './delivery.ts';
import {
  changeEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  rotateSecret,
  sendTest,
} from './endpoint-acts.ts';
import { ENDPOINT_FIELDS } from './endpoint-fields.ts';
import { showEndpoint } from './endpoint.ts';
import { showEndpoints } from './endpoints.ts';
import { showNewEndpoint, submitNewEndpoint } from './new-endpoint.ts';
import { showReplay, submitReplay } from './replay.ts';
import { showSigningKeys } from './signing-keys.ts';

const ALL = `${ROOT}/endpoints`;
const NEW = `${ROOT}/new-endpoint`;
const ONE = `${ALL}/:endpoint`;
const DELIVERIES_OF_APPLICATION = `${ROOT}/applications/:application/deliveries`;

export const EVENT_ROUTES: readonly Page[] = [
  { path: ALL, roles: OWNERS, show: showEndpoints },
  {
    path: NEW,
    roles: OWNERS,
    isSensitive: true,
    show: showNewEndpoint,
    form: {
      holder: 'session',
      roles: OWNERS,
      isSensitive: true,
      keeps: ENDPOINT_FIELDS,
      submit: submitNewEndpoint,
      startAgain: NEW,
    },
  },
  {
    path: ONE,
    roles: OWNERS,
    show: showEndpoint,
    // The address to which readers' data is sent.
    form: {
      holder: 'session',
      roles: OWNERS,
      isSensitive: true,
      keeps: ENDPOINT_FIELDS,
      submit: changeEndpoint,
      startAgain: ONE,
    },
  },
  {
    path: `${ONE}/rotate-secret`,
    form: { holder: 'session', roles: OWNERS, isSensitive: true, submit: rotateSecret, startAgain: ONE },
  },
  { path: `${ONE}/disable`, form: { holder: 'session', roles: OWNERS, submit: disableEndpoint, startAgain: ONE } },
  { path: `${ONE}/enable`, form: { holder: 'session', roles: OWNERS, submit: enableEndpoint, startAgain: ONE } },
  {
    path: `${ONE}/delete`,
    form: { holder: 'session', roles: OWNERS, isSensitive: true, submit: deleteEndpoint, startAgain: ALL },
  },
  { path: `${ONE}/test`, form: { holder: 'session', roles: OWNERS, submit: sendTest, startAgain: ONE } },
  {
    path: `${ONE}/replay`,
    roles: OWNERS,
    show: showReplay,
    form: { holder: 'session', roles: OWNERS, submit: submitReplay, startAgain: `${ONE}/replay` },
  },
  { path: `${ONE}/deliveries`, roles: OWNERS, show: showEndpointDeliveries },
  { path: `${ONE}/deliveries/:delivery`, roles: OWNERS, show: showEndpointDelivery },
  {
    path: `${ONE}/deliveries/:delivery/resend`,
    form: { holder: 'session', roles: OWNERS, submit: resendToEndpoint, startAgain: `${ONE}/deliveries/:delivery` },
  },
  { path: `${ROOT}/signing-keys`, roles: OWNERS, show: showSigningKeys },
  { path: DELIVERIES_OF_APPLICATION, roles: OWNERS, show: showApplicationDeliveries },
  { path: `${DELIVERIES_OF_APPLICATION}/:delivery`, roles: OWNERS, show: showApplicationDelivery },
  {
    path: `${DELIVERIES_OF_APPLICATION}/:delivery/resend`,
    form: {
      holder: 'session',
      roles: OWNERS,
      submit: resendToApplication,
      startAgain: `${DELIVERIES_OF_APPLICATION}/:delivery`,
    },
  },
];
