// Installs what Masthead needs to run, and with --tests what its tests need besides; `npm start` and `npm test` call it first.
// Without the npm packages nothing works, so it exits with an error; a missing tool of the tests is reported, and fails its own part of the tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { prepareAuthlib } from './setup/authlib.mjs';
import { prepareChromium } from './setup/chromium.mjs';
import { prepareDjango } from './setup/django.mjs';
import { prepareGoClient } from './setup/go.mjs';
import { prepareLocalstripe } from './setup/localstripe.mjs';
import { CannotPrepare, say } from './setup/machine.mjs';
import { prepareNodePackages } from './setup/node-packages.mjs';
import { prepareOasdiff } from './setup/oasdiff.mjs';
import { preparePostgres } from './setup/postgres.mjs';
import { prepareSchemathesis } from './setup/schemathesis.mjs';
import { prepareGoSdk, prepareJavaSdk, preparePythonSdk } from './setup/sdk.mjs';
import { prepareStripeMock } from './setup/stripe-mock.mjs';

/**
 * @param {() => unknown} prepare
 * @returns {boolean} whether it is there now
 */
function succeeds(prepare) {
  try {
    prepare();
    return true;
  } catch (error) {
    if (!(error instanceof CannotPrepare)) throw error;
    say(`FAILED: ${error.message}`);
    return false;
  }
}

/** Steps for the tests that need the npm packages. */
const OF_PACKAGES = [preparePostgres, prepareChromium];
/**
 * The other steps for the tests. Lanes run concurrently, beside npm; the steps of a lane run one after the other, since they share Go's build cache or a
 * pip. Java's lane mostly waits for the network.
 */
const LANES = [
  [prepareGoClient, prepareOasdiff, prepareGoSdk, prepareStripeMock],
  [prepareSchemathesis, prepareAuthlib, prepareDjango, prepareLocalstripe, preparePythonSdk],
  [prepareJavaSdk],
];

/**
 * Runs a lane in a process of its own: this file, called with the lane's number.
 * @param {unknown} _steps
 * @param {number} lane
 */
async function runLane(_steps, lane) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--lane', String(lane)], { stdio: 'inherit' });
  await once(child, 'close');
}

/** @param {boolean} isForTests */
async function setUp(isForTests) {
  const lanes = isForTests ? LANES.map(runLane) : [];
  if (!succeeds(prepareNodePackages)) process.exitCode = 1;
  else if (isForTests) OF_PACKAGES.map(succeeds);
  await Promise.all(lanes);
}

const { values } = parseArgs({ options: { tests: { type: 'boolean' }, lane: { type: 'string' } } });
if (values.lane === undefined) await setUp(values.tests === true);
else LANES[Number(values.lane)]?.map(succeeds);
