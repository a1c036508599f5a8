import { LIMITS } from '@setpoint/contract';
import { InvalidArgumentError } from 'commander';

/** Reads how long a controller carries on. */
export function secondsOf(text: string): number {
  const seconds = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  const { minHoldSeconds: least, maxHoldSeconds: most } = LIMITS;
  if (seconds >= least && seconds <= most) return seconds;
  throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
}
