// Journeys of readers, staff and programs, each for a person of its own, so that many can run in one publication.
import type { Browser } from '../browser/browser.ts';
import type { RelyingParty } from '../outside/relying-party.ts';
import type { PayingSite } from '../publications/paying.ts';
import type { Attempts } from '../service/attempts.ts';

/** What the journeys of a file share. */
export interface Stage {
  readonly site: PayingSite;
  readonly party: RelyingParty;
  /** Returns a browser in which an owner has just signed in to the dashboard. */
  readonly signInOwner: () => Promise<Browser>;
}

/** Goes from the beginning to the end, and returns what the journey came to; where it ends early, the status that says so. */
type Run = (attempts: Attempts) => Promise<unknown>;

export interface Journey {
  readonly name: string;
  /** Makes what the person needs beforehand. @param name theirs, which nobody else has */
  prepare(stage: Stage, name: string): Promise<Run>;
  readonly comesTo: unknown;
  /** What it may come to as well, where a request took effect and its answer was lost. */
  readonly afterLostAnswer?: readonly unknown[];
}

export function addressOf(name: string): string {
  return `${name}@example.org`;
}
