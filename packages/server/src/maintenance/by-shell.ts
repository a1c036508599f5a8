import { userInfo } from 'node:os';
import type { Deed } from '../trail/deed.ts';

/** What somebody does with a command on the machine of the store. */
export function byShell(): Deed {
  return { actor: { kind: 'shell', id: userName() } };
}

// A container may run as a user that has no name.
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
