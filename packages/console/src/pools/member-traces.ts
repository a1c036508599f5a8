import type { MemberFollowing } from '@setpoint/contract';
import { SHOWN_SECONDS } from './past-trace.ts';

/** What a member was ordered and supplied at an instant; null where that is not known. */
export interface MemberPoint {
  readonly second: number;
  readonly orderedKw: number | null;
  readonly suppliedKw: number | null;
}

/** Points in the order of time, by the id of the site. */
export type MemberTraces = ReadonlyMap<string, readonly MemberPoint[]>;

/** The traces with what the service says now; of what is older than five minutes, nothing stays. */
export function withReading(
  traces: MemberTraces,
  second: number,
  members: readonly Pick<MemberFollowing, 'siteId' | 'order'>[],
): MemberTraces {
  return new Map(
    members.map(({ siteId, order }) => {
      const point = { second, orderedKw: order?.kW ?? null, suppliedKw: order?.suppliedkW ?? null };
      const kept = (traces.get(siteId) ?? []).filter((one) => one.second > second - SHOWN_SECONDS);
      return [siteId, [...kept, point]];
    }),
  );
}
