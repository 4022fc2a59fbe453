// Processes that see other mounts than the rest of the machine.

// Without the right to mount, anybody may still have a namespace of users where he has it; where the machine forbids that too, the process ends,
// and its test fails by what is said here.
const NAMESPACE = process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount'];

/** A launcher: runs the shell commands with `given` as `$0`, then the program. @param mount says on stderr why it fails, and exits */
export function inNamespace(mount: string, given: string): readonly string[] {
  return ['unshare', ...NAMESPACE, 'sh', '-c', `${mount}\nexec "$@"`, given];
}
