// A generator of clients, as the tests try it: it makes a client from a document of the service, builds it, and says how to start the walk by it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A document that the service serves for tools (docs/guides/versions.md). */
export interface ServedDocument {
  readonly title: string;
  readonly path: string;
  /** The tag of the data API, as in names of classes and of modules. */
  readonly group: { readonly className: string; readonly moduleName: string };
  /** Whether clients take times of filters as the times of their language. */
  readonly hasTimes: boolean;
}

/** What starts the walk. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Generator {
  readonly name: string;
  /** Installs what it needs unless it is there. Throws CannotPrepare with the reason. */
  prepare(): void;
  /** Generates and builds the client and the walk in an empty folder. Throws with the output of what failed. */
  build(document: ServedDocument, folder: string): Program;
}

const WALKS = join(import.meta.dirname, 'walks');

/** Writes a walk into a folder, with the names and the time that the client of this document has. */
export function placeWalk(name: string, target: string, group: string, longAgo = ''): void {
  const text = readFileSync(join(WALKS, name), 'utf8').replaceAll('GROUP', group).replaceAll('LONG_AGO', longAgo);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}
