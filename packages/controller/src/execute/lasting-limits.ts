import type { LimitedCommand } from '@setpoint/contract';

// Devices take a while to follow a step, and until they did, what is left over belongs to nobody.
const TICKS = 5;

/** Leaves out what did not last for some ticks. */
export function lastingLimits(): (limited: readonly LimitedCommand[]) => LimitedCommand[] {
  let seen = new Map<string, number>();
  return (limited) => {
    const nameOf = ({ asset, type }: LimitedCommand): string => `${asset}/${type}`;
    seen = new Map(limited.map((one) => [nameOf(one), (seen.get(nameOf(one)) ?? 0) + 1]));
    return limited.filter((one) => (seen.get(nameOf(one)) ?? 0) >= TICKS);
  };
}
