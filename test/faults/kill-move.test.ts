// kill -9 of masthead publication move in the middle of its steps; all steps, from and to either kind of database, in test/endurance/kill-move.test.ts.
import { expect, test } from 'vitest';
import { moveAndKill } from '../relocation/killed-move.ts';
import { drawnOf } from '../support/runs/drawn.ts';

test('a move that is killed in its middle goes on when it is run again, and one end alone answers', async ({
  onTestFinished,
}) => {
  const live = await moveAndKill(
    { from: 'postgres', to: 'sqlite', points: drawnOf(['the copy', 'the arrival', 'the removal']) },
    onTestFinished,
  );
  expect(live).toBe(1);
});
