import type { Command } from '../model/is-schedule-request.ts';

const TYPES = ['upperLimitkW', 'activePowerkW', 'fcrImportkW', 'fcrExportkW'];
const ENTRIES = 1_500;

/** About half a megabyte of commands: a few dozen of them make a checkpoint due. */
export function largeBatch(value: number): readonly Command[] {
  const entries = Array.from({ length: ENTRIES }, (_, minute) => ({
    startAt: atMinute(minute),
    endAt: atMinute(minute + 1),
    value,
  }));
  return TYPES.map((type) => ({ asset: 'grid', type, entries }));
}

function atMinute(minute: number): string {
  return new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString();
}
