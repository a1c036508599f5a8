import { InvalidArgumentError, Option } from 'commander';
import { readTime } from './read-time.ts';

/** What the help says below the options of a command that takes times. */
export const TIMES_IN_HELP = `
Times: 2030-01-01, 2030-01-01 06:00, 06:00, today, tomorrow 06:00, now, +2h, -1d, or
RFC 3339 such as 2030-01-01T06:00:00Z. Without an offset they are in the time zone of
the site that the command names, otherwise of this machine.`;

const IS_WANTED =
  'It must be a time, such as 2030-01-01, "2030-01-01 06:00", "tomorrow 06:00", now, +2h or 2030-01-01T06:00:00Z.';

/** An option that takes a time as people write it; `timesIn` reads it once the time zone is known. */
export function timeOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser(timeOrThrow);
}

/** Refuses what is no time in any zone, before the service is asked for anything. */
export function timeOrThrow(text: string): string {
  if (readTime(text, { zone: 'UTC', nowMs: Date.now() }).kind === 'instant') return text;
  throw new InvalidArgumentError(IS_WANTED);
}
