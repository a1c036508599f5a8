import type { PairName } from '@setpoint/contract';
import { type Commands, valuesAt } from '../time/values-at.ts';

/** What the storage alone is ordered to do; null where the connection point is steered, or nothing is. */
export interface StorageOrder {
  readonly kW: number | null;
  /** The charge that it is to come to by itself. */
  readonly socPcnt: number | null;
  /** Since when it is in force. */
  readonly sinceMs: number;
}

/** Whose entries let a site steer by its meter: the load then hides what the storage does. */
const STEERING_PAIRS = [
  'grid/activePowerkW',
  'grid/afrrImportBookingkW',
  'grid/afrrExportBookingkW',
  'grid/afrrActivationkW',
  'grid/mfrrImportBookingkW',
  'grid/mfrrExportBookingkW',
  'grid/mfrrActivationkW',
] as const satisfies readonly PairName[];

/** The setpoint of the storage in force, if it is followed whatever the connection point shows. */
export function storageOrder(commands: Commands, now: number): StorageOrder {
  const values = valuesAt(commands, now);
  if (STEERING_PAIRS.some((pair) => values[pair] !== undefined)) return { kW: null, socPcnt: null, sinceMs: 0 };
  // One at a time is set.
  const pieces = [...(commands.get('bess/activePowerkW') ?? []), ...(commands.get('bess/optimalSocPcnt') ?? [])];
  const sinceMs = pieces.find(({ startMs, endMs }) => startMs <= now && now < endMs)?.startMs ?? 0;
  return { kW: values['bess/activePowerkW'] ?? null, socPcnt: values['bess/optimalSocPcnt'] ?? null, sinceMs };
}
