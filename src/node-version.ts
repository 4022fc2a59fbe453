// Refuses to run below Node 24: the SQLite driver does not fail there with an error, it crashes the process.
// Entry points import this first; Node below 22.18 stops even earlier, since it does not run TypeScript.

const REQUIRED_MAJOR = 24;

/** What to tell the operator when this Node is too old; undefined when it is fine. */
export function nodeVersionFault(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= REQUIRED_MAJOR) return undefined;
  return `Masthead needs Node ${REQUIRED_MAJOR} or newer and this is ${version}: start it through npm (npm run serve), or put node_modules/.bin first in PATH.`;
}

const fault = nodeVersionFault(process.versions.node);
if (fault !== undefined) {
  process.stderr.write(`${fault}\n`);
  process.exit(1);
}
