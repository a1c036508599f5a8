import type { StoredLog } from './stored-log.ts';

/** What somebody does who can write to the database, and who finds it. */
export interface Tampering {
  readonly what: string;
  readonly how: (log: StoredLog) => void;
  /** What `verify` says. */
  readonly found?: RegExp;
  /** Nothing in the log shows it: what does. */
  readonly else?: 'an export' | 'nothing';
  /** The database itself refuses it. */
  readonly isImpossible?: true;
}
