import type { BackupCounts } from '../backup-counts.ts';

/** Where backups are kept. Whatever goes over a network ends with the signal. */
export interface Shelf {
  /** How often it is worth a look whether one is due. */
  readonly lookEveryMs: number;
  /** The names of all that is there, in no order. */
  names(signal: AbortSignal): Promise<readonly string[]>;
  /** Has a file made and keeps it under a name: whole, or not at all. */
  put(name: string, make: MakeFile, signal: AbortSignal): Promise<BackupCounts>;
  remove(name: string, signal: AbortSignal): Promise<void>;
  /** What a person calls what has a name here. */
  placeOf(name: string): string;
}

type MakeFile = (file: string, signal: AbortSignal) => Promise<BackupCounts>;
