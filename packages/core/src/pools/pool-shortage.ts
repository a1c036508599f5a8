import { sumOf } from './column-of.ts';
import { capacityOf, type MemberNow, type MemberShare } from './divide-signal.ts';
import { bookingOf, type Direction, type PoolService } from './member-capacity.ts';

/** What binds some members, the most frequent first. */
interface CountedBound<Bound extends string> {
  readonly because: Bound;
  readonly members: number;
}

export function countBounds<Bound extends string>(bounds: readonly Bound[]): CountedBound<Bound>[] {
  return [...Map.groupBy(bounds, (bound) => bound)]
    .map(([because, those]) => ({ because, members: those.length }))
    .toSorted((one, other) => other.members - one.members);
}

/** What nobody in a pool can give, in one direction. Powers in whole watts, without a sign. */
export interface PoolShortage {
  readonly shortOf: 'asked' | 'booked';
  readonly direction: Direction;
  readonly wantedWatts: number;
  readonly missingWatts: number;
  readonly binds: readonly CountedBound<NonNullable<MemberShare['because']>>[];
}

export interface DividedSignal {
  readonly watts: number;
  readonly shortfallWatts: number;
  readonly shares: Iterable<Pick<MemberShare, 'because'>>;
}

/** What is missing of what a pool is asked for; undefined if nothing is. */
export function askedShortage({ watts, shortfallWatts, shares }: DividedSignal): PoolShortage | undefined {
  if (shortfallWatts === 0) return undefined;
  return {
    shortOf: 'asked',
    direction: shortfallWatts < 0 ? 'export' : 'import',
    wantedWatts: Math.abs(watts),
    missingWatts: Math.abs(shortfallWatts),
    binds: countBounds([...shares].flatMap(({ because }) => (because === null ? [] : [because]))),
  };
}

const DIRECTIONS: readonly Direction[] = ['import', 'export'];

/** What is missing of what is booked for the primary members; backups fill in. */
export function bookedShortages(
  members: readonly MemberNow[],
  { service, enduranceMinutes }: { readonly service: PoolService; readonly enduranceMinutes: number },
): PoolShortage[] {
  return DIRECTIONS.flatMap((direction) => {
    const all = members.map((member) => {
      const booked = bookingOf(member.values, { service, direction });
      const { watts, binds } = capacityOf(member, { service, direction, enduranceMinutes });
      return { role: member.role, booked, watts, because: member.hindrance ?? binds };
    });
    const wantedWatts = sumOf(all.filter(({ role }) => role === 'primary').map(({ booked }) => booked));
    const missingWatts = wantedWatts - sumOf(all.map(({ watts }) => watts));
    if (missingWatts <= 0) return [];
    const bound = all.filter(({ booked, watts }) => watts < booked).map(({ because }) => because);
    return [{ shortOf: 'booked' as const, direction, wantedWatts, missingWatts, binds: countBounds(bound) }];
  });
}

const SETTLES_MS = 10_000;
// Members that are on their way are in time until the service must be there in full.
const FULL_ACTIVATION_MS: Readonly<Record<PoolService, number>> = { afrr: 300_000, mfrr: 750_000 };

/** How long a pool must be short, or no longer short, before that is told. */
export function toldAfterMs(shortage: PoolShortage | null, service: PoolService): number {
  const isOnItsWay = shortage?.binds.some(({ because }) => because === 'ramp') === true;
  return isOnItsWay ? FULL_ACTIVATION_MS[service] : SETTLES_MS;
}
