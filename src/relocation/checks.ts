// Whether a publication can go to the other database: asked before anything is written, so that a refusal costs readers nothing.
import { listMigrations } from '../backup/tables.ts';
import { environmentOf } from '../database/environment.ts';
import { findMove } from '../models/move-state.ts';
import type { Publication } from '../models/publication/publication.ts';
import { findHolder, listSiteHosts } from '../models/publication/site-host.ts';
import { listSigningKeyRecords } from '../models/sign-in/signing-key.ts';
import { MoveRefused, type MoveParts } from './parts.ts';

/** Throws MoveRefused. */
export async function checkTarget(parts: MoveParts, publication: Publication): Promise<void> {
  await checkSameKind(parts);
  await checkSecrets(parts);
  const there = await findMove(publication, parts.target);
  if (there !== undefined && there.state !== 'arriving')
    throw new MoveRefused(
      'The database named by --to has this publication already: it is the same database under another name, or holds a copy that was made otherwise',
    );
  for (const { host, isHeld } of await listSiteHosts(publication, parts.source)) {
    const holder = isHeld ? await findHolder(parts.target, host) : undefined;
    if (holder !== undefined && holder.id !== publication.id)
      throw new MoveRefused(`Another publication of the database named by --to has the host ${host}`);
  }
}

async function checkSameKind({ source, target }: MoveParts): Promise<void> {
  const [here, there] = [await listMigrations(source), await listMigrations(target)];
  if (here.join() !== there.join())
    throw new MoveRefused('The two databases are of different versions of Masthead: upgrade the older one first');
  if ((await environmentOf(source)) !== (await environmentOf(target)))
    throw new MoveRefused('One of the two databases is of production, the other one of a test environment');
}

/** Sealed values and keyed hashes go as they are, so that the other deployment has to have the secret that made them. */
async function checkSecrets({ target, secretKeys }: MoveParts): Promise<void> {
  for (const { privateKeyEncrypted } of await listSigningKeyRecords(target)) {
    if (privateKeyEncrypted === null) continue;
    try {
      secretKeys.decrypt('signing-key', privateKeyEncrypted);
    } catch {
      throw new MoveRefused(
        'SECRET_KEY is not the one of the database named by --to: both deployments need the same (docs/scaling.md)',
      );
    }
  }
}
