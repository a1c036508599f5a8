import type { AuditRecord } from '@setpoint/contract';

/** What there is of each subject of the registry, by its kind and id. */
export type RegistryState = ReadonlyMap<string, unknown>;

const KINDS = new Set(['client', 'site', 'grant', 'mapping']);

/** The registry as the log says that it is: the last that was said of each subject. */
export function replayRecords(records: readonly AuditRecord[]): RegistryState {
  const state = new Map<string, unknown>();
  for (const { subject, after, action } of records) {
    if (!KINDS.has(subject.kind) || action.startsWith('sign_in')) continue;
    const key = `${subject.kind}:${subject.id}`;
    if (after !== null) state.set(key, after);
    else {
      state.delete(key);
      for (const other of state.keys()) if (goesWith(key, other, state.get(other))) state.delete(other);
    }
  }
  return state;
}

// With a client go its grants and mappings, with a site the grants of it.
function goesWith(removed: string, other: string, state: unknown): boolean {
  const [kind, id] = removed.split(':');
  if (kind === 'client' && other.startsWith(`grant:${id}/`)) return true;
  if (kind === 'client' && other.startsWith('mapping:')) return (state as { clientId: string }).clientId === id;
  return kind === 'site' && other.startsWith('grant:') && other.endsWith(`/${id}`);
}
