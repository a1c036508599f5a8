import type { PairName } from '@setpoint/contract';
import { earlierOf } from '../time/earlier-of.ts';
import type { Interval } from '../time/series.ts';
import { commandDeliveries, isApplied } from './command-deliveries.ts';
import { firstAppliedLookup } from './first-applied-lookup.ts';
import type { CommandFacts, SiteFacts } from './site-facts.ts';

/** What happened to an entry at one instant. */
export interface EntryEvent extends Interval {
  readonly kind: 'started' | 'completed' | 'missed';
  readonly pair: PairName;
  readonly at: number;
  readonly isLate: boolean;
}

type Told = Omit<EntryEvent, 'kind' | 'at'>;

const RUNNING = new Set<string | null>(['executing', 'executing_assumed', 'completed']);

/** What happened to the entries after an instant, up to and including now, in the order of time. */
export function entryEvents(all: readonly CommandFacts[], site: SiteFacts, behind: number): EntryEvent[] {
  // Most have long ended or begin later.
  const isNear = ({ startMs, endMs }: Interval) => endMs > behind && startMs <= site.now;
  const commands = all.map((command) => ({ ...command, entries: command.entries.filter(isNear) }));
  const firstApplied = firstAppliedLookup(site.applied);
  const isNew = (at: number) => at > behind && at <= site.now;
  const deliveries = commandDeliveries(commands, site);
  const eventsOf = (entry: Told, state: string | null, startedAt: number, isKnown: boolean): EntryEvent[] => {
    // Nothing starts if the controller has lost it again.
    const hasStarted = isKnown && startedAt < entry.endMs && isNew(startedAt) && RUNNING.has(state);
    const started = hasStarted ? [{ ...entry, kind: 'started', at: startedAt } as const] : [];
    const hasEnded = isNew(entry.endMs) && (state === 'completed' || state === 'missed');
    return hasEnded ? [...started, { ...entry, kind: state, at: entry.endMs }] : started;
  };
  const events = commands.flatMap((command, index) =>
    command.entries.flatMap(({ startMs, endMs, value, firstVersion }, place) => {
      const { state = null, isLate = false } = deliveries[index]?.entries[place] ?? {};
      // At its end or later if it never started.
      const startedAt = Math.max(startMs, firstApplied(firstVersion) ?? endMs);
      const entry = { pair: command.pair, startMs, endMs, value, isLate };
      return eventsOf(entry, state, startedAt, isApplied(site, command, firstVersion));
    }),
  );
  return events.sort((one, other) => one.at - other.at);
}

/** When an entry begins or ends next; null when none does. */
export function nextBoundary(commands: readonly CommandFacts[], behind: number): number | null {
  let next: number | null = null;
  for (const { entries } of commands) {
    for (const { startMs, endMs } of entries) {
      // Entries are in the order of time.
      if (endMs <= behind) continue;
      next = earlierOf(next, startMs > behind ? startMs : endMs);
      break;
    }
  }
  return next;
}
