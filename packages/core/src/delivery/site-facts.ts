import type { PairName, RejectCode } from '@setpoint/contract';
import type { EntryFacts } from '../command-text/carry-entries.ts';
import type { AppliedVersion } from './first-applied-lookup.ts';

/** What is known of a site: what it should have, and what its controller said last. */
export interface SiteFacts {
  /** The current version of the schedule. */
  readonly version: number;
  /** The version the controller reported last; null when that is none of this schedule. */
  readonly appliedVersion: number | null;
  /** What it then said it cannot do, and since when it says so. */
  readonly rejected: readonly RejectedPair[];
  /** When each version was first reported as applied, in any order. */
  readonly applied: readonly AppliedVersion[];
  readonly isOnline: boolean;
  readonly now: number;
}

interface RejectedPair {
  readonly pair: PairName;
  readonly code: RejectCode;
  readonly since: number;
}

/** What is known of one command of one batch; a pair that was cleared has no entries. */
export interface CommandFacts {
  readonly pair: PairName;
  /** The version that set it. */
  readonly version: number;
  readonly entries: readonly EntryFacts[];
  /** When a later batch named the pair. */
  readonly supersededAt: number | null;
  /** Since when a hold covers it. */
  readonly heldSince: number | null;
  /** The last hold that covered it and was released. */
  readonly release?: Release;
}

/** From when until when a command was held, and the version that released it. */
export interface Release {
  readonly heldAt: number;
  readonly releasedAt: number;
  readonly version: number;
}
