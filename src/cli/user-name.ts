// Who runs a command, for the audit log and the list of keys: the user's name on this machine.
import { userInfo } from 'node:os';

/** In a container the user often has a number alone. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
