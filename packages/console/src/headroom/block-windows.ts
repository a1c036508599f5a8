import { type Hours, HOURS_OF_CLOCK, hoursView } from './hours-view.ts';

/** A stretch that is asked about at once, in steps that all last the same. */
export interface BlockWindow {
  readonly fromMs: number;
  readonly toMs: number;
  readonly minutes: number;
}

const MINUTES = 60;
const MINUTE_MS = 60_000;

/**
 * The hours of a day in the blocks of a market, which begin by its clock: from 00:00 to 04:00, also on the day on which
 * that takes three or five hours. Steps of an hour or less are steps of time.
 */
export function blockWindows(hours: Hours, timeZone: string, minutes: number): BlockWindow[] {
  const whole = hoursView(hours, timeZone);
  if (whole.toMs <= whole.fromMs) return [];
  if (minutes <= MINUTES) return [{ ...whole, minutes }];
  const windows: BlockWindow[] = [];
  for (const block of blocksOf(hours, minutes / MINUTES)) {
    const { fromMs, toMs } = hoursView({ ...hours, ...block }, timeZone);
    const long = (toMs - fromMs) / MINUTE_MS;
    const last = windows.at(-1);
    if (last !== undefined && last.minutes === long) windows.splice(-1, 1, { ...last, toMs });
    else if (long > 0) windows.push({ fromMs, toMs, minutes: long });
  }
  return windows;
}

function blocksOf({ fromHour, toHour }: Hours, length: number) {
  const starts = Array.from({ length: HOURS_OF_CLOCK / length }, (_, index) => index * length);
  return starts
    .map((start) => ({ fromHour: Math.max(start, fromHour), toHour: Math.min(start + length, toHour) }))
    .filter((block) => block.fromHour < block.toHour);
}
