import type { IssueCode, PairName } from '@setpoint/contract';
import type { PoolOrder } from './lay-orders.ts';

/** One step on the way to a target: what moved it, by how much, and where that led. */
export interface Step {
  readonly source: PairName | 'rating' | 'hold' | 'order';
  readonly delta: number;
  readonly after: number;
  /** Which order, if it is one. */
  readonly order?: PoolOrder;
}

export interface Issue {
  readonly code: IssueCode;
  /** By how much, in kW, or kWh for `energy`; null where there is no measure. */
  readonly amount: number | null;
  /** When it begins, if that is within the segment. */
  readonly at?: number;
}

/** What holds at one instant; null where undefined or unbounded. */
export interface Situation {
  readonly target: number | null;
  /** To be added to the site's own baseline where there is no target. */
  readonly offset: number | null;
  readonly lo: number | null;
  readonly hi: number | null;
  readonly reserveImport: number | null;
  readonly reserveExport: number | null;
  /** How the target, else the offset, else the preference or bound came about. */
  readonly because: readonly Step[];
  readonly issues: readonly Issue[];
}

export interface BessSituation extends Situation {
  /** The state of charge to reach and hold with the power that is left. */
  readonly optimalSocPercent: number | null;
}

/** A situation that holds from one instant up to but not including another. */
export type Segment<Held extends Situation = Situation> = Held & { readonly from: number; readonly to: number };

export function boundOrNull(bound: number): number | null {
  return Number.isFinite(bound) ? bound : null;
}
