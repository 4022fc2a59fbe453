// Calls a move off: the publication answers here again, as it was. Possible until the copy counts.
import { lowerFence } from '../backup/fence.ts';
import { randomSecret } from '../database/secrets.ts';
import { advanceMove, beginMove, findMove } from '../models/move-state.ts';
import type { Publication } from '../models/publication/publication.ts';
import { recordAct } from '../models/staff/audit-entry.ts';
import { removeCopy } from './copy.ts';
import { actOf, MoveRefused, type MoveParts } from './parts.ts';

type CancelParts = Pick<MoveParts, 'source' | 'clock' | 'actor'> & {
  /** Without it, a copy that was made stays where it is: it answers nowhere, and the next move there replaces it. */
  readonly target: MoveParts['target'] | undefined;
};

/** Throws MoveRefused. Whatever it is interrupted in, the same call goes on. */
export async function cancelMove(parts: CancelParts, publication: Publication): Promise<void> {
  const { source, target, clock, actor } = parts;
  const here = await findMove(publication, source);
  if (here?.state !== 'leaving') throw new MoveRefused(refusalOf(here?.state ?? null));
  const copy = randomSecret();
  // From here on a run that still copies gets no further, since its copy is not this one.
  const isTaken = await source.transaction((transaction) => beginMove(publication, transaction, copy));
  if (!isTaken) throw new MoveRefused(refusalOf('left'));
  if (target !== undefined) await removeCopy({ target }, publication);
  await lowerFence(source, { publicationId: publication.id });
  await source.transaction(async (transaction) => {
    if (!(await advanceMove(publication, transaction, { from: 'leaving', to: null, copy })))
      throw new MoveRefused('Another run of the command has taken this move over');
    await recordAct(publication, transaction, clock, { actor, act: actOf(publication, 'cancel-move') });
  });
}

function refusalOf(state: 'left' | 'arriving' | null): string {
  if (state === null) return 'The publication is not being moved';
  return state === 'left'
    ? 'The publication has left already: run the command without --cancel, which brings the move to its end'
    : 'This database holds a copy that another one is making: run the command there';
}
