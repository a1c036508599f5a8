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

const RUNNING = new Set<string | null>(['executing', 'executing_assumed', 'completed']);

/** What became of the entries behind one instant, up to and with now; in the order of time. */
export function entryEvents(commands: readonly CommandFacts[], site: SiteFacts, behind: number): EntryEvent[] {
  const firstApplied = firstAppliedLookup(site.applied);
  const isNew = (at: number) => at > behind && at <= site.now;
  const deliveries = commandDeliveries(commands, site);
  const events = commands.flatMap(({ pair, entries }, index) =>
    entries.flatMap(({ startMs, endMs, value, firstVersion }, place): EntryEvent[] => {
      const { state = null, isLate = false } = deliveries[index]?.entries[place] ?? {};
      const told = { pair, startMs, endMs, value, isLate };
      const startedAt = Math.max(startMs, firstApplied(firstVersion) ?? endMs);
      const hasStarted = startedAt < endMs && isNew(startedAt) && RUNNING.has(state);
      const hasEnded = isNew(endMs) && (state === 'completed' || state === 'missed');
      return [
        ...(hasStarted ? [{ ...told, kind: 'started', at: startedAt } as const] : []),
        ...(hasEnded ? [{ ...told, kind: state, at: endMs } as const] : []),
      ];
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
