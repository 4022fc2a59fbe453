// The facts, and a sentence for each of them that needs a look: as `masthead status` and the page beside the metrics show them.
import { toFacts, type Facts } from './facts.ts';
import { findProblems, sentenceOf } from './problems.ts';
import type { State } from './state.ts';

export interface Status extends Facts {
  /** One sentence each. */
  readonly problems: readonly string[];
}

export function toStatus(state: State, now: Date): Status {
  const facts = toFacts(state, now);
  return { ...facts, problems: findProblems(facts).map(sentenceOf) };
}

/** The second wall between publications, in some words. */
export function wallOf({ second_wall: wall }: Facts): string {
  if (wall === null) return 'none on SQLite';
  return wall.stands ? 'stands' : `cannot stand: ${wall.cause}`;
}
