import { userInfo } from 'node:os';
import { appendRecord } from '../trail/append-record.ts';
import type { Deed, State } from '../trail/deed.ts';
import type { Tables } from './tables.ts';

/** What somebody does with a command on the machine of the store. */
export function byShell(): Deed {
  return { actor: { kind: 'shell', id: userName() } };
}

/** Records what somebody did to all of a store. */
export async function recordByShell({ tx }: Tables, action: string, after: State): Promise<void> {
  await appendRecord(tx, { by: byShell(), action, subject: { kind: 'store', id: 'all' }, after });
}

// A container may run as a user that has no name.
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
