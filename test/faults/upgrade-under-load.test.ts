// R-F17 as a sample; test/endurance/upgrade.test.ts has the full rate, and a step that takes away.
import { expect, test } from 'vitest';
import { THERE_AND_BACK, upgradeUnderLoad } from '../support/processes/rolling-upgrade.ts';
import { EXPANDING } from '../support/releases/later-migrations.ts';

test('R-F17 under load a later version takes the place of this one, and this one its place again, and no request fails', async ({
  onTestFinished,
}) => {
  const course = { versions: THERE_AND_BACK, perSecond: 40, restMilliseconds: 300 };
  const { faults, lost, later, exitCodes, requests } = await upgradeUnderLoad(course, onTestFinished);
  expect([faults, lost]).toEqual([[], []]);
  expect(exitCodes).toEqual([0, 0]);
  expect(later).toEqual(EXPANDING.map(({ name }) => name));
  expect(requests).toBeGreaterThan(40);
});
