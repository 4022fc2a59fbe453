// Moves a publication to another database of the operator. How far a move has come stands at both ends (models/move-state.ts), so that a run that
// was killed is gone on with by the next one; at most one end answers at any moment:
//   leaving            frozen here: nobody reads or writes, and the copy is made
//   leaving, arriving  the copy is there, and does not count
//   left, arriving     the copy counts; there is no way back
//   left, live         the other end answers, and what is here is removed
import { lowerFence, raiseFence } from '../backup/fence.ts';
import { deleteRowsOf, listOwnedTables } from '../backup/publication-rows.ts';
import { isFenced } from '../database/connection.ts';
import { randomSecret } from '../database/secrets.ts';
import { endGatewayEvent, listOpenGatewayEvents, takeOverGatewayEvents } from '../models/money/gateway-event.ts';
import { advanceMove, beginMove, findMove, removeMoved } from '../models/move-state.ts';
import { forgetMovedHosts, rememberMovedHosts } from '../models/publication/moved-host.ts';
import type { Publication } from '../models/publication/publication.ts';
import { listSiteHosts } from '../models/publication/site-host.ts';
import { recordAct } from '../models/staff/audit-entry.ts';
import { checkTarget } from './checks.ts';
import { copyPublication } from './copy.ts';
import { actOf, HOUSE, MoveRefused, type MoveParts } from './parts.ts';
import { settle } from './settle.ts';

const ALL_TABLES: ReadonlySet<string> = new Set();

/** Throws MoveRefused. Whatever it is interrupted in, the same call goes on. */
export async function movePublication(parts: MoveParts, publication: Publication): Promise<void> {
  const here = await findMove(publication, parts.source);
  if (here?.state === 'arriving')
    throw new MoveRefused('This database holds a copy that another one is making: run the command there');
  if (here?.state !== 'left') await leave(parts, publication, here?.state === 'leaving');
  await arrive(parts, publication);
  await remove(parts, publication);
}

/** Up to the point of no return. */
async function leave(parts: MoveParts, publication: Publication, isGoingOn: boolean): Promise<void> {
  const { source, clock, actor, onStep } = parts;
  await checkTarget(parts, publication);
  onStep('freeze');
  const copy = randomSecret();
  await source.transaction(async (transaction) => {
    if (!(await beginMove(publication, transaction, copy))) throw overtaken();
    if (!isGoingOn) await recordAct(publication, transaction, clock, { actor, act: actOf(publication, 'move') });
  });
  await settle(parts, publication).catch((error: unknown) => {
    // The fence stands since an earlier run, which settled all.
    if (!isFenced(error)) throw error;
  });
  await raiseFence(source, { publicationId: publication.id });
  await copyPublication(parts, publication, copy);
  onStep('switch');
  const step = { from: 'leaving', to: 'left', copy } as const;
  if (!(await source.transaction((transaction) => advanceMove(publication, transaction, step)))) throw overtaken();
}

/** The copy that counts begins to answer. */
async function arrive({ source, target, clock, actor }: MoveParts, publication: Publication): Promise<void> {
  const [here, there] = [await findMove(publication, source), await findMove(publication, target)];
  const { copy } = here ?? {};
  if (here?.state !== 'left' || typeof copy !== 'string') throw overtaken();
  if (there === undefined || there.copy !== copy)
    throw new MoveRefused('The publication has left for another database: name that one by --to');
  if (there.state !== 'arriving') return;
  const events = await listOpenGatewayEvents(publication, source);
  const hosts = await heldHosts({ source: target }, publication);
  await target.transaction(async (transaction) => {
    const step = { from: 'arriving', to: null, copy } as const;
    if (!(await advanceMove(publication, transaction, step))) return;
    await takeOverGatewayEvents(transaction, events);
    await forgetMovedHosts(transaction, hosts);
    await recordAct(publication, transaction, clock, { actor, act: actOf(publication, 'arrive') });
  });
}

/** What is left here, once the other end answers. */
async function remove({ source, clock, actor, onStep }: MoveParts, publication: Publication): Promise<void> {
  onStep('remove');
  const publicationId = publication.id;
  const { copy } = (await findMove(publication, source)) ?? {};
  if (typeof copy !== 'string') throw overtaken();
  const hosts = await heldHosts({ source }, publication);
  const events = await listOpenGatewayEvents(publication, source);
  await source.transaction(async (transaction) => {
    await rememberMovedHosts(transaction, clock, [...hosts, publication.siteHost]);
    for (const event of events) await endGatewayEvent(transaction, clock, event, 'moved to another database');
  });
  await deleteRowsOf(source, await listOwnedTables(source, ALL_TABLES), { publicationId });
  await source.transaction(async (transaction) => {
    if (await removeMoved(publication, transaction, { state: 'left', copy }))
      await recordAct(HOUSE, transaction, clock, { actor, act: actOf(publication, 'move') });
  });
  await lowerFence(source, { publicationId });
}

async function heldHosts({ source }: Pick<MoveParts, 'source'>, publication: Publication): Promise<string[]> {
  const hosts = await listSiteHosts(publication, source);
  return hosts.filter(({ isHeld }) => isHeld).map(({ host }) => host);
}

function overtaken(): MoveRefused {
  return new MoveRefused('Another run of the command has taken this move over, or called it off');
}
