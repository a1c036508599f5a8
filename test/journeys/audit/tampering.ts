import type { StoredLog } from './stored-log.ts';

/** What shows it: what `verify` says; an export alone; nothing; or the database itself, which refuses it. */
type Shown = RegExp | 'an export' | 'nothing' | 'impossible';

/** What somebody does who can write to the database, and what shows it. */
export interface Tampering {
  readonly what: string;
  readonly how: (log: StoredLog) => unknown;
  readonly shown: Shown;
}

export function tamperings(
  rows: readonly (readonly [what: string, how: (log: StoredLog) => unknown, shown: Shown])[],
): readonly Tampering[] {
  return rows.map(([what, how, shown]) => ({ what, how, shown }));
}
