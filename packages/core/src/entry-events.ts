import type { PairName } from '@setpoint/contract';
import { type CommandFacts, commandDeliveries, type SiteFacts } from './delivery.ts';
import { firstAppliedLookup } from './first-applied.ts';
import type { Interval } from './series.ts';

/** What became of an entry at one instant. */
export interface EntryEvent extends Interval {
  readonly kind: 'started' | 'completed' | 'missed';
  readonly pair: PairName;
  readonly at: number;
  readonly isLate: boolean;
}

interface Told {
  readonly entry: Omit<EntryEvent, 'kind' | 'at'>;
  /** No earlier than its end when it never started. */
  readonly startedAt: number;
}

const RUNNING = new Set<string | null>(['executing', 'executing_assumed', 'completed']);

/** What became of the entries behind one instant, up to and with now; in the order of time. */
export function entryEvents(commands: readonly CommandFacts[], site: SiteFacts, behind: number): EntryEvent[] {
  const firstApplied = firstAppliedLookup(site.applied);
  const isNew = (at: number) => at > behind && at <= site.now;
  const deliveries = commandDeliveries(commands, site);
  const eventsOf = (told: Told, state: string | null): EntryEvent[] => {
    const { entry, startedAt } = told;
    const hasStarted = startedAt < entry.endMs && isNew(startedAt) && RUNNING.has(state);
    const started = hasStarted ? [{ ...entry, kind: 'started', at: startedAt } as const] : [];
    const hasEnded = isNew(entry.endMs) && (state === 'completed' || state === 'missed');
    return hasEnded ? [...started, { ...entry, kind: state, at: entry.endMs }] : started;
  };
  const events = commands.flatMap(({ pair, entries }, index) =>
    entries.flatMap(({ startMs, endMs, value, firstVersion }, place) => {
      const { state = null, isLate = false } = deliveries[index]?.entries[place] ?? {};
      const startedAt = Math.max(startMs, firstApplied(firstVersion) ?? endMs);
      return eventsOf({ entry: { pair, startMs, endMs, value, isLate }, startedAt }, state);
    }),
  );
  return events.sort((one, other) => one.at - other.at);
}

/** When an entry begins or ends next; undefined when none does. */
export function nextBoundary(commands: readonly CommandFacts[], behind: number): number | undefined {
  let next: number | undefined;
  for (const { entries } of commands) {
    for (const at of entries.flatMap(({ startMs, endMs }) => [startMs, endMs])) {
      if (at > behind && (next === undefined || at < next)) next = at;
    }
  }
  return next;
}
