import type { CsvTable } from '@setpoint/client';
import { findPair } from '@setpoint/contract';

/** A table as it was pasted or read from a file, and what was chosen beside it. */
export interface TableDraft {
  readonly text: string;
  /** Whether it has the values of one day, or entries with their times. */
  readonly kind: 'day' | 'entries';
  readonly day: string;
  readonly resolution: number;
  readonly pair: string;
  readonly dropEnded: boolean;
}

/** The table with what it does not say of itself. */
export function csvRequest({ text, kind, day, resolution, pair, dropEnded }: TableDraft): CsvTable {
  const { asset, type } = findPair(pair)?.row ?? {};
  return {
    csv: text,
    ...(hasColumn(text, 'asset') ? {} : { asset }),
    ...(hasColumn(text, 'type') ? {} : { type }),
    ...(kind === 'day' ? { day, resolution } : {}),
    ...(dropEnded ? { dropEnded } : {}),
  };
}

/** Whether the table names its commands by itself. */
export function namesItsPairs(text: string): boolean {
  return hasColumn(text, 'asset') && hasColumn(text, 'type');
}

function hasColumn(text: string, name: string): boolean {
  const [head = ''] = text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split(/[\r\n]/, 1);
  return head.split(/[;,\t]/).some((cell) => cell.replaceAll('"', '').trim().toLowerCase() === name);
}

/** A line of the table, to be shown. */
export function lineOf(text: string, line: number): string {
  return text.split(/\r\n|\r|\n/)[line - 1] ?? '';
}
