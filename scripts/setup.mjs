// Installs what is missing to run Masthead, and with --tests what its tests need besides; `npm start` and `npm test` call it first.
// Without the npm packages nothing works, so that ends in an error; a missing tool of the tests is told here, and fails its own part of the tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { prepareAuthlib } from './setup/authlib.mjs';
import { prepareChromium } from './setup/chromium.mjs';
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

/** What the tests need once the npm packages are there. */
const OF_PACKAGES = [preparePostgres, prepareChromium];
/**
 * What the tests need besides. The lanes run beside each other and npm, a lane's steps one after the other: they share what Go has compiled, or a pip.
 * Java's mostly waits for the network.
 */
const LANES = [
  [prepareGoClient, prepareOasdiff, prepareGoSdk, prepareStripeMock],
  [prepareSchemathesis, prepareAuthlib, prepareLocalstripe, preparePythonSdk],
  [prepareJavaSdk],
];

/**
 * In a process of its own, which is this file called with the lane's number.
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
