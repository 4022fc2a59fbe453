// Starts a reference server (reference-server.ts) as a process of its own.
import { startServerProcess, type ServerProcess } from '../../test/support/server-process.ts';

export function startReference(args: readonly string[]): Promise<ServerProcess> {
  return startServerProcess({}, ['scripts/bench/reference-server.ts', ...args]);
}
