// Installs what is missing to run Masthead, and with --tests what its tests need besides; `npm start` and `npm test` call it first.
// Without the npm packages nothing works, so that ends in an error; a missing tool of the tests is told here, and fails its own part of the tests.
import { prepareAuthlib } from './setup/authlib.mjs';
import { prepareChromium } from './setup/chromium.mjs';
import { prepareGoClient } from './setup/go.mjs';
import { prepareLocalstripe } from './setup/localstripe.mjs';
import { CannotPrepare, say } from './setup/machine.mjs';
import { prepareNodePackages } from './setup/node-packages.mjs';
import { preparePostgres } from './setup/postgres.mjs';
import { prepareSchemathesis } from './setup/schemathesis.mjs';
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

if (!succeeds(prepareNodePackages)) process.exit(1);
if (process.argv.includes('--tests')) [prepareSchemathesis, prepareAuthlib, prepareGoClient, prepareStripeMock, prepareLocalstripe, prepareChromium, preparePostgres].map(succeeds);
