// What a move from one database of the operator to another is made with.
import type { Clock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import type { SecretKeys } from '../database/secrets.ts';
import type { Act, Actor } from '../models/act.ts';
import { HOUSE_ID, type Publication } from '../models/publication/publication.ts';

export interface MoveParts {
  readonly source: Database;
  readonly target: Database;
  readonly clock: Clock;
  readonly secretKeys: SecretKeys;
  readonly actor: Actor;
  /** Called with what begins now. */
  readonly onStep: (step: Step) => void;
}

export type Step = 'freeze' | 'copy' | 'compare' | 'switch' | 'remove';

/** The publication cannot be moved, or not now; the message says why and what to do. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}

/** Of the deployment's own log: the publication's goes with it. */
export const HOUSE = { id: HOUSE_ID };

export function actOf({ id, siteHost }: Pick<Publication, 'id' | 'siteHost'>, name: string): Act {
  return { name: `publication.${name}`, recordId: id, recordName: siteHost };
}
