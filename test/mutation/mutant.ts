// A mutant: one small deliberate fault in the sources, which a test must detect (`npm run test:long`).

export interface Mutant {
  /** The fault as a sentence about the product; unique among all mutants. */
  readonly what: string;
  /** From the project's folder. */
  readonly file: string;
  /** Text that stands exactly once in the file, so that a change of the sources that moves it is noticed. */
  readonly find: string;
  readonly replace: string;
  /** The part of `npm test` that should notice, and those of its files that are enough to see it. */
  readonly part: 'unit' | 'sqlite' | 'postgres' | 'faults' | 'clients' | 'browser' | 'sdk';
  readonly tests: readonly string[];
}
