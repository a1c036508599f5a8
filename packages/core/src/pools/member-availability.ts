import { capacityOf, type MemberNow } from './divide-signal.ts';
import { bookingOf, type Direction, type PoolService, withinRamp } from './member-capacity.ts';

/** What a member can give in one direction. Powers in whole watts, without a sign. */
export interface Availability {
  readonly bookedWatts: number;
  readonly availableWatts: number;
  /** What can be reached in these seconds, from what it is ordered now. */
  readonly reachable: readonly number[];
  /** null where nothing is known to end it. */
  readonly enduranceMinutes: number | null;
  readonly binds: NonNullable<MemberNow['hindrance']> | ReturnType<typeof capacityOf>['binds'];
}

interface AvailableAt {
  readonly service: PoolService;
  readonly direction: Direction;
  /** How long its pool must be able to give it. */
  readonly enduranceMinutes: number;
  readonly at: number;
}

const REACHABLE_IN_SECONDS = [30, 300, 750] as const;

const MINUTES_PER_HOUR = 60;

/** What a member can give in one direction, how fast and for how long, and what binds it. */
export function memberAvailability(
  member: MemberNow,
  { service, direction, enduranceMinutes, at }: AvailableAt,
): Availability {
  const { hindrance, last, rampKwPerSecond, storage } = member;
  const capacity = capacityOf(member, { service, direction, enduranceMinutes });
  const from = { watts: last !== null && last.validUntil > at ? last.watts : 0, at };
  const reachable = REACHABLE_IN_SECONDS.map(
    (seconds) => withinRamp(capacity, direction, { rampKwPerSecond, last: from, at: at + seconds * 1_000 }).watts,
  );
  const leftWh = direction === 'export' ? storage?.storedWh : storage && storage.capacityWh - storage.storedWh;
  const isBound = leftWh !== undefined && capacity.watts > 0;
  return {
    bookedWatts: bookingOf(member.values, { service, direction }),
    availableWatts: capacity.watts,
    reachable,
    enduranceMinutes: isBound ? (leftWh / capacity.watts) * MINUTES_PER_HOUR : null,
    binds: hindrance ?? capacity.binds,
  };
}
