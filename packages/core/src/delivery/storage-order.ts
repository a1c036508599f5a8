import type { PairName } from '@setpoint/contract';
import type { EntryFacts } from '../command-text/carry-entries.ts';

/** What the storage alone is ordered to do; null where the connection point is steered, or nothing is. */
export interface StorageOrder {
  readonly kW: number | null;
  /** Since when it is in force. */
  readonly sinceMs: number;
  /** Until when that holds; null for ever. */
  readonly untilMs: number | null;
}

/** Whose entries let a site steer by its meter: the load then hides what the storage does. */
export const STEERING_PAIRS = [
  'grid/activePowerkW',
  'grid/afrrImportBookingkW',
  'grid/afrrExportBookingkW',
  'grid/afrrActivationkW',
  'grid/mfrrImportBookingkW',
  'grid/mfrrExportBookingkW',
  'grid/mfrrActivationkW',
] as const satisfies readonly PairName[];

/** The setpoint of the storage in force, if it is followed whatever the connection point shows. */
export function storageOrder(commands: ReadonlyMap<PairName, readonly EntryFacts[]>, now: number): StorageOrder {
  const entriesOf = (pair: PairName) => commands.get(pair) ?? [];
  const inForce = (pair: PairName) => entriesOf(pair).find(({ startMs, endMs }) => startMs <= now && now < endMs);
  const edges = ['bess/activePowerkW' as const, ...STEERING_PAIRS]
    .flatMap(entriesOf)
    .flatMap((entry) => [entry.startMs, entry.endMs]);
  const untilMs = edges
    .filter((edge) => edge > now)
    .reduce<number | null>((first, edge) => Math.min(first ?? edge, edge), null);
  const setpoint = STEERING_PAIRS.some((pair) => inForce(pair) !== undefined)
    ? undefined
    : inForce('bess/activePowerkW');
  const sinceMs = Math.max(setpoint?.startMs ?? 0, setpoint?.firstSetAt ?? 0);
  return { kW: setpoint?.value ?? null, sinceMs, untilMs };
}
