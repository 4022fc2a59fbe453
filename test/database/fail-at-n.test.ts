// Each call of the database fails in turn, on the way through whole journeys. What failed is answered as the contract says, nothing is half made, and who
// sends the same request again gets to the end.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../src/database/connection.ts';
import { openTestDatabase } from '../support/databases/database.ts';
import { ANSWER_OF_COMMIT, failingDatabase, StoreFaults } from '../support/databases/failing-database.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import type { Journey, Stage } from '../support/journeys/journey.ts';
import { PAYING_JOURNEYS } from '../support/journeys/paying.ts';
import { SIGN_IN_JOURNEYS } from '../support/journeys/signing-in.ts';
import { STAFF_JOURNEYS } from '../support/journeys/staff.ts';
import { givenRelyingParty } from '../support/outside/relying-party.ts';
import { givenPayingSite } from '../support/publications/paying.ts';
import { DASHBOARD, signedInStaff } from '../support/publications/staff.ts';
import { isDrawnCase } from '../support/runs/drawn.ts';
import { Attempts, type ProvokedFault } from '../support/service/attempts.ts';
import { openService, type TestService } from '../support/service/service.ts';

const JOURNEYS: readonly Journey[] = [...SIGN_IN_JOURNEYS, ...PAYING_JOURNEYS, ...STAFF_JOURNEYS];

const FAULTS: readonly ProvokedFault[] = [
  {
    name: 'unavailable',
    newError: () => new DatabaseUnavailable('no answer from the store'),
    statuses: [503],
    mayFollowCommit: false,
  },
  { name: 'broken', newError: () => new Error('a surprise of the store'), statuses: [500, 503], mayFollowCommit: true },
];
const NO_FAULT: ProvokedFault = {
  name: 'none',
  newError: () => new Error('no fault was asked for'),
  statuses: [],
  mayFollowCommit: false,
};

/** For all of them, on a busy machine. */
const TIMEOUT_MILLISECONDS = 1_800_000;

const faults = new StoreFaults();
let service: TestService;
let stage: Stage;
let count = 0;

/** Each journey has a database of its own, as each failure has the whole ledger checked. */
beforeEach(async () => {
  const place = await openTestDatabase();
  const walled = failingDatabase(place.walled, faults);
  service = await openService(DASHBOARD, undefined, 1, { ...place, walled });
  const site = await givenPayingSite(service);
  const settings = { backchannelLogoutUri: 'https://www.example.test/logout' };
  stage = {
    site,
    party: await givenRelyingParty(service, settings, site),
    signInOwner: () => signedInStaff(service, site.publication, 'owner', `owner@${site.publication.siteHost}`),
  };
});
afterEach(() => service.close());

/** What waits from the journeys before is done, so that no call is counted for it. */
async function settle(): Promise<void> {
  await stage.site.settle();
  await service.database.transaction(({ knex }) => knex('deliveries').whereNull('endedAt').update({ endedAt: 0 }));
}

/** Goes the journey while its n-th call fails; returns what it came to. */
async function goWith({ name, prepare }: Journey, fault: ProvokedFault, n: number): Promise<unknown> {
  count += 1;
  const run = await prepare(stage, `reader${count}`);
  await settle();
  const onFailure = async (): Promise<void> =>
    expect(await ledgerFaults(service.database, []), `${name}: ${faults.thrown}`).toEqual([]);
  const advance = (seconds: number): void => service.clock.advance(seconds);
  faults.arm(n, fault.newError);
  return run(new Attempts({ faults, fault, onFailure, advance }));
}

describe.each(JOURNEYS)('$name', (journey) => {
  test(
    'R-F9 comes to its end on the second try, whichever call of the database fails',
    { timeout: TIMEOUT_MILLISECONDS },
    async () => {
      expect(await goWith(journey, NO_FAULT, Infinity)).toEqual(journey.comesTo);
      const { calls } = faults;
      for (let n = 1; n <= calls; n += 1)
        for (const [index, fault] of FAULTS.entries()) {
          if (!isDrawnCase(FAULTS.length * n + index)) continue;
          const ending = await goWith(journey, fault, n);
          const { thrown } = faults;
          const isLost = thrown === ANSWER_OF_COMMIT || fault.mayFollowCommit;
          const endings = [journey.comesTo, ...(isLost ? (journey.afterLostAnswer ?? []) : [])];
          expect(endings, `call ${n} of ${calls}, ${fault.name}: ${thrown}`).toContainEqual(ending);
        }
      expect(await ledgerFaults(service.database, [])).toEqual([]);
    },
  );
});
