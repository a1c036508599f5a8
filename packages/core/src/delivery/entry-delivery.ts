import type { EntryFacts } from '../command-text/carry-entries.ts';
import type { Interval } from '../time/series.ts';

type EntryState =
  | 'scheduled'
  | 'executing'
  | 'executing_assumed'
  | 'completed'
  | 'missed'
  | 'rejected'
  | 'held'
  | 'superseded';

export interface EntryDelivery extends Interval {
  /** null for an entry that had already ended when it was first set: nobody had to carry it out. */
  readonly state: EntryState | null;
  /** Whether it was first applied after its start. */
  readonly isLate: boolean;
}

/** What an entry's state depends on besides the entry. */
export interface EntryContext {
  readonly now: number;
  readonly isOnline: boolean;
  /** When the controller first had the entry; null if it never had. */
  readonly firstAppliedAt: number | null;
  /** Whether the schedule that the controller reported last holds the entry. */
  readonly isApplied: boolean;
  /** Why and since when its command is not to be carried out; null if it is. */
  readonly stopped: { readonly state: 'rejected' | 'held' | 'superseded'; readonly at: number } | null;
  /** The last hold on its command that was released. */
  readonly release?: { readonly heldAt: number; readonly releasedAt: number } | undefined;
}

export function entryDelivery(entry: EntryFacts, context: EntryContext): EntryDelivery {
  const { startMs, endMs, value } = entry;
  const state = endMs <= entry.firstSetAt ? null : stateOf(entry, context);
  const { firstAppliedAt } = context;
  const isLate = state !== null && firstAppliedAt !== null && firstAppliedAt > startMs && firstAppliedAt < endMs;
  return { startMs, endMs, value, state, isLate };
}

function stateOf(entry: EntryFacts, context: EntryContext): EntryState {
  const { startMs, endMs } = entry;
  const { now, isOnline, firstAppliedAt, isApplied } = context;
  const stopped = stoppedState(entry, context);
  if (stopped !== undefined) return stopped;
  if (now >= endMs) return firstAppliedAt !== null && firstAppliedAt < endMs ? 'completed' : 'missed';
  if (now < startMs || !isApplied) return 'scheduled';
  return isOnline ? 'executing' : 'executing_assumed';
}

function stoppedState({ endMs }: EntryFacts, { stopped, release }: EntryContext): EntryState | undefined {
  if (stopped !== null && stopped.at < endMs) return stopped.state;
  return release !== undefined && release.heldAt < endMs && release.releasedAt >= endMs ? 'held' : undefined;
}
