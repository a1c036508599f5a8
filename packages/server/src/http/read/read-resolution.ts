import { AppError, LIMITS } from '@setpoint/contract';
import type { Window } from '@setpoint/core';

const MS_PER_MINUTE = 60_000;

/** The length of an interval, of so many minutes; a window holds not too many of them. */
export function readResolution(minutes: number, { fromMs, toMs }: Window): number {
  if (!(minutes >= 1 && minutes <= LIMITS.maxResolutionMinutes)) {
    throw new AppError(
      'bad_request',
      `resolution must be a whole number of minutes from 1 to ${LIMITS.maxResolutionMinutes}`,
    );
  }
  const stepMs = minutes * MS_PER_MINUTE;
  const count = Math.ceil((toMs - fromMs) / stepMs);
  if (count <= LIMITS.maxIntervals) return stepMs;
  throw new AppError(
    'bad_request',
    `that would be ${count} intervals; at most ${LIMITS.maxIntervals} are returned at once`,
  );
}
