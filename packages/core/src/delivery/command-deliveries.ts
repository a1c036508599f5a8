import { namesOfPair, type PairName, type RejectCode } from '@setpoint/contract';
import type { EntryFacts } from '../command-text/carry-entries.ts';
import { firstAppliedLookup } from './first-applied-lookup.ts';
import type { Interval } from '../time/series.ts';
import type { CommandFacts, Limitation, SiteFacts } from './site-facts.ts';

export type CommandState = 'pending' | 'accepted' | 'unknown' | 'rejected' | 'held' | 'superseded';

export interface CommandDelivery {
  readonly pair: PairName;
  readonly state: CommandState;
  readonly code: RejectCode | null;
  /** What the controller says about it, if it rejects it. */
  readonly message: string | null;
  /** null unless the command is accepted and served in part. */
  readonly limited: Limitation | null;
  readonly entries: readonly EntryDelivery[];
}

/** What became of each command and its entries, in the order given. */
export function commandDeliveries(commands: readonly CommandFacts[], site: SiteFacts): CommandDelivery[] {
  const firstApplied = firstAppliedLookup(site.applied);
  const hasReference = commands.some((one) => isReference(one) && asksForPower(one, site.now));
  return commands.map((command) => {
    const { state, code, message = null, at } = verdictOf(command, site, hasReference);
    const stopped = state === 'pending' || state === 'accepted' || state === 'unknown' ? null : { state, at };
    const contextOf = ({ firstVersion }: EntryFacts): EntryContext => ({
      now: site.now,
      // What nobody measures is assumed at best.
      isOnline: site.isOnline && state !== 'unknown',
      firstAppliedAt: firstApplied(firstVersion),
      isApplied: isApplied(site, command, firstVersion),
      stopped,
      release: command.release,
    });
    const entries = command.entries.map((entry) => entryDelivery(entry, contextOf(entry)));
    const limited = state === 'accepted' ? limitationOf(site, command.pair) : null;
    return { pair: command.pair, state, code, message, limited, entries };
  });
}

function limitationOf({ limited = [] }: SiteFacts, pair: PairName): Limitation | null {
  const found = limited.find((one) => one.pair === pair);
  return found === undefined ? null : { by: found.by, kW: found.kW };
}

/** Whether the controller reported a schedule that holds what this version of the command first set. */
export function isApplied(site: SiteFacts, { release }: CommandFacts, firstVersion: number): boolean {
  return hasVersion(site, Math.max(firstVersion, release?.version ?? 0));
}

interface Verdict {
  readonly state: CommandState;
  readonly code: RejectCode | null;
  readonly message?: string | undefined;
  /** Since when. */
  readonly at: number;
}

function verdictOf(command: CommandFacts, site: SiteFacts, hasReference: boolean): Verdict {
  const { pair, supersededAt, heldSince, release } = command;
  const version = Math.max(command.version, release?.version ?? 0);
  if (supersededAt !== null) return { state: 'superseded', code: null, at: supersededAt };
  if (heldSince !== null) return { state: 'held', code: null, at: heldSince };
  if (!hasVersion(site, version)) return { state: 'pending', code: null, at: site.now };
  const rejection = site.rejected.find((rejected) => rejected.pair === pair);
  if (rejection !== undefined) return { ...rejection, state: 'rejected', at: rejection.since };
  const isSeen = isMeasured(command, site) && (hasReference || !isActivation(command, site.now));
  return { state: isSeen ? 'accepted' : 'unknown', code: null, at: site.now };
}

// What comes on top of an unknown power is seen by nobody.
function isReference({ pair, supersededAt, heldSince }: CommandFacts): boolean {
  return pair.endsWith('/activePowerkW') && supersededAt === null && heldSince === null;
}

function isActivation(command: CommandFacts, now: number): boolean {
  return command.pair.endsWith('ActivationkW') && asksForPower(command, now);
}

/** Whether the power is known by which a command that asks for something now is carried out. */
function isMeasured(command: CommandFacts, { unmeasured = [], now }: SiteFacts): boolean {
  return !unmeasured.includes(namesOfPair(command.pair).asset) || !asksForPower(command, now);
}

/** Whether a command has an entry now; a booking asks nothing of a device, its activation does. */
export function asksForPower(
  { pair, entries }: { readonly pair: PairName; readonly entries: readonly Interval[] },
  now: number,
): boolean {
  return !pair.endsWith('BookingkW') && entries.some(({ startMs, endMs }) => startMs <= now && now < endMs);
}

function hasVersion({ appliedVersion }: SiteFacts, version: number): boolean {
  return appliedVersion !== null && appliedVersion >= version;
}

const WORST_FIRST = ['rejected', 'held', 'pending', 'unknown', 'accepted'] as const;

/** The worst state among the commands of a batch that are still in force. */
export function batchState(commands: readonly Pick<CommandDelivery, 'state'>[]): CommandState {
  return WORST_FIRST.find((state) => commands.some((command) => command.state === state)) ?? 'superseded';
}

type EntryState =
  | 'scheduled'
  | 'executing'
  | 'executing_assumed'
  | 'completed'
  | 'missed'
  | 'rejected'
  | 'held'
  | 'superseded';

interface EntryDelivery extends Interval {
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
  const { now, isOnline, firstAppliedAt } = context;
  const stopped = stoppedState(entry, context);
  if (stopped !== undefined) return stopped;
  if (now >= endMs) return firstAppliedAt !== null && firstAppliedAt < endMs ? 'completed' : 'missed';
  if (now < startMs || !context.isApplied) return 'scheduled';
  return isOnline ? 'executing' : 'executing_assumed';
}

function stoppedState({ endMs }: EntryFacts, { stopped, release }: EntryContext): EntryState | undefined {
  if (stopped !== null && stopped.at < endMs) return stopped.state;
  return release !== undefined && release.heldAt < endMs && release.releasedAt >= endMs ? 'held' : undefined;
}
