import type { PairName } from '@setpoint/contract';
import { type Commands, valuesAt } from '../time/values-at.ts';

/** What the storage alone is ordered to do; null where the connection point is steered, or nothing is. */
export interface StorageOrder {
  readonly kW: number | null;
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
  if (STEERING_PAIRS.some((pair) => values[pair] !== undefined)) return { kW: null, sinceMs: 0 };
  const setpoint = commands.get('bess/activePowerkW')?.find(({ startMs, endMs }) => startMs <= now && now < endMs);
  return { kW: setpoint?.value ?? null, sinceMs: setpoint?.startMs ?? 0 };
}
