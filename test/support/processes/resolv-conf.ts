// A process that asks name servers of its own, by a mount namespace with another /etc/resolv.conf. Only look-ups that ask the name servers
// themselves take its port: the system's own expects them at port 53.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inNamespace } from './mount-namespace.ts';

const MOUNT = 'mount --bind "$0" /etc/resolv.conf || { echo "no resolv.conf can be mounted here" >&2; exit 1; }';

/** @param address of the name server, with its port */
export function askingNameServer(address: string, onEnd: (close: () => void) => void): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-resolv-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'resolv.conf');
  writeFileSync(file, `nameserver ${address}\n`);
  return inNamespace(MOUNT, file);
}
