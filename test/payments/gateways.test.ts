// Which gateways there are where: the sandbox moves no money, so in production it collects for nobody, and nothing waits for its clock.
import { expect, test } from 'vitest';
import { InvalidConfig, readConfig } from '../../src/config.ts';
import { addSeconds } from '../../src/database/clock.ts';
import { readClocks } from '../../src/payments/due.ts';
import {
  findGateway,
  findGatewayNamed,
  GATEWAYS,
  proceedEmbedded,
  type PaymentParts,
} from '../../src/payments/gateways.ts';
import { givenPayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';
import { workOf } from '../support/service/work.ts';

const service = useService();
const inProduction = (): PaymentParts => ({
  ...service(),
  config: { ...service().config, environment: 'production' },
});
const DAY_SECONDS = 86_400;

test('a publication that is connected to none is paid by the sandbox in a test environment, by nobody in production', async () => {
  const { publication } = await givenPayingSite(service());
  expect((await findGateway(service(), publication))?.name).toBe('sandbox');
  expect(await findGateway(inProduction(), publication)).toBeUndefined();
  expect(GATEWAYS.map(({ name }) => findGatewayNamed(inProduction(), name)?.name)).toEqual(
    GATEWAYS.map(({ name, isTestOnly }) => (isTestOnly ? undefined : name)),
  );
  expect(findGatewayNamed(service(), 'unknown')).toBeUndefined();
});

test('the furthest time is that of the sandbox whose clock is furthest ahead; in production ours, without a statement', async () => {
  const near = await givenPayingSite(service());
  const far = await givenPayingSite(service());
  const now = service().clock.now();
  await near.advance('3 days');
  await far.advance('10 days');
  expect(await readClocks(service())).toEqual({ now, latest: addSeconds(now, 10 * DAY_SECONDS) });
  expect(await workOf(() => readClocks(inProduction()))).toEqual({ answer: { now, latest: now }, work: [] });
  const post = () => Promise.reject(new Error('nothing is sent'));
  expect(await workOf(() => proceedEmbedded(inProduction(), post))).toEqual({ answer: false, work: [] });
});

test('faults of the process and of a gateway are told at once', () => {
  const environment = { PORT: 'eighty', STRIPE_SECRET_KEY: 'pk_test_1', STRIPE_API_URL: 'nowhere' };
  let faults: readonly string[] = [];
  try {
    readConfig(environment);
  } catch (error) {
    faults = error instanceof InvalidConfig ? error.faults : [];
  }
  expect(faults).toEqual([
    'PORT must be a port number',
    'STRIPE_SECRET_KEY must begin with sk_live_, rk_live_, sk_test_ or rk_test_',
    'STRIPE_API_URL must be an origin such as http://127.0.0.1:12111',
    'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRETS must be set together',
  ]);
});
