import { LIMITS } from '@setpoint/contract';
import type { SettingsReader } from '../wire/settings-reader.ts';

export interface ScheduleSettings {
  readonly maxBodyBytes: number;
  readonly maxEntries: number;
  /** How many writes may wait before batches are refused. */
  readonly maxWaitingWrites: number;
}

export function readScheduleSettings(read: SettingsReader): ScheduleSettings {
  return {
    maxBodyBytes: read.integer('SETPOINT_MAX_BODY_BYTES', LIMITS.maxBodyBytes, { min: 1_024, max: 64 * 1024 * 1024 }),
    maxEntries: read.integer('SETPOINT_MAX_ENTRIES', LIMITS.maxEntries, { min: 1, max: 100_000 }),
    maxWaitingWrites: read.integer('SETPOINT_MAX_WAITING_WRITES', 4_096, { min: 1, max: 1_000_000 }),
  };
}
