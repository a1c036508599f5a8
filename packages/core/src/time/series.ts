import type { AssetScheduleCommand, ScheduleEntry } from '@setpoint/contract';
import { parseInstant } from './parse-instant.ts';

/** A value over a half-open range of time, in integer milliseconds. */
export interface Interval {
  readonly startMs: number;
  readonly endMs: number;
  readonly value: number;
}

/** Intervals of one command, by start, without overlap. */
export type Series = readonly Interval[];

/** The series of a command that was accepted before: its text is known to be well-formed and in order. */
export function seriesOf(commandText: string): Series {
  return seriesOfEntries((JSON.parse(commandText) as AssetScheduleCommand).entries);
}

/** As `seriesOf`, of entries that were read out of their text already. */
export function seriesOfEntries(entries: readonly ScheduleEntry[]): Series {
  return entries.map(intervalOf);
}

function intervalOf(entry: ScheduleEntry): Interval {
  return { startMs: storedInstant(entry.startAt), endMs: storedInstant(entry.endAt), value: entry.value };
}

function storedInstant(text: string): number {
  const instantMs = parseInstant(text);
  if (instantMs === undefined) throw new Error(`stored text holds no instant: ${text}`);
  return instantMs;
}
