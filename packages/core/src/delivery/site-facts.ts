import type { Asset, PairName, RejectCode } from '@setpoint/contract';
import type { EntryFacts } from '../command-text/carry-entries.ts';
import type { AppliedVersion } from './first-applied-lookup.ts';

/** What a site should have, and what its controller reported last. */
export interface SiteFacts {
  /** The current version of the schedule. */
  readonly version: number;
  /** The version the controller reported last; null if it is not a version of this schedule. */
  readonly appliedVersion: number | null;
  /** What the controller says it cannot do, and since when. */
  readonly rejected: readonly RejectedPair[];
  /** What the controller says it serves in part; nothing, if left out. */
  readonly limited?: readonly (Limitation & { readonly pair: PairName })[];
  /** The assets whose power has not been reported for a minute or longer, though it should be; none, if left out. */
  readonly unmeasured?: readonly Asset[];
  /** When each version was first reported as applied, in any order. */
  readonly applied: readonly AppliedVersion[];
  readonly isOnline: boolean;
  readonly now: number;
}

/** What keeps a site from serving a command in whole, and the power in its place. */
export interface Limitation {
  readonly by: string;
  readonly kW: number;
}

interface RejectedPair {
  readonly pair: PairName;
  readonly code: RejectCode;
  /** What the controller says about it. */
  readonly message?: string | undefined;
  readonly since: number;
}

/** One command of one batch; a pair that was cleared has no entries. */
export interface CommandFacts {
  readonly pair: PairName;
  /** The version that set it. */
  readonly version: number;
  readonly entries: readonly EntryFacts[];
  /** When a later batch named the pair; null if none did. */
  readonly supersededAt: number | null;
  /** Since when a hold applies to it; null if none does. */
  readonly heldSince: number | null;
  /** The last hold on it that was released. */
  readonly release?: Release;
}

/** When a command was held and released, and the version that released it. */
export interface Release {
  readonly heldAt: number;
  readonly releasedAt: number;
  readonly version: number;
}
