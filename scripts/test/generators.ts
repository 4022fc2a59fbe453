// Tries the generators of clients, for `npm run test:long`: each makes a client of each document that the service serves, which is built and walks.
import type { Generator } from '../../test/generators/generator.ts';
import { GENERATORS } from '../../test/generators/registered.ts';
import { Walks } from '../../test/generators/walk.ts';
import { CannotPrepare } from '../setup/machine.mjs';

export interface Tried {
  readonly passed: number;
  readonly failed: number;
  /** The generators that this machine lacks something for. */
  readonly notRun: readonly string[];
}

type Print = (line: string) => void;

export async function tryGenerators(print: Print): Promise<Tried> {
  const lacking = GENERATORS.map((generator) => ({ generator, reason: reasonAgainst(generator) }));
  const walks = await Walks.open();
  let [passed, failed] = [0, 0];
  try {
    for (const { generator, reason } of lacking) {
      for (const document of reason === undefined ? walks.documents : []) {
        const start = performance.now();
        const fault = await walks.walk(generator, document).then(() => undefined, String);
        const seconds = ((performance.now() - start) / 1000).toFixed(1);
        print(`${fault === undefined ? 'works' : 'FAILED'}: ${generator.name}, from ${document.title} (${seconds} s)`);
        if (fault === undefined) passed += 1;
        else failed += 1;
        if (fault !== undefined) print(fault);
      }
    }
  } finally {
    await walks.close();
  }
  const notRun = lacking.flatMap(({ generator, reason }) =>
    reason === undefined ? [] : [`${generator.name} (${reason})`],
  );
  return { passed, failed, notRun };
}

/** Why a generator cannot be tried on this machine. */
function reasonAgainst(generator: Generator): string | undefined {
  try {
    generator.prepare();
    return undefined;
  } catch (error) {
    if (!(error instanceof CannotPrepare)) throw error;
    return error.message;
  }
}
