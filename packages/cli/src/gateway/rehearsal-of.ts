import { readFileSync } from 'node:fs';
import { badConfig } from '../shell/bad-config.ts';
import type { Shell } from '../shell/shell.ts';

const FASTEST = 100;

/** The clock and the waits that `setpoint conformance` gives a controller by its environment; otherwise those of life. */
export function rehearsalOf({ PACE: pace = '1', CLOCK_FILE: clockFile }: Shell['environment']) {
  const factor = Number(pace);
  if (!(factor >= 1 && factor <= FASTEST))
    throw badConfig('The controller was not started:', [`PACE: ${pace} must be a number from 1 to ${FASTEST}`]);
  if (clockFile === undefined) return { now: Date.now, pace: factor };
  return { now: () => Date.now() + Number(readFileSync(clockFile, 'utf8')), pace: factor };
}
