import type { PairName, RejectCode } from '@setpoint/contract';
import type { EntryFacts } from '../command-text/carry-entries.ts';
import { type EntryContext, entryDelivery, type EntryDelivery } from './entry-delivery.ts';
import { type AppliedVersion, firstAppliedLookup } from './first-applied-lookup.ts';
import { parseRevision, type Revision } from './revision.ts';

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

export interface RejectedPair {
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

export type SiteState = 'in_sync' | 'partial' | 'pending' | 'unreachable';
export type CommandState = 'pending' | 'accepted' | 'rejected' | 'held' | 'superseded';

export interface CommandDelivery {
  readonly pair: PairName;
  readonly state: CommandState;
  readonly code: RejectCode | null;
  readonly entries: readonly EntryDelivery[];
}

/** The version of this schedule that a reported revision names; null for any other state of any other store. */
export function appliedVersionOf(reported: string | null, current: Revision): number | null {
  const revision = reported === null ? undefined : parseRevision(reported);
  if (revision === undefined || revision.epoch !== current.epoch || revision.version > current.version) return null;
  const isOther = revision.version === current.version && revision.hash !== current.hash.slice(0, revision.hash.length);
  return isOther ? null : revision.version;
}

type SyncFacts = Pick<SiteFacts, 'version' | 'appliedVersion' | 'isOnline'> & { readonly rejected: ArrayLike<unknown> };

export function siteState({ version, appliedVersion, rejected, isOnline }: SyncFacts): SiteState {
  if (appliedVersion === version) return rejected.length === 0 ? 'in_sync' : 'partial';
  return isOnline ? 'pending' : 'unreachable';
}

/** What became of each command, with its entries; every command keeps its place. */
export function commandDeliveries(commands: readonly CommandFacts[], site: SiteFacts): CommandDelivery[] {
  const firstApplied = firstAppliedLookup(site.applied);
  return commands.map((command) => {
    const { state, code, at } = verdictOf(command, site);
    const stopped = state === 'pending' || state === 'accepted' ? null : { state, at };
    const contextOf = ({ firstVersion }: EntryFacts): EntryContext => ({
      now: site.now,
      isOnline: site.isOnline,
      firstAppliedAt: firstApplied(firstVersion),
      isApplied: isApplied(site, command, firstVersion),
      stopped,
      release: command.release,
    });
    const entries = command.entries.map((entry) => entryDelivery(entry, contextOf(entry)));
    return { pair: command.pair, state, code, entries };
  });
}

/** Whether the schedule that the controller reported last holds what a version of a command first held. */
export function isApplied(site: SiteFacts, { release }: CommandFacts, firstVersion: number): boolean {
  return hasVersion(site, Math.max(firstVersion, release?.version ?? 0));
}

interface Verdict {
  readonly state: CommandState;
  readonly code: RejectCode | null;
  /** Since when. */
  readonly at: number;
}

function verdictOf(command: CommandFacts, site: SiteFacts): Verdict {
  const { pair, supersededAt, heldSince, release } = command;
  const version = Math.max(command.version, release?.version ?? 0);
  if (supersededAt !== null) return { state: 'superseded', code: null, at: supersededAt };
  if (heldSince !== null) return { state: 'held', code: null, at: heldSince };
  if (!hasVersion(site, version)) return { state: 'pending', code: null, at: site.now };
  const rejection = site.rejected.find((rejected) => rejected.pair === pair);
  if (rejection !== undefined) return { state: 'rejected', code: rejection.code, at: rejection.since };
  return { state: 'accepted', code: null, at: site.now };
}

function hasVersion({ appliedVersion }: SiteFacts, version: number): boolean {
  return appliedVersion !== null && appliedVersion >= version;
}

const WORST_FIRST = ['rejected', 'held', 'pending', 'accepted'] as const;

/** The worst state of the commands of a batch that still stand. */
export function batchState(commands: readonly Pick<CommandDelivery, 'state'>[]): CommandState {
  return WORST_FIRST.find((state) => commands.some((command) => command.state === state)) ?? 'superseded';
}
